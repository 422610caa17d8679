import { z } from "zod";
import { productStatus, translatedField } from "../../catalog/admin-schema.ts";
import { picture } from "../../content/schema.ts";
import { hazardClass } from "../../delivery/admin-schema.ts";
import { fieldEdit } from "../../platform/changes/schema.ts";

const MAX_ID = 2_147_483_647;
const MAX_GRAMS = 1_000_000;

const id = z.int().min(1, "required").max(MAX_ID, "invalid");
const ids = z
  .array(id)
  .max(100, "too_big")
  .transform((list) => [...new Set(list)].toSorted((a, b) => a - b));
const text = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min, "required")
    .max(max, "too_long")
    .refine((value) => !value.includes("\0"), "invalid");
const grams = z.int().min(1, "invalid").max(MAX_GRAMS, "too_big");
const count = z.int().min(1, "invalid").max(9999, "too_big");
const netAmount = z.number().min(0.01, "invalid").max(99_999_999, "too_big").multipleOf(0.01, "invalid");
/** Three sides in millimeters with the packaging, such as `180x60x40`; stored with the longest one first. */
const size = z
  .string()
  .regex(/^\d{1,4}x\d{1,4}x\d{1,4}$/, "invalid")
  .transform((value) => value.split("x").map(Number))
  .refine((sides) => sides.every((side) => side > 0 && side <= 5000), "invalid")
  .transform((sides) => sides.toSorted((a, b) => b - a).join("x"));
const rubles = z.number().min(0.01, "price_not_positive").max(10_000_000, "too_big").multipleOf(0.01, "invalid");

/** A picture by its key, or `KEY:OPTION` for one of an option, such as `0123456789abcdef01234567:12`. */
const pictureReference = z.string().regex(/^[0-9a-z]{12,40}(?::[1-9]\d{0,9})?$/, "invalid");
const MAX_PICTURES = 40;

const characteristic = z.strictObject({
  ...{ name_en: text(1, 100), name_ru: text(1, 100), value_en: text(1, 500), value_ru: text(1, 500) },
});

/** The fields of a product that staff edit, with the schemas of their values. */
export const productFields = {
  /** In their order; the first one is the main picture. */
  pictures: z
    .array(pictureReference)
    .max(MAX_PICTURES, "too_big")
    .refine((list) => new Set(list.map((one) => one.split(":")[0])).size === list.length, "duplicate"),
  name_ru: text(1, 300),
  name_en: text(1, 300),
  /** HTML, of which only tags for texts and tables are kept, like that of the import. */
  description_ru: text(0, 50_000),
  description_en: text(0, 50_000),
  composition: text(0, 20_000),
  /** What the page lists about the product, such as its volume. */
  characteristics: z.array(characteristic).max(50, "too_big"),
  slug: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,150}$/, "invalid"),
  barcode: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z-]{4,40}$/, "invalid")
    .nullable(),
  brand_id: id,
  series_id: id.nullable(),
  category_id: id,
  concern_ids: ids,
  tag_ids: ids,
  /** Empty as long as it is not known. */
  hs_code: z
    .string()
    .trim()
    .regex(/^(?:[0-9.]{4,14})?$/, "invalid"),
  customs_name_en: text(0, 200),
  /** ISO 3166 code. */
  origin_country: z.string().regex(/^[A-Z]{2}$/, "invalid"),
  net_weight_g: grams.nullable(),
  hazard: hazardClass,
  /** With the packaging. */
  weight_g: grams,
  size_mm: size.nullable(),
  net_amount: netAmount.nullable(),
  net_unit: text(1, 20).nullable(),
  months_opened: count.nullable(),
  own_qty_limit: count.nullable(),
  /** The title and description for search engines; null for the generated ones. */
  seo_title_ru: text(1, 120).nullable(),
  seo_title_en: text(1, 120).nullable(),
  seo_description_ru: text(1, 320).nullable(),
  seo_description_en: text(1, 320).nullable(),
} as const;
export type ProductField = keyof typeof productFields;
export type ProductValues = { [F in ProductField]: z.output<(typeof productFields)[F]> };

/** The fields of a variant; the field `price` of option 12 is `option_12_price`, that of a product without options `option_0_price`. */
export const variantFields = {
  name_ru: text(1, 200),
  name_en: text(1, 200),
  /** Such as `#C8102E`. */
  swatch: z
    .string()
    .regex(/^#[0-9A-F]{6}$/, "invalid")
    .nullable(),
  /** In rubles. */
  price: rubles,
  /** The price before a sale; null without one. */
  old_price: rubles.nullable(),
  /** Null: that of the product. */
  weight_g: grams.nullable(),
  size_mm: size.nullable(),
  net_amount: netAmount.nullable(),
} as const;
export type VariantField = keyof typeof variantFields;
export type VariantValues = { [F in VariantField]: z.output<(typeof variantFields)[F]> };

const optionField = /^option_(0|[1-9]\d{0,9})_([a-z_]+)$/;

/** Returns the option and the field that the name of a field stands for; null if it is no field of a variant. */
export function parseVariantField(name: string): { optionId: number; field: VariantField } | null {
  const [, optionId, field] = optionField.exec(name) ?? [];
  if (field === undefined || !Object.hasOwn(variantFields, field)) return null;
  return { optionId: Number(optionId), field: field as VariantField };
}

/** Whether a field is a price of a variant, which needs a permission of its own. */
export function isPriceField(name: string): boolean {
  const { field } = parseVariantField(name) ?? {};
  return field === "price" || field === "old_price";
}

/** The name of a field of a variant. */
export function getVariantFieldName(optionId: number, field: VariantField): string {
  return `option_${optionId}_${field}`;
}

const fieldEdits = Object.fromEntries(
  Object.entries(productFields).map(([name, schema]) => [name, fieldEdit<z.ZodType>(schema)]),
);

/** Edits of fields of a product and of its variants, each with the value that the person saw. */
export const productChanges = z
  .object(fieldEdits)
  .catchall(z.strictObject({ from: z.unknown(), to: z.unknown() }))
  .superRefine((changes, context) => {
    if (Object.keys(changes).length === 0) context.addIssue({ code: "custom", message: "required" });
    for (const [name, edit] of Object.entries(changes)) {
      if (Object.hasOwn(productFields, name) || edit === undefined) continue;
      const variantField = parseVariantField(name);
      const parsed = variantField && variantFields[variantField.field].safeParse(edit.to);
      if (!parsed) context.addIssue({ code: "custom", message: "unknown_field", path: [name] });
      for (const { message } of parsed?.error?.issues ?? [])
        context.addIssue({ code: "custom", message, path: [name, "to"] });
    }
  });

export const updateProductRequest = z.strictObject({ changes: productChanges }).meta({ id: "UpdateProductRequest" });

const outdatedTranslation = z.object({
  field: translatedField,
  /** The texts as they last corresponded. */
  ru: z.string(),
  en: z.string(),
  since: z.iso.datetime(),
});

/** Takes back an edit. The marks of outdated translations are again what they were. */
export const undoProductUpdateRequest = updateProductRequest
  .extend({ outdated_translations: z.array(outdatedTranslation) })
  .meta({ id: "UndoProductUpdateRequest" });

/** What is wrong with a text; nothing that prevents saving it. */
export const textWarning = z.object({
  field: z.string(),
  kind: z.enum(["medical_claim", "unknown_ingredient", "missing_unit"]),
  /** The words in question. */
  text: z.string(),
  /** What may have been meant. */
  suggestion: z.string().nullable(),
});
export type TextWarning = z.infer<typeof textWarning>;

export const updatedProduct = z
  .object({
    id: z.int(),
    /** Pages of the store that change; none for a product that is not in it. */
    pages: z.int(),
    /** Offers in the feeds of Yandex and Google that change. */
    feed_offers: z.int(),
    /** Emails about a lower price that the change leads to. */
    emails: z.int(),
    /** The old path, which is redirected from now on; null if the address stays. */
    redirected_path: z.string().nullable(),
    /** Orders that wait to be sent and whose customs data is complete now. */
    released_orders: z.array(z.int()),
    warnings: z.array(textWarning),
    /** Those before the edit, for its undo. */
    outdated_translations: z.array(outdatedTranslation),
  })
  .meta({ id: "UpdatedProduct" });
export type UpdatedProduct = z.infer<typeof updatedProduct>;

/** What publishing a product needs. */
export const publishRequirement = z.enum(["picture", "names", "price", "hs_code", "customs_name", "weight", "hazard"]);
export type PublishRequirement = z.infer<typeof publishRequirement>;

/** `from` is the status that the person saw. */
export const changeStatusRequest = z.strictObject({ from: productStatus }).meta({ id: "ChangeProductStatusRequest" });

export const restoreStatusRequest = z
  .strictObject({ from: productStatus, to: productStatus, published_at: z.iso.datetime() })
  .meta({ id: "RestoreProductStatusRequest" });

export const changedStatus = z
  .object({ id: z.int(), status: productStatus, previous_status: productStatus, published_at: z.iso.datetime() })
  .meta({ id: "ChangedProductStatus" });
export type ChangedStatus = z.infer<typeof changedStatus>;

/** `hash` stands for the texts that the person saw. */
export const confirmTranslationRequest = z
  .strictObject({ field: translatedField, hash: z.string().max(64) })
  .meta({ id: "ConfirmTranslationRequest" });

export const restoreTranslationRequest = outdatedTranslation.meta({ id: "RestoreTranslationRequest" });
export const confirmedTranslation = outdatedTranslation.extend({ id: z.int() }).meta({ id: "ConfirmedTranslation" });
export type ConfirmedTranslation = z.infer<typeof confirmedTranslation>;

const values = (fields: Record<string, z.ZodType>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, z.unknown()]));

/** A product with all that its editor shows. */
export const productDetail = z
  .object({
    id: z.int(),
    reference: z.string(),
    status: productStatus,
    brand: z.string(),
    /** In the language of the person. */
    name: z.string(),
    /** Its page in the store; null if it has none. */
    store_url: z.url().nullable(),
    updated_at: z.iso.datetime(),
    fields: z.object(values(productFields)).meta({ id: "AdminProductFields" }),
    /** In their order; one with the id 0 for a product without options. */
    variants: z.array(
      z.object({
        option_id: z.int(),
        stock: z.int(),
        /** The lowest price of the last 30 days before the sale or today, in rubles. */
        lowest_price: z.number(),
        /** Whether the store shows `old_price` as the earlier price. */
        is_old_price_shown: z.boolean(),
        sale_ends_at: z.iso.datetime().nullable(),
        /** Whether the store no longer offers it. */
        is_withdrawn: z.boolean(),
        /** Whether it can be deleted: it was never ordered, had no stock, and has no picture of its own. */
        is_unused: z.boolean(),
        fields: z.object(values(variantFields)).meta({ id: "AdminVariantFields" }),
      }),
    ),
    pictures: z.array(picture.extend({ option_id: z.int().nullable() })),
    outdated_translations: z.array(
      outdatedTranslation.extend({
        /** The language that was changed. */
        changed: z.enum(["ru", "en"]),
        /** Stands for the present texts, for the confirmation that they mean the same. */
        hash: z.string(),
      }),
    ),
    requirements: z.array(z.object({ key: publishRequirement, is_met: z.boolean() })),
    /** Where one piece can be sent; `refusal` says why a method does not carry it. */
    carriage: z.array(
      z.object({
        country: z.string(),
        name: z.string(),
        methods: z.array(z.object({ code: z.string(), name: z.string(), refusal: z.string().nullable() })),
      }),
    ),
    known_ingredients: z.int(),
    warnings: z.array(textWarning),
  })
  .meta({ id: "AdminProduct" });
export type ProductDetail = Omit<z.infer<typeof productDetail>, "fields" | "variants"> & {
  fields: ProductValues;
  variants: (Omit<z.infer<typeof productDetail>["variants"][number], "fields"> & { fields: VariantValues })[];
};

const plannedChange = z
  .object({
    task_id: z.int(),
    /** The kind of the task: `products.edit`, `products.update` or `prices.adjust`. */
    kind: z.string(),
    input: z.record(z.string(), z.unknown()),
    run_at: z.iso.datetime(),
    author: z.object({ id: z.int(), name: z.string() }),
    /** The number of records of the task: a change may be planned for many products. */
    products: z.int(),
    /** What the fields are expected to be and become; also `status`. Empty for prices by a rule and for terms. */
    edits: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    /** Why it was refused at its time; null as long as it is planned. */
    refusal: z.string().nullable(),
  })
  .meta({ id: "PlannedProductChange" });
export type PlannedChange = z.infer<typeof plannedChange>;

/** In the order in which they begin. */
export const plannedChangeList = z.array(plannedChange);

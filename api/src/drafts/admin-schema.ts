import { z } from "zod";

/** The fields of each form that has drafts. Others are not stored, so that a draft never contains a password or code. */
const addressFields = [
  ...(["first_name", "last_name", "country", "state", "postcode", "city", "address", "phone_mobile"] as const),
] as const;
export const draftFields = {
  customs_data: ["hs_code", "customs_name_en", "origin_country", "net_weight_g"],
  manual_order: [
    ...(["customer", "customer_id", "customer_email", "locale", "currency", "products_added"] as const),
    ...(["method_id", "pickup_point", "link_minutes", "reason", ...addressFields] as const),
  ],
  order_edit: [
    ...(["reason", "method_id", "pickup_point", "products_added", "has_new_address"] as const),
    ...addressFields,
  ],
  order_note: ["text", "is_visible_to_customer"],
  product: [
    ...(["name_ru", "name_en", "description_ru", "description_en", "composition", "slug", "barcode"] as const),
    ...(["brand_id", "series_id", "category_id", "hs_code", "customs_name_en", "origin_country"] as const),
    ...(["net_weight_g", "hazard", "weight_g", "size_mm", "net_amount", "net_unit", "months_opened"] as const),
    ...([
      "characteristics",
      "own_qty_limit",
      "seo_title_ru",
      "seo_title_en",
      "seo_description_ru",
      "seo_description_en",
    ] as const),
    // Of a new one.
    ...(["reference", "price"] as const),
  ],
  purchase_order: ["supplier_id", "expected_on", "delivery", "tax_percent", "note"],
  question_answer: ["answer"],
  reply_template: ["kind", "locale", "title", "body"],
  return_request: ["kind", "reason", "comment"],
  review_answer: ["answer"],
} as const;
export type DraftKind = keyof typeof draftFields;
export const draftKinds = Object.keys(draftFields) as [DraftKind, ...DraftKind[]];

/** Fields for each line of an order or purchase order, or for each option, concern and tag of a product. */
const lineFields: Partial<Record<DraftKind, RegExp>> = {
  product: /^(?:option_\d{1,10}_[a-z_]{1,20}|(?:concern|tag)_\d{1,10})$/,
  order_edit: /^quantity_\d{1,5}$/,
  purchase_order: /^line_\d{1,10}_\d{1,10}$/,
  return_request: /^(quantity|option)-\d{1,5}$/,
};

/** Returns whether a form stores a field in its draft. */
export function isDraftField(kind: DraftKind, name: string): boolean {
  return (draftFields[kind] as readonly string[]).includes(name) || (lineFields[kind]?.test(name) ?? false);
}

/** Longest text of a field, and longest draft as JSON, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 20_000;
const MAX_DRAFT_LENGTH = 60_000;

export const draftParams = z.object({
  kind: z.enum(draftKinds),
  /** The record that the form is about; 0 for a new one. That of an order at no charge is its claim. */
  id: z
    .string()
    .regex(/^(0|[1-9]\d{0,9})$/, "invalid")
    .transform(Number)
    .refine((id) => id <= 2_147_483_647, "invalid"),
});

/** Values of fields by their names in the form. */
const changes = z.record(z.string().max(60), z.string().max(MAX_TEXT_LENGTH, "too_long"));

export const saveDraftRequest = z
  .strictObject({
    changes: changes
      .refine((values) => Object.keys(values).length > 0, "required")
      .refine((values) => JSON.stringify(values).length <= MAX_DRAFT_LENGTH, "too_long"),
  })
  .meta({ id: "SaveDraftRequest" });

export const draft = z.object({ changes, updated_at: z.iso.datetime() }).meta({ id: "Draft" });
export type Draft = z.infer<typeof draft>;

/** Null if there is none. */
export const storedDraft = z.object({ draft: draft.nullable() }).meta({ id: "StoredDraft" });
export type StoredDraft = z.infer<typeof storedDraft>;

/** How long an unchanged draft is kept. */
export const DRAFT_DAYS = 30;
/** A person's drafts; the oldest ones are deleted for new ones. */
export const MAX_DRAFTS = 100;

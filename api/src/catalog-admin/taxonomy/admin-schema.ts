import { z } from "zod";
import { DEFAULT_THEME_COLOR, themeColors } from "../../branding/schema.ts";
import { picture } from "../../content/schema.ts";
import { fieldEdit, recordEdit } from "../../platform/changes/schema.ts";

export const refusals = {
  term_taken: 409,
  term_in_use: 409,
  term_not_found: 422,
  image_not_found: 422,
  category_cycle: 409,
  state_changed: 409,
} as const;

const MAX_ID = 2_147_483_647;
const id = z.int().min(1, "required").max(MAX_ID, "invalid");
const name = z.string().trim().min(1, "required").max(200, "too_long");
const optionalText = (max: number) => z.string().trim().max(max, "too_long");
const slug = z
  .string()
  .trim()
  .regex(/^[a-z0-9_-]{1,100}$/, "invalid");
/** Empty for one that is made of the English name. */
const newSlug = z.union([z.literal(""), slug]).default("");
const position = z.int().min(0, "too_low").max(1_000_000, "too_high");
const themeColor = z.enum(themeColors);
const image = z
  .string()
  .regex(/^[0-9a-z]{12,40}$/, "invalid")
  .nullable();

const seoTitle = optionalText(120);
const seoDescription = optionalText(320);
/** The title and description of a page in search results; empty ones are generated. */
const seoFields = {
  seo_title_ru: seoTitle,
  seo_title_en: seoTitle,
  seo_description_ru: seoDescription,
  seo_description_en: seoDescription,
};
const newSeoFields = {
  seo_title_ru: seoTitle.default(""),
  seo_title_en: seoTitle.default(""),
  seo_description_ru: seoDescription.default(""),
  seo_description_en: seoDescription.default(""),
};

/** The fields of terms that staff edit. */
export const termFields = {
  category: { name_ru: name, name_en: name, slug, theme_color: themeColor, image, ...seoFields },
  brand: {
    ...{ name, name_ru: name, name_ja: optionalText(200), slug, tagline_ru: optionalText(300) },
    ...{ tagline_en: optionalText(300), theme_color: themeColor, position, ...seoFields },
  },
  series: { name },
  concern: { name_ru: name, name_en: name, slug, position },
  tag: { name_ru: name, name_en: name, slug },
} as const;

/** The values of new terms. */
export const newTerms = {
  category: z
    .strictObject({
      ...{ name_ru: name, name_en: name, slug: newSlug, image: image.default(null) },
      theme_color: themeColor.default(DEFAULT_THEME_COLOR),
      ...newSeoFields,
      /** Null for a category at the top. */
      parent_id: id.nullable().default(null),
    })
    .meta({ id: "NewCategory" }),
  brand: z
    .strictObject({
      ...{ name, name_ru: name, name_ja: optionalText(200).default(""), slug: newSlug },
      ...{ tagline_ru: optionalText(300).default(""), tagline_en: optionalText(300).default("") },
      ...{ theme_color: themeColor.default(DEFAULT_THEME_COLOR), position: position.default(0), ...newSeoFields },
    })
    .meta({ id: "NewBrand" }),
  series: z.strictObject({ brand_id: id, name }).meta({ id: "NewSeries" }),
  concern: z
    .strictObject({ name_ru: name, name_en: name, slug: newSlug, position: position.default(0) })
    .meta({ id: "NewConcern" }),
  tag: z.strictObject({ name_ru: name, name_en: name, slug: newSlug }).meta({ id: "NewTag" }),
} as const;

const createEdit = (fields: Record<string, z.ZodType>) =>
  recordEdit(Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, fieldEdit(schema)])));
export const termEdits = {
  category: createEdit(termFields.category).meta({ id: "EditCategory" }),
  brand: createEdit(termFields.brand).meta({ id: "EditBrand" }),
  series: createEdit(termFields.series).meta({ id: "EditSeries" }),
  concern: createEdit(termFields.concern).meta({ id: "EditConcern" }),
  tag: createEdit(termFields.tag).meta({ id: "EditTag" }),
} as const;

const value = z.union([z.string(), z.number(), z.null()]);
/** The values of a deleted term, for its restoration. */
export const restoreTermRequest = z.strictObject({ values: z.record(z.string(), value) });
export const deletedTerm = z.object({ id: z.int(), values: z.record(z.string(), value) }).meta({ id: "DeletedTerm" });
export type DeletedTerm = z.infer<typeof deletedTerm>;

export const changedTerm = z.object({ id: z.int() }).meta({ id: "ChangedTerm" });

/** Where a category is: its parent, null at the top, and its place among the siblings, from 0. */
const categoryPlace = z.strictObject({ parent_id: id.nullable(), place: z.int().min(0, "too_low") });

/** `from` is the place that the person saw. A place after the last sibling is the last one. */
export const moveCategoryRequest = z
  .strictObject({ from: categoryPlace, to: categoryPlace })
  .meta({ id: "MoveCategoryRequest" });

const positions = z.array(z.object({ id: z.int(), position: z.int() }));
export const undoCategoryMoveRequest = z.strictObject({ from: categoryPlace, parent_id: id.nullable(), positions });

export const movedCategory = z
  .object({
    id: z.int(),
    ...categoryPlace.shape,
    /** Its former parent and the former positions, for an undo. */
    previous_parent_id: z.int().nullable(),
    previous_positions: positions,
  })
  .meta({ id: "MovedCategory" });
export type MovedCategory = z.infer<typeof movedCategory>;

const listed = { id: z.int(), /** Of any status. */ products: z.int() };

/** The terms of each kind, in their order. */
export const termLists = {
  category: z
    .object({
      items: z.array(
        z.object({
          ...listed,
          ...termFields.category,
          parent_id: z.int().nullable(),
          picture: picture.nullable(),
        }),
      ),
    })
    .meta({ id: "AdminCategoryList" }),
  brand: z.object({ items: z.array(z.object({ ...listed, ...termFields.brand })) }).meta({ id: "AdminBrandList" }),
  series: z
    .object({ items: z.array(z.object({ ...listed, ...termFields.series, brand_id: z.int() })) })
    .meta({ id: "AdminSeriesList" }),
  concern: z
    .object({ items: z.array(z.object({ ...listed, ...termFields.concern })) })
    .meta({ id: "AdminConcernList" }),
  tag: z.object({ items: z.array(z.object({ ...listed, ...termFields.tag })) }).meta({ id: "AdminTagList" }),
} as const;

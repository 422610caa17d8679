import { z } from "zod";
import { productStatus, translatedField } from "../../catalog/admin-schema.ts";
import { picture } from "../../content/schema.ts";

const language = z.enum(["ru", "en"]);

export const translationListQuery = z.object({
  /** Texts of which one language was changed and the other was not, or descriptions that one language lacks. */
  show: z.enum(["outdated", "missing"]).default("outdated"),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type TranslationListQuery = z.infer<typeof translationListQuery>;

/** A text of a product that needs a translator. */
const openTranslation = z
  .object({
    product_id: z.int(),
    /** In the language of the person. */
    name: z.string(),
    reference: z.string(),
    status: productStatus,
    image: picture.nullable(),
    units_sold: z.int(),
    field: translatedField,
    /** The language that has to be written. */
    language,
    ru: z.string(),
    en: z.string(),
    /** Since when it is outdated; null if it is missing. */
    since: z.iso.datetime().nullable(),
    /** The text of the other language before its change; null if the translation is missing. */
    changed_from: z.string().nullable(),
    /** Stands for the present texts, for the confirmation that they mean the same; null if the translation is missing. */
    hash: z.string().nullable(),
  })
  .meta({ id: "OpenTranslation" });
export type OpenTranslation = z.infer<typeof openTranslation>;

export const translationPage = z
  .object({
    /** Those of the products that sell best first. */
    items: z.array(openTranslation),
    counts: z.object({ outdated: z.int(), missing: z.int() }),
  })
  .meta({ id: "TranslationPage" });
export type TranslationPage = z.infer<typeof translationPage>;

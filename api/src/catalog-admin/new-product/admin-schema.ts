import { z } from "zod";
import { productFields, variantFields } from "../editor/admin-schema.ts";

const { name_ru, name_en, brand_id, category_id, weight_g, hazard, barcode } = productFields;

/** A new draft. What else publishing needs is added in its editor. */
export const createProductRequest = z
  .strictObject({
    /** Unique, as on labels and in files of suppliers. */
    reference: z
      .string()
      .trim()
      .regex(/^[\p{L}\p{N}._/ -]{1,60}$/u, "invalid"),
    ...{ name_ru, name_en, brand_id, category_id, weight_g, hazard },
    barcode: barcode.default(null),
    /** In rubles. Without it, the product gets its price or its options later. */
    price: variantFields.price.nullable().default(null),
  })
  .meta({ id: "CreateProductRequest" });
export type CreateProductRequest = z.output<typeof createProductRequest>;

export const createdProduct = z.object({ id: z.int(), slug: z.string() }).meta({ id: "CreatedProduct" });
export type CreatedProduct = z.infer<typeof createdProduct>;

/** An option of a product, or with empty names the only variant of a product without options. */
export const addOptionRequest = z
  .strictObject({
    name_ru: z.string().trim().max(200, "too_long").default(""),
    name_en: z.string().trim().max(200, "too_long").default(""),
    price: variantFields.price,
  })
  .meta({ id: "AddProductOptionRequest" });

export const addedOption = z.object({ product_id: z.int(), option_id: z.int() }).meta({ id: "AddedProductOption" });
export type AddedOption = z.infer<typeof addedOption>;

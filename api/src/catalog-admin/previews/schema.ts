import { z } from "zod";
import { product, productCard } from "../../catalog/schema.ts";

export const refusals = {
  product_preview_expired: 410,
  product_preview_conflict: 409,
  product_preview_incomplete: 409,
} as const;

/** When the changes of a preview were stored last, by which an open page notices newer ones. */
const version = z.iso.datetime();

export const productPreviewVersion = z.object({ version }).meta({ id: "ProductPreviewVersion" });
export type ProductPreviewVersion = z.infer<typeof productPreviewVersion>;

/** A product as its page would be with the unsaved changes of a member of staff. */
export const productPreview = productPreviewVersion
  .extend({ product, similar: z.array(productCard) })
  .meta({ id: "ProductPreview" });
export type ProductPreview = z.infer<typeof productPreview>;

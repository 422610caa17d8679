import { z } from "zod";
import { productStatus } from "../catalog/admin-schema.ts";
import { picture } from "../content/schema.ts";

export const productSearchQuery = z.object({
  /** Words of a name or a brand, which may be incomplete, or the beginning of a reference or barcode. */
  q: z.string().trim().min(1).max(120),
});

export const foundProducts = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        brand: z.string(),
        reference: z.string(),
        barcode: z.string().nullable(),
        stock: z.int(),
        status: productStatus,
        image: picture.nullable(),
      }),
    ),
    /** The text in the other keyboard layout, if that is what was found. */
    corrected: z.string().nullable(),
  })
  .meta({ id: "AdminFoundProducts" });
export type FoundProducts = z.infer<typeof foundProducts>;

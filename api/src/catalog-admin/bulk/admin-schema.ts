import { z } from "zod";

/** What can be changed of many products at once. */
export const productChangeKinds = [
  ...(["publish", "hide", "discontinue", "category", "brand", "add_tag", "remove_tag", "add_concern"] as const),
  "remove_concern",
] as const;
export type ProductChangeKind = (typeof productChangeKinds)[number];

export const statusChangeKinds = ["publish", "hide", "discontinue"] as const;
export type StatusChangeKind = (typeof statusChangeKinds)[number];

const id = z.int().min(1, "required").max(2_147_483_647, "invalid");
const isStatusChange = (change: ProductChangeKind) => statusChangeKinds.some((kind) => kind === change);

/** The input of the task `products.update`. */
export const updateProductsInput = z
  .strictObject({
    change: z.enum(productChangeKinds),
    /** The category, brand, tag or concern; none for a change of the status. */
    term_id: id.optional(),
    /** With a brand: a series of it. Without one, a product keeps its series only if it keeps its brand. */
    series_id: id.optional(),
  })
  .refine(({ change, term_id }) => (term_id === undefined) === isStatusChange(change), {
    ...{ path: ["term_id"], error: "required" },
  })
  .refine(({ change, series_id }) => series_id === undefined || change === "brand", {
    ...{ path: ["series_id"], error: "invalid" },
  });
export type UpdateProductsInput = z.infer<typeof updateProductsInput>;

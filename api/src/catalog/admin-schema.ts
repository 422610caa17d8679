import { z } from "zod";

/** A draft was never published; both a draft and a hidden product have no page in the store. */
export const productStatuses = ["draft", "active", "hidden", "discontinued"] as const;
export const productStatus = z.enum(productStatuses);
export type ProductStatus = z.infer<typeof productStatus>;

/** The texts of a product whose translations become outdated. */
export const translatedFields = ["name", "description"] as const;
export const translatedField = z.enum(translatedFields);
export type TranslatedField = z.infer<typeof translatedField>;

/** The kinds of movements of the stock. The database writes `removal` when a variant is deleted. */
export const stockMovementKind = z.enum([
  ...(["opening", "order", "release", "return", "receipt", "count"] as const),
  ...(["correction", "write_off", "import", "removal"] as const),
]);
export type StockMovementKind = z.infer<typeof stockMovementKind>;

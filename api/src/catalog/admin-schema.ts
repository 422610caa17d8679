import { z } from "zod";

/** The kinds of movements of the stock. The database writes `removal` when a variant is deleted. */
export const stockMovementKind = z.enum([
  ...(["opening", "order", "release", "return", "receipt", "count"] as const),
  ...(["correction", "write_off", "import", "removal"] as const),
]);
export type StockMovementKind = z.infer<typeof stockMovementKind>;

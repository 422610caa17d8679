import { z } from "zod";
import { picture } from "../../content/schema.ts";

export const reorderQuery = z.object({
  /** Only variants whose last order was from this supplier. */
  supplier: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type ReorderQuery = z.infer<typeof reorderQuery>;

/** A variant that should be ordered (docs/domain/purchase-orders.md). */
const suggestion = z.object({
  product_id: z.int(),
  option_id: z.int(),
  name: z.string(),
  /** Empty if the product has no options. */
  option_name: z.string(),
  reference: z.string(),
  image: picture.nullable(),
  /** What can be sold. */
  available: z.int(),
  /** What is expected from suppliers. */
  incoming: z.int(),
  /** Pieces that were sold in the last 90 days, without canceled orders. */
  sold: z.int(),
  /** For how many days the available pieces last at this rate. */
  days_left: z.int(),
  /** From the order until the goods arrive. */
  lead_days: z.int(),
  /** How many pieces to order. */
  quantity: z.int(),
  /** How many customers wait for an email that it is in stock again. */
  waiting_customers: z.int(),
  /** From whom it was ordered last; null if it never was. */
  supplier: z.object({ id: z.int(), name: z.string() }).nullable(),
});
export type ReorderSuggestion = z.infer<typeof suggestion>;

export const reorderList = z
  .object({
    /** The most urgent first. */
    items: z.array(suggestion),
    /** How many there are in all. */
    total: z.int(),
    /** For how many days an order should last, beyond the days until it arrives. */
    cover_days: z.int(),
  })
  .meta({ id: "ReorderList" });
export type ReorderList = z.infer<typeof reorderList>;

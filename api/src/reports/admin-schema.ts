import { z } from "zod";

/** Amounts are in rubles, converted at the rate of each order. */
const salesPeriod = z.object({
  /** The orders that were paid, and their totals as edits of the orders have left them. */
  orders: z.int(),
  revenue: z.number(),
  /**
   * The refunds of those totals that succeeded: without what edits paid back, which have lowered the totals, and without
   * money that came twice or too late, which is in no total.
   */
  refunds: z.int(),
  refunded: z.number(),
  /** The number of orders that were paid in each hour of the day. */
  hours: z.array(z.int()).length(24),
});
export type SalesPeriod = z.infer<typeof salesPeriod>;

/** The sales of the day so far, in the time zone of the store, and those of a week before until the same time. */
export const salesToday = z
  .object({ as_of: z.iso.datetime(), currency: z.literal("RUB"), today: salesPeriod, week_before: salesPeriod })
  .meta({ id: "SalesToday" });
export type SalesToday = z.infer<typeof salesToday>;

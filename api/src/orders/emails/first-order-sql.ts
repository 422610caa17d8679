import type { Db } from "../../platform/db/database.ts";
import type { OrderRow } from "../sql.ts";

/** Returns whether an order is the customer's first. */
export async function isFirstOrder(
  db: Db,
  { customer_id, placed_at }: Pick<OrderRow, "customer_id" | "placed_at">,
): Promise<boolean> {
  const earlier = await db
    .selectFrom("orders")
    .select("id")
    .where("customer_id", "=", customer_id)
    .where("placed_at", "<", placed_at)
    .limit(1)
    .executeTakeFirst();
  return earlier === undefined;
}

import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";

/** Counts who waits for products to be in stock again, by product. */
export async function countWaitingCustomers(
  db: Db,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await sql<{ product_id: number; count: number }>`
    select product_id, count(distinct customer_id)::integer as count from product_alerts
    where kind = 'back_in_stock' and sent_at is null and product_id = any(${[...productIds]}) group by product_id`.execute(
    db,
  );
  return new Map(rows.map(({ product_id, count }) => [product_id, count]));
}

import { sql } from "kysely";
import type { Db } from "../api/src/platform/db/database.ts";

/** A row of the result table: label, result, target. */
type ResultRow = [label: string, result: string, target: string];

/**
 * Checks the stock and orders for consistency.
 * @param stockTotal the total stock per product, including restocks.
 * @param confirmedOrders the number of orders that were confirmed to shoppers.
 */
export async function checkConsistency(
  db: Db,
  productIds: readonly number[],
  stockTotal: number,
  confirmedOrders: number,
): Promise<ResultRow[]> {
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
    (await query.execute(db)).rows[0]?.count ?? -1;
  const benchOrders = sql`orders o join customers c on c.id = o.customer_id and c.email like '%@example.test'`;
  const missingItems = await count(sql<{ count: number }>`
    select coalesce(sum(abs(v.stock + coalesce(sold.qty, 0) - ${stockTotal}::integer)), 0) as count
    from product_variants v
    left join (
      select l.product_id, sum(l.qty) as qty from order_lines l join orders o on o.id = l.order_id and o.is_stock_reserved
      join customers c on c.id = o.customer_id and c.email like '%@example.test'
      where l.removed_by_edit is null group by 1
    ) sold on sold.product_id = v.product_id
    where v.option_id = 0 and v.product_id = any(${productIds}::integer[])`);
  const negative = await count(sql<{ count: number }>`select count(*) from product_variants where stock < 0`);
  const storedOrders = await count(sql<{ count: number }>`select count(*) from ${benchOrders}`);
  const emptyOrders = await count(sql<{ count: number }>`
    select count(*) from ${benchOrders} where o.is_stock_reserved and not exists (select from order_lines l
      where l.order_id = o.id and l.removed_by_edit is null)`);
  const ordersWithoutPayment = await count(sql<{ count: number }>`
    select count(*) from ${benchOrders} where (select count(*) from payments p where p.order_id = o.id) <> 1`);
  return [
    ["units neither in stock nor in an order", String(missingItems), "0"],
    ["variants with negative stock", String(negative), "0"],
    ["orders not confirmed to a shopper", String(storedOrders - confirmedOrders), "0"],
    ["orders without lines", String(emptyOrders), "0"],
    ["orders without exactly one payment", String(ordersWithoutPayment), "0"],
  ];
}

import { sql } from "kysely";
import type { Db } from "../api/src/platform/db.ts";

/** A row of the table: what, how much, how much was wanted. */
type Judged = [what: string, reached: string, wanted: string];

/**
 * Looks for every piece. @param there pieces of each product that were or came.
 * @param ordered orders that shoppers were told of.
 */
export async function judgeLedger(db: Db, goods: readonly number[], there: number, ordered: number): Promise<Judged[]> {
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
    (await query.execute(db)).rows[0]?.count ?? -1;
  const benched = sql`orders o join customers c on c.id = o.customer_id and c.email like '%@example.test'`;
  const astray = await count(sql<{ count: number }>`
    select coalesce(sum(abs(v.stock + coalesce(sold.qty, 0) - ${there}::integer)), 0) as count
    from product_variants v
    left join (
      select l.product_id, sum(l.qty) as qty from order_lines l join orders o on o.id = l.order_id and o.stock_held
      join customers c on c.id = o.customer_id and c.email like '%@example.test' group by 1
    ) sold on sold.product_id = v.product_id
    where v.option_id = 0 and v.product_id = any(${goods}::integer[])`);
  const negative = await count(sql<{ count: number }>`select count(*) from product_variants where stock < 0`);
  const written = await count(sql<{ count: number }>`select count(*) from ${benched}`);
  const empty = await count(sql<{ count: number }>`
    select count(*) from ${benched} where o.stock_held and not exists (select from order_lines l where l.order_id = o.id)`);
  const unpayable = await count(sql<{ count: number }>`
    select count(*) from ${benched} where (select count(*) from payments p where p.order_id = o.id) <> 1`);
  return [
    ["pieces that are neither on the shelf nor in an order", String(astray), "0"],
    ["variants with a stock below zero", String(negative), "0"],
    ["orders nobody was told of", String(written - ordered), "0"],
    ["holds without goods", String(empty), "0"],
    ["orders without exactly one payment", String(unpayable), "0"],
  ];
}

import { sql } from "kysely";
import { type Db, unhurried, withTransaction } from "../platform/db.ts";

const SOLD_DAYS = 90;

/** Counts what was sold of each product in 90 days (decisions: Catalogue). @returns how many counts changed */
export async function countSold(db: Db, now: Date): Promise<number> {
  const changed = await withTransaction(db, async (tx) => {
    await unhurried(tx);
    return sql`
    update products p set units_sold = s.units
    from (
      select q.id, coalesce(sold.units, 0) as units from products q left join (
        select l.product_id, sum(l.qty)::integer as units from order_lines l join orders o on o.id = l.order_id
        where o.placed_at >= ${now}::timestamptz - make_interval(days => ${SOLD_DAYS}::integer)
          and o.status not in ('awaiting_payment', 'cancelled', 'refunded')
        group by l.product_id
      ) sold on sold.product_id = q.id
    ) s where p.id = s.id and p.units_sold <> s.units`.execute(tx);
  });
  return Number(changed.numAffectedRows ?? 0);
}

/**
 * Lets cards speak of their cheapest option again where a sale has ended: its price is over to the second in every
 * reading, but which option a card speaks of is written. @returns how many cards were settled
 */
export async function settleEndedSales(db: Db): Promise<number> {
  const { rows } = await sql<{ ids: number[] }>`
    with outdone as (
      select p.id from products p
      where p.has_options and p.sale_ends_at <= now() and exists (
        select from product_variants v where v.product_id = p.id and v.stock > 0
          and price_at(v.price_minor, v.old_price_minor, v.sale_ends_at, now()) < price_at(p.price_minor, p.old_price_minor, p.sale_ends_at, now()))
    ), settled as (select array(select id from outdone order by id) as ids)
    select ids, sum_variants(ids) from settled where cardinality(ids) > 0`.execute(db);
  return rows[0]?.ids.length ?? 0;
}

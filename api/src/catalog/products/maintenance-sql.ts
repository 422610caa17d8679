import { sql } from "kysely";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import { disableStatementTimeout } from "../../platform/db/statement-timeout.ts";
import { inStock, isOffered } from "./stock.ts";

const SALES_WINDOW_DAYS = 90;

/**
 * Updates the number of units of each product sold in the last 90 days, which popularity is based on.
 * Rule: docs/domain/catalog.md.
 * @returns the number of products whose count changed
 */
export async function updateUnitsSold(db: Db, now: Date): Promise<number> {
  const result = await withTransaction(db, async (tx) => {
    await disableStatementTimeout(tx);
    return sql`
    update products p set units_sold = s.units
    from (
      select q.id, coalesce(sold.units, 0) as units from products q left join (
        select l.product_id, sum(l.qty)::integer as units from order_lines l join orders o on o.id = l.order_id
        where l.removed_by_edit is null and o.placed_at >= ${now}::timestamptz - make_interval(days => ${SALES_WINDOW_DAYS}::integer)
          and o.status not in ('awaiting_payment', 'cancelled', 'refunded')
        group by l.product_id
      ) sold on sold.product_id = q.id
    ) s where p.id = s.id and p.units_sold <> s.units`.execute(tx);
  });
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Recalculates which option a product card represents after a sale has ended. Prices are computed on read and so end to
 * the second, but the cheapest option of a card is stored.
 * @returns the number of updated products
 */
export async function refreshCardsAfterSales(db: Db): Promise<number> {
  const { rows } = await sql<{ ids: number[] }>`
    with outdone as (
      select p.id from products p
      where p.has_options and p.sale_ends_at <= now() and exists (
        select from product_variants v where v.product_id = p.id and ${isOffered("v")} and ${inStock("v")}
          and price_in_force(v.price_minor, v.old_price_minor, v.sale_ends_at, now()) < price_in_force(p.price_minor, p.old_price_minor, p.sale_ends_at, now()))
    ), settled as (select array(select id from outdone order by id) as ids)
    select ids, refresh_product_totals(ids) from settled where cardinality(ids) > 0`.execute(db);
  return rows[0]?.ids.length ?? 0;
}

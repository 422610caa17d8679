import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { inStock } from "../products/stock.ts";

/** The number of orders of each product that are searched for products bought together. */
const MAX_ORDERS = 500;
/**
 * Two products count as bought together from this many orders and this share of the orders of the first one on: fewer are
 * chance, or the taste of one customer.
 */
const MIN_ORDERS_TOGETHER = 3;
const MIN_SHARE_TOGETHER = 0.2;
/** The number of best sellers ranked per series and department, so that the cost does not depend on their size. */
const MAX_CANDIDATES = 60;

/** A product that complements others, and its use: the department and the group of its category. */
export type Complement = { id: number; use: string };

/**
 * Lists products in stock that complement others, best first: those bought together in most orders, then those of the
 * same series, then those of the same department for the same concern, the more popular first. Products with the use of
 * one of the others are left out. Rule: docs/domain/catalog.md.
 */
export async function listComplements(db: Db, productIds: number[], limit: number): Promise<Complement[]> {
  const selectPopular = (condition: RawBuilder<boolean>) => sql`
    (select p.id from products p where p.status = 'active' and ${inStock("p")} and ${condition}
     order by p.units_sold desc, p.id limit ${sql.lit(MAX_CANDIDATES)})`;
  const { rows } = await sql<Complement>`
    with origin as (
      select id, category_path, series_id, concern_ids from products where id = any(${productIds}::integer[])
    ),
    sold as (
      select o.id as origin_id, l.order_id, count(*) over (partition by o.id) as orders
      from unnest(${productIds}::integer[]) o(id)
      cross join lateral (
        select l.order_id from order_lines l
        join orders on orders.id = l.order_id and orders.paid_at is not null
          and orders.status not in ('cancelled', 'refunded')
        where l.product_id = o.id and not l.is_gift and l.removed_by_edit is null limit ${sql.lit(MAX_ORDERS)}
      ) l
    ),
    together as (
      select id, max(orders) as orders from (
        select other.product_id as id, count(distinct other.order_id) as orders
        from sold join order_lines other on other.order_id = sold.order_id and not other.is_gift and other.removed_by_edit is null
        group by sold.origin_id, other.product_id, sold.orders
        having count(distinct other.order_id) >= greatest(${sql.lit(MIN_ORDERS_TOGETHER)},
          sold.orders * ${sql.lit(MIN_SHARE_TOGETHER)})
      ) pairs group by id
    ),
    candidates as (
      select id from together
      union select c.id from origin o cross join lateral ${selectPopular(sql<boolean>`p.series_id = o.series_id`)} c
        where o.series_id is not null
      union select c.id from origin o cross join lateral ${selectPopular(
        sql<boolean>`p.concern_ids && o.concern_ids
          and p.category_id in (select n.id from categories n where n.path[1] = o.category_path[1])`,
      )} c
    )
    select p.id, array_to_string(p.category_path[1:2], '/') as use
    from candidates join products p using (id) left join together using (id)
    where p.status = 'active' and ${inStock("p")}
      and not exists (select from origin o where o.category_path[1:2] = p.category_path[1:2])
    order by together.orders desc nulls last, exists (select from origin o where o.series_id = p.series_id) desc,
      p.units_sold desc, p.id
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

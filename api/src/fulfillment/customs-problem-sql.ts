import { type RawBuilder, sql } from "kysely";
import type { CustomsProblemCode, CustomsStatus } from "../orders/schema.ts";
import type { Db } from "../platform/db/database.ts";
import type { ProductCustomsData } from "./admin-schema.ts";

const MAX_SUGGESTED_CODES = 3;

/** The complete HS codes of other products of the category of product `p`, the most frequent first. */
const suggestedHsCodes = sql`array(
  select q.hs_code from products q
  where q.category_id = p.category_id and q.id <> p.id and q.hs_code ~ '^[0-9.]{6,14}$'
  group by q.hs_code order by count(*) desc, q.hs_code limit ${MAX_SUGGESTED_CODES})`;

/** The fields of `ProductCustomsData` of product `p`. */
const productFields: RawBuilder<unknown> = sql`'product_id', p.id, 'reference', p.reference, 'name_ru', p.name_ru,
  'name_en', p.name_en, 'hs_code', p.hs_code, 'customs_name_en', p.customs_name_en,
  'origin_country', p.origin_country, 'net_weight_g', p.net_weight_g,
  'suggested_hs_codes', ${suggestedHsCodes}`;

/** The problems of the orders that wait to be sent, each with its order. */
const waitingProblems = sql`
  select c.order_id, coalesce(o.paid_at, o.placed_at) as paid_at, problem ->> 'code' as code,
    (problem ->> 'product_id')::integer as product_id,
    case when problem ->> 'code' in ('export_limit_exceeded', 'not_carried') then 'blocked' else 'missing' end as kind
  from customs_checks c join orders o on o.id = c.order_id
  cross join jsonb_array_elements(c.problems) as list (problem)
  where c.status <> 'complete' and o.status in ('paid', 'packing')`;

export type ProblemProductRow = ProductCustomsData & {
  problems: { code: CustomsProblemCode; orders: number[] }[];
  orders: number[];
};

/**
 * Lists the products with problems of one kind in orders that wait to be sent, those in the most orders first.
 * @param kind `missing`: solved with customs data; `blocked`: not solved with customs data
 */
export async function listProblemProducts(
  db: Db,
  kind: "missing" | "blocked",
  limit: number,
): Promise<ProblemProductRow[]> {
  const { rows } = await sql<{ product: ProblemProductRow }>`
    with problems as (${waitingProblems}), held_up as (
      select product_id, jsonb_agg(jsonb_build_object('code', code, 'orders', orders) order by code desc) as problems,
        (select jsonb_agg(w.order_id order by w.paid_at, w.order_id)
          from (select distinct order_id, paid_at from problems one
            where one.product_id = codes.product_id and one.kind = ${kind}) w) as orders
      from (select product_id, code, array_agg(order_id order by paid_at, order_id) as orders
        from problems where kind = ${kind} group by product_id, code) codes
      group by product_id
    ), listed as (
      select * from held_up order by jsonb_array_length(orders) desc, product_id limit ${limit}
    )
    select jsonb_build_object(${productFields}, 'problems', s.problems, 'orders', s.orders) as product
    from listed s join products p on p.id = s.product_id
    order by jsonb_array_length(s.orders) desc, p.id`.execute(db);
  return rows.map(({ product }) => product);
}

/** Counts the products with problems of each kind. */
export async function countProblemProducts(db: Db): Promise<{ missing: number; blocked: number }> {
  const { rows } = await sql<{ missing: number; blocked: number }>`
    select count(distinct product_id) filter (where kind = 'missing') as missing,
      count(distinct product_id) filter (where kind = 'blocked') as blocked
    from (${waitingProblems}) problems`.execute(db);
  return rows[0] ?? { missing: 0, blocked: 0 };
}

export type OrderCheckRow = {
  status: CustomsStatus;
  form: "CN22" | "CN23";
  needs_export_declaration: boolean;
  checked_at: Date;
  products: (ProductCustomsData & { problems: CustomsProblemCode[] })[];
};

/** Finds the customs check of an order with its products, or undefined if the order was not checked. */
export async function findOrderCheck(db: Db, orderId: number): Promise<OrderCheckRow | undefined> {
  const { rows } = await sql<OrderCheckRow>`
    select c.status, c.form, c.needs_export_declaration, c.checked_at,
      array(
        select jsonb_build_object(${productFields}, 'problems', array(
          select problem ->> 'code' from jsonb_array_elements(c.problems) with ordinality list (problem, position)
          where (problem ->> 'product_id')::integer = p.id order by position))
        from products p
        join (select product_id, min(line) as line from order_lines
            where order_id = c.order_id and removed_by_edit is null group by product_id) l
          on l.product_id = p.id
        order by l.line
      ) as products
    from customs_checks c where c.order_id = ${orderId}`.execute(db);
  return rows[0];
}

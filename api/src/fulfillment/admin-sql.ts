import { type RawBuilder, sql } from "kysely";
import type { CustomsStatus, OrderStatus } from "../orders/schema.ts";
import type { Db } from "../platform/db/database.ts";
import type { CustomsCheck } from "./admin-schema.ts";
import { isPacked } from "./pick-list-sql.ts";

/** The filter of the list of checks; all given conditions must hold. */
export type CustomsCheckFilter = Readonly<{
  status?: CustomsStatus | undefined;
  form?: "CN22" | "CN23" | undefined;
  country?: string | undefined;
  productId?: number | undefined;
  /** Only orders with pieces that are not packed yet. */
  isToPick?: boolean;
}>;

/** A place in the list: when the order was paid, in microseconds, and its number. */
export type CustomsCheckCursor = Readonly<{ micros: number; orderId: number }>;

export type ListedCheckRow = {
  order_id: number;
  order_status: OrderStatus;
  paid_at: Date;
  paid_micros: number;
  country: string | null;
  method_code: string | null;
  shipping_name: string;
  weight_g: number;
  status: CustomsStatus;
  form: "CN22" | "CN23";
  needs_export_declaration: boolean;
  checked_at: Date;
  problems: CustomsCheck["problems"];
};

const paidAt = sql`coalesce(o.paid_at, o.placed_at)`;

function buildConditions({ status, form, country, productId, isToPick }: CustomsCheckFilter): RawBuilder<unknown>[] {
  const conditions = [sql`o.status in ('paid', 'packing')`];
  if (status) conditions.push(sql`c.status = ${status}`);
  if (form) conditions.push(sql`c.form = ${form}`);
  if (country) conditions.push(sql`o.address ->> 'country' = ${country}`);
  if (productId !== undefined)
    conditions.push(sql`c.problems @> jsonb_build_array(jsonb_build_object('product_id', ${productId}::integer))`);
  if (isToPick) conditions.push(sql`not ${isPacked}`);
  return conditions;
}

/**
 * Lists the checks of orders that wait to be sent, in the order in which they were paid.
 * @returns at most `limit` + 1 rows; the additional one shows that there are more.
 */
export async function listCustomsChecks(
  db: Db,
  filter: CustomsCheckFilter,
  { after, limit }: { after?: CustomsCheckCursor | undefined; limit: number },
): Promise<ListedCheckRow[]> {
  const conditions = buildConditions(filter);
  if (after)
    conditions.push(
      sql`(${paidAt}, o.id) > (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.orderId})`,
    );
  const { rows } = await sql<ListedCheckRow>`
    select o.id as order_id, o.status as order_status, ${paidAt} as paid_at,
      (extract(epoch from ${paidAt}) * 1000000)::bigint as paid_micros, o.address ->> 'country' as country,
      m.code as method_code, o.shipping_name, o.weight_g, c.status, c.form, c.needs_export_declaration, c.checked_at,
      array(
        select jsonb_build_object('code', problem ->> 'code', 'product_id', p.id, 'reference', p.reference,
          'name_ru', p.name_ru, 'name_en', p.name_en, 'hs_code', p.hs_code, 'customs_name_en', p.customs_name_en)
        from jsonb_array_elements(c.problems) with ordinality list (problem, position)
        join products p on p.id = (problem ->> 'product_id')::integer order by list.position
      ) as problems
    from customs_checks c join orders o on o.id = c.order_id
    left join shipping_methods m on m.id = o.shipping_method_id
    where ${sql.join(conditions, sql` and `)}
    order by ${paidAt}, o.id limit ${limit + 1}`.execute(db);
  return rows;
}

/** Counts the checks of orders that wait to be sent by status; statuses without orders are missing. */
export async function countCustomsChecks(
  db: Db,
  filter: CustomsCheckFilter,
): Promise<{ status: CustomsStatus; count: number }[]> {
  const { rows } = await sql<{ status: CustomsStatus; count: number }>`
    select c.status, count(*) as count from orders o
    -- Lateral, so that the checks of these orders are read and not all of them.
    cross join lateral (select * from customs_checks where order_id = o.id offset 0) c
    where ${sql.join(buildConditions({ ...filter, status: undefined }), sql` and `)} group by c.status`.execute(db);
  return rows;
}

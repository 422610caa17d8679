import { sql } from "kysely";
import type { Declaration } from "../customs/declaration-limits.ts";
import { parcelOrderIds } from "../orders/parcel/parcel-orders.ts";
import type { CustomsStatus } from "../orders/schema.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { CheckedLine, CustomsProblem, OrderCurrency } from "./customs-problems.ts";

/**
 * An order to be checked, with its parcel: the value of the goods in kopecks, the weight in grams with the carton, both
 * with the orders that are sent with it.
 */
export type CheckedOrder = OrderCurrency & {
  order_id: number;
  country: string;
  parcel_rub_minor: number;
  parcel_weight_g: number;
  lines: CheckedLine[];
};

/** The result of a customs check, as it is stored. */
export type CustomsCheckRow = Readonly<{
  order_id: number;
  status: CustomsStatus;
  problems: readonly CustomsProblem[];
  form: Declaration["form"];
  needs_export_declaration: boolean;
}>;

/**
 * Locks the checks of orders until the end of the transaction, so that products that are read afterwards are not older
 * than those of another check, which held the locks before.
 * @returns the status of each order that was checked before, by order number
 */
export async function lockChecks(db: Tx, orderIds: readonly number[]): Promise<Map<number, CustomsStatus>> {
  const { rows } = await sql<{ order_id: number; status: CustomsStatus }>`
    select order_id, status from customs_checks where order_id = any(${orderIds}) order by order_id for update`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.order_id, row.status]));
}

/** Lists the goods of orders with the current customs data of the products; orders without goods are left out. */
export async function listCheckedOrders(db: Db, orderIds: readonly number[]): Promise<CheckedOrder[]> {
  const { rows } = await sql<CheckedOrder>`
    select o.id as order_id, o.address ->> 'country' as country, o.currency, m.minor_digits, o.rub_per_unit,
      (select sum(one.products_rub_minor)::bigint from orders one
        where one.id = any(${parcelOrderIds(sql`o.id`)})) as parcel_rub_minor,
      (select sum(one.weight_g)::integer from orders one
        where one.id = any(${parcelOrderIds(sql`o.id`)})) as parcel_weight_g,
      array(
        select jsonb_build_object('product_id', p.id, 'hs_code', p.hs_code, 'customs_name_en', p.customs_name_en,
          'price_minor', l.price_minor, 'is_not_carried', exists (
            select from shipping_restrictions r where r.method_id = o.shipping_method_id and r.hazard = p.hazard
              and r.country in ('**', o.address ->> 'country')))
        from order_lines l join products p on p.id = l.product_id
        where l.order_id = o.id and l.removed_by_edit is null order by l.line
      ) as lines
    from orders o join currencies m on m.code = o.currency
    where o.id = any(${orderIds}) and o.products_minor > 0 order by o.id`.execute(db);
  return rows;
}

/** Stores the results of checks. */
export async function saveChecks(db: Tx, checks: readonly CustomsCheckRow[], now: Date): Promise<void> {
  await sql`
    insert into customs_checks (order_id, status, problems, form, needs_export_declaration, checked_at)
    select c.order_id, c.status, c.problems, c.form, c.needs_export_declaration, ${now}
    from jsonb_populate_recordset(null::customs_checks, ${JSON.stringify(checks)}::jsonb) c order by c.order_id
    on conflict (order_id) do update set status = excluded.status, problems = excluded.problems, form = excluded.form,
      needs_export_declaration = excluded.needs_export_declaration, checked_at = excluded.checked_at`.execute(db);
}

const isWaitingToBeSent = sql`o.status in ('paid', 'packing') and o.products_minor > 0`;

/** Lists the orders with goods that wait to be sent, by number: at most `limit`, after a number. */
export async function listOrdersToCheck(db: Db, afterId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where ${isWaitingToBeSent} and o.id > ${afterId} order by o.id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Lists the orders that wait to be sent and contain a product, by number. */
export async function listOrdersOfProduct(db: Db, productId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where ${isWaitingToBeSent}
      and exists (select from order_lines l where l.order_id = o.id and l.removed_by_edit is null and l.product_id = ${productId})
    order by o.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds the article numbers of products, by their ids. */
export async function findProductReferences(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom("products").select(["id", "reference"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { checkCustoms } from "../../api/src/fulfillment/check-customs.ts";

/** The orders that were paid first have complete data, so that some can be packed. */
const COMPLETE_ORDERS = 20;
const PRODUCTS_WITHOUT_HS_CODE = 2;

/**
 * Removes customs data of three products of the newest orders that wait to be sent, and checks all that wait. A fourth
 * product turned out to be a flammable liquid, which no airplane takes: its orders are blocked.
 */
export async function seedCustomsChecks(db: Tx, now: Date): Promise<void> {
  const { rows: waitingOrders } = await sql<{ id: number }>`
    select id from orders where status in ('paid', 'packing') and products_minor > 0
    order by coalesce(paid_at, placed_at), id`.execute(db);
  const orderIds = waitingOrders.map(({ id }) => id);
  const { rows: products } = await sql<{ product_id: number }>`
    select product_id from order_lines where order_id = any(${orderIds}::integer[]) and removed_by_edit is null
    group by product_id having bool_and(order_id <> all(${orderIds.slice(0, COMPLETE_ORDERS)}::integer[]))
    order by count(distinct order_id) desc, product_id limit ${PRODUCTS_WITHOUT_HS_CODE + 2}`.execute(db);
  const productIds = products.map((row) => row.product_id);
  await sql`update products set hs_code = '' where id = any(${productIds.slice(0, PRODUCTS_WITHOUT_HS_CODE)})`.execute(
    db,
  );
  await sql`update products set customs_name_en = 'Household goods'
    where id = any(${productIds.slice(PRODUCTS_WITHOUT_HS_CODE, PRODUCTS_WITHOUT_HS_CODE + 1)})`.execute(db);
  await sql`update products set hazard = 'flammable_liquid' where id = any(${productIds.slice(PRODUCTS_WITHOUT_HS_CODE + 1)})`.execute(
    db,
  );
  await checkCustoms(db, orderIds, now);
}

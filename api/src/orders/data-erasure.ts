import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";

/** Returns the ids of a customer's orders that are not delivered, canceled or returned yet, oldest first. */
export async function listOpenOrderIds(db: Tx, customerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("status", "in", ["awaiting_payment", "paid", "packing", "shipped"])
    .orderBy("placed_at")
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Removes personal data from all orders of a customer. Data required for accounting stays: goods, amounts, dates, the
 * destination country, and the fact that import duty was confirmed. See docs/domain/privacy.md.
 */
export async function anonymizeOrders(db: Tx, customerId: number): Promise<void> {
  await sql`
    update orders set comment = '', tracking_number = null, pickup_point = null,
      address = (select jsonb_object_agg(key, case
        when key in ('country', 'country_name_ru', 'country_name_en') then value
        when key in ('first_name', 'last_name') then to_jsonb('—'::text)
        else to_jsonb(''::text) end) from jsonb_each(address)),
      duty_confirmed = duty_confirmed - 'ip' - 'user_agent'
    where customer_id = ${customerId}`.execute(db);
  await sql`update order_history set note = ''
    where order_id in (select id from orders where customer_id = ${customerId})`.execute(db);
  await db.deleteFrom("order_message_photos").where("customer_id", "=", customerId).execute();
  await sql`delete from recipient_identities
    where order_id in (select id from orders where customer_id = ${customerId})`.execute(db);
  await sql`delete from order_notes where order_id in (select id from orders where customer_id = ${customerId})`.execute(
    db,
  );
}

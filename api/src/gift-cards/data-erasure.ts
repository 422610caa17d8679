import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";

/** Removes messages and names from the gift cards that a customer has bought; their value stays. */
export async function anonymizeGiftCards(db: Tx, customerId: number): Promise<void> {
  await sql`update gift_cards set recipient = '', message = ''
    where purchase_order_id in (select id from orders where customer_id = ${customerId})`.execute(db);
  await sql`update order_gift_cards set recipient_name = '', recipient_email = '', sender_name = '', message = ''
    where order_id in (select id from orders where customer_id = ${customerId})`.execute(db);
}

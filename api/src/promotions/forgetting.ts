import { sql } from "kysely";
import type { Tx } from "../platform/db.ts";

/** Takes the words and names out of gift certificates that a customer has bought; what they are worth stays. */
export async function forgetGifts(db: Tx, customerId: number): Promise<void> {
  await sql`update gift_certificates set recipient = '', message = ''
    where bought_in in (select id from orders where customer_id = ${customerId})`.execute(db);
  await sql`update order_certificates set recipient_name = '', recipient_email = '', sender_name = '', message = ''
    where order_id in (select id from orders where customer_id = ${customerId})`.execute(db);
}

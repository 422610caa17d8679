import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";

/**
 * Deletes what staff have typed about the orders, returns, reviews and questions of a customer and not saved
 * (docs/domain/privacy.md).
 */
export async function eraseDrafts(db: Tx, customerId: number): Promise<void> {
  await sql`
    delete from drafts where
      (kind in ('order_edit', 'order_note', 'return_request')
        and record_id in (select id from orders where customer_id = ${customerId}))
      or (kind = 'manual_order' and (
        changes ->> 'customer_id' = ${customerId}::text
        or lower(changes ->> 'customer_email') = (select lower(email) from customers where id = ${customerId})
        or record_id in (select r.id from returns r join orders o on o.id = r.order_id
          where o.customer_id = ${customerId})))
      or (kind = 'review_answer' and record_id in (select id from reviews where customer_id = ${customerId}))
      or (kind = 'question_answer' and record_id in (select id from questions where customer_id = ${customerId}))
    `.execute(db);
}

import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";

/**
 * Removes the IP addresses from which a customer confirmed import duty, and what staff wrote about refunds
 * (docs/domain/privacy.md).
 */
export async function anonymizePayments(db: Tx, customerId: number): Promise<void> {
  await sql`
    update payments set duty_confirmed = duty_confirmed - 'ip'
    where duty_confirmed is not null and order_id in (select id from orders where customer_id = ${customerId})`.execute(
    db,
  );
  await sql`
    update refunds set comment = '', paid_outside_note = case when paid_outside_note is not null then 'erased' end
    where payment_id in (select p.id from payments p join orders o on o.id = p.order_id
      where o.customer_id = ${customerId})`.execute(db);
}

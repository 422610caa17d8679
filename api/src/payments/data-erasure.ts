import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";

/** Removes the IP addresses from which a customer confirmed import duty (docs/domain/privacy.md). */
export async function anonymizePayments(db: Tx, customerId: number): Promise<void> {
  await sql`
    update payments set duty_confirmed = duty_confirmed - 'ip'
    where duty_confirmed is not null and order_id in (select id from orders where customer_id = ${customerId})`.execute(
    db,
  );
}

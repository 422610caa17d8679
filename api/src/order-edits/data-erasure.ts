import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";

/** Removes reasons, addresses and pickup points from the edits of a customer's orders (docs/domain/privacy.md). */
export async function anonymizeOrderEdits(db: Tx, customerId: number): Promise<void> {
  await sql`
    update order_edits set reason = '—', changes = changes - 'address' #- '{delivery,pickup_point}'
    where order_id in (select id from orders where customer_id = ${customerId})`.execute(db);
}

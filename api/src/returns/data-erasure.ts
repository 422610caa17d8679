import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";

/**
 * Removes what a customer and the staff wrote to each other about returns, and the customer's photos; the returns stay
 * (docs/domain/privacy.md).
 */
export async function anonymizeReturns(db: Tx, customerId: number): Promise<void> {
  await sql`
    update returns set comment = '', instructions = '',
      decision_reason = case when decision_reason = '' then '' else '—' end
    where order_id in (select id from orders where customer_id = ${customerId})`.execute(db);
  await db.deleteFrom("return_photos").where("customer_id", "=", customerId).execute();
}

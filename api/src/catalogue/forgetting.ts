import type { Tx } from "../platform/db.ts";

/** Takes away what a customer wanted to be told of. */
export async function forgetAlerts(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("product_alerts").where("customer_id", "=", customerId).execute();
}

import type { Tx } from "../platform/db.ts";

/** Takes away everything that a customer was told. */
export async function forgetNotifications(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("notifications").where("customer_id", "=", customerId).execute();
  await db.deleteFrom("announcements").where("customer_id", "=", customerId).execute();
}

import type { Tx } from "../platform/db/database.ts";

/** Deletes all notifications, announcements and push subscriptions of a customer. */
export async function eraseNotifications(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("notifications").where("customer_id", "=", customerId).execute();
  await db.deleteFrom("push_subscriptions").where("customer_id", "=", customerId).execute();
  await db.deleteFrom("announcements").where("customer_id", "=", customerId).execute();
}

import type { Tx } from "../platform/db.ts";

/** Takes away what a customer has put by. */
export async function forgetWishes(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("wishlist_items").where("customer_id", "=", customerId).execute();
}

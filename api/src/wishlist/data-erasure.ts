import type { Tx } from "../platform/db/database.ts";

/** Deletes the customer's wishlist. */
export async function eraseWishlist(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("wishlist_items").where("customer_id", "=", customerId).execute();
}

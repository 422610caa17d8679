import type { Tx } from "../platform/db/database.ts";

/** Deletes the customer's wishlist with its link and the gifts that others have chosen. */
export async function eraseWishlist(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("wishlist_shares").where("customer_id", "=", customerId).execute();
  await db.deleteFrom("wishlist_items").where("customer_id", "=", customerId).execute();
}

import type { Tx } from "../platform/db/database.ts";

/** Deletes a customer's cart with its contents. */
export async function eraseCart(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("carts").where("customer_id", "=", customerId).execute();
}

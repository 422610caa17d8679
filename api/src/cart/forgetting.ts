import type { Tx } from "../platform/db.ts";

/** Takes away a customer's cart with all that lies in it. */
export async function forgetCart(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("carts").where("customer_id", "=", customerId).execute();
}

import type { Tx } from "../platform/db/database.ts";

/** Updates the payment method of an order. The caller must have locked the order row. */
export async function updatePaymentMethod(db: Tx, orderId: number, method: string): Promise<void> {
  await db.updateTable("orders").set({ payment_method: method }).where("id", "=", orderId).execute();
}

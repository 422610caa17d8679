import type { OrderChanges } from "../../orders/order-changes.ts";
import type { Db } from "../../platform/db/database.ts";

/** Loads the data of an order that its receipt needs: email, amounts and lines. */
export async function getReceiptOrder(db: Db, orderId: number) {
  const order = await db
    .selectFrom("orders as o")
    .innerJoin("customers as c", "c.id", "o.customer_id")
    .select(["c.email", "o.delivery_minor", "o.purchased_gift_cards_minor", "o.total_minor"])
    .where("o.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom("order_lines")
    .select(["name", "qty", "total_minor as totalMinor"])
    .where("order_id", "=", orderId)
    .where("removed_by_edit", "is", null)
    .orderBy("line")
    .execute();
  return { ...order, lines };
}

/** Returns what the edit of an order changes that a payment belongs to. */
export async function getEditChanges(db: Db, paymentId: string): Promise<OrderChanges> {
  const { changes } = await db
    .selectFrom("order_edits")
    .select("changes")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  return changes as OrderChanges;
}

import { sql } from "kysely";
import type { OrderChanges } from "../../orders/order-changes.ts";
import type { Db } from "../../platform/db/database.ts";

/**
 * Loads the data of an order that its receipts need: email, amounts and lines; after the promo code discount
 * (`totalMinor`).
 */
export async function getReceiptOrder(db: Db, orderId: number) {
  const order = await db
    .selectFrom("orders as o")
    .innerJoin("customers as c", "c.id", "o.customer_id")
    .select(["c.email", "o.delivery_minor", "o.purchased_gift_cards_minor", "o.total_minor"])
    .where("o.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom("order_lines")
    .select(["name", "qty", sql<number>`total_minor - discount_minor`.as("totalMinor")])
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

/** Lists the lines that a refund pays back; empty if it is not by line. */
export async function listRefundReceiptLines(db: Db, refundId: string) {
  return db
    .selectFrom("refund_lines as r")
    .innerJoin("order_lines as l", (join) => join.onRef("l.order_id", "=", "r.order_id").onRef("l.line", "=", "r.line"))
    .select(["l.name", sql<number>`greatest(r.quantity, 1)`.as("qty"), "r.amount_minor as totalMinor"])
    .where("r.refund_id", "=", refundId)
    .orderBy("r.line")
    .execute();
}

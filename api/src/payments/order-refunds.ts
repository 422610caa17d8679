import { randomUUID } from "node:crypto";
import { returnStock } from "../catalogue/stock.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { moveOrder } from "../orders/service.ts";
import { afterCommit, type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { boughtWorth, voidBought } from "../promotions/bought.ts";
import type { House } from "../platform/http.ts";
import { inBackground } from "./background.ts";
import { addRefund, isRestocked, piecesOf, takenOf } from "./refund-sql.ts";
import { sendRefund } from "./refunds.ts";
import { refusals } from "./schema.ts";
import { lockOrder } from "./sql.ts";

/** @param amountMinor in minor units of the order's currency; null for all that is left. */
export type RefundAsked = Readonly<{ orderId: number; amountMinor: number | null; restock: boolean }>;

/**
 * Asks for money of an order to go back, all of what is left or a part. All of it of an order that is not shipped calls
 * the order off, which puts its goods back on sale; of a shipped one they go on sale again where that is asked. Gift
 * certificates that the order has bought go with all of it, while they are unused; a part is never theirs, unless they
 * were taken back before (`voidCertificate`).
 * @returns the refunds, and what they come to. Refuses `order_not_found`, `nothing_to_refund`, `refund_too_large`,
 * `refund_of_certificates`, `certificate_used`, `restock_not_possible`.
 */
export async function refundOrder(
  house: House,
  { orderId, amountMinor, restock }: RefundAsked,
): Promise<{ refunds: string[]; amountMinor: number }> {
  const now = house.clock.now();
  return withTransaction(house.db, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) throw refuse(orderRefusals, "order_not_found");
    const taken = (await takenOf(db, orderId)).filter(({ left_minor }) => left_minor > 0);
    const left = taken.reduce((sum, { left_minor }) => sum + left_minor, 0);
    if (left === 0) throw refuse(refusals, "nothing_to_refund");
    const asked = amountMinor ?? left;
    if (asked > left) throw refuse(refusals, "refund_too_large");

    if (asked === left) await voidBought(db, orderId);
    else if (asked > left - (await boughtWorth(db, orderId)).heldMinor)
      throw refuse(refusals, "refund_of_certificates");

    const isShipped = !["paid", "packing"].includes(order.status);
    if (asked === left && !isShipped) await moveOrder(db, orderId, "cancelled", { now });
    else if (restock) await putBackOnSale(db, orderId, isShipped);

    const refunds: string[] = [];
    let open = asked;
    for (const { attempt_id, payment_id, left_minor } of taken) {
      const amount_minor = Math.min(open, left_minor);
      if (amount_minor === 0) break;
      open -= amount_minor;
      const id = `refund-${randomUUID()}`;
      const reason = "asked_by_shop";
      await addRefund(db, { id, payment_id, attempt_id, amount_minor, reason, restock, created_at: now });
      refunds.push(id);
      afterCommit(db, () => inBackground(house, "sending a refund", () => sendRefund(house, id)));
    }
    return { refunds, amountMinor: asked };
  });
}

/** Goods that came back are for sale again, once an order. */
async function putBackOnSale(db: Tx, orderId: number, isShipped: boolean): Promise<void> {
  if (!isShipped || (await isRestocked(db, orderId))) throw refuse(refusals, "restock_not_possible");
  await returnStock(db, await piecesOf(db, orderId));
}

import { randomUUID } from "node:crypto";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import { restockOrderItems, transitionOrder } from "../../orders/status/transition-order.ts";
import { afterCommit, type Tx, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { getOrderGiftCardAmounts } from "../../gift-cards/purchases/purchases.ts";
import { voidOrderGiftCards } from "../../gift-cards/void-gift-cards.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { runInBackground } from "../background-tasks.ts";
import { addRefund, isRestocked, listCharges } from "./refund-sql.ts";
import { sendRefund } from "./refunds.ts";
import { refusals } from "../schema.ts";
import { lockOrder } from "../sql.ts";

/**
 * A request to refund an order.
 * @property amountMinor in minor units of the order's currency; null for the whole remaining amount.
 */
export type RefundOrderRequest = Readonly<{ orderId: number; amountMinor: number | null; restock: boolean }>;

/**
 * Requests a full or partial refund of an order. A full refund of an order that is not shipped cancels it, which
 * returns its goods to stock; for a shipped order, goods return to stock if `restock` is set. Gift cards bought with
 * the order are voided by a full refund if they are unused; a partial refund never covers them, unless they were voided
 * before.
 * @returns the ids of the created refunds and their total in minor units.
 * @throws refusal `order_not_found`, `nothing_to_refund`, `refund_too_large`, `refund_of_certificates`,
 * `certificate_used` or `restock_not_possible`. See docs/domain/payments.md.
 */
export async function refundOrder(
  app: AppContext,
  { orderId, amountMinor, restock }: RefundOrderRequest,
): Promise<{ refunds: string[]; amountMinor: number }> {
  const now = app.clock.now();
  return withTransaction(app.db, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) throw refuse(orderRefusals, "order_not_found");
    const charges = (await listCharges(db, orderId)).filter(({ left_minor }) => left_minor > 0);
    const refundableMinor = charges.reduce((sum, { left_minor }) => sum + left_minor, 0);
    if (refundableMinor === 0) throw refuse(refusals, "nothing_to_refund");
    const requestedMinor = amountMinor ?? refundableMinor;
    if (requestedMinor > refundableMinor) throw refuse(refusals, "refund_too_large");

    if (requestedMinor === refundableMinor) await voidOrderGiftCards(db, orderId);
    else if (requestedMinor > refundableMinor - (await getOrderGiftCardAmounts(db, orderId)).nonRefundableMinor)
      throw refuse(refusals, "refund_of_certificates");

    const isShipped = !["paid", "packing"].includes(order.status);
    if (requestedMinor === refundableMinor && !isShipped) await transitionOrder(app, db, orderId, "cancelled", { now });
    else if (restock) await restockOrder(db, orderId, isShipped);

    const refunds: string[] = [];
    let remainingMinor = requestedMinor;
    for (const { attempt_id, payment_id, left_minor } of charges) {
      const amount_minor = Math.min(remainingMinor, left_minor);
      if (amount_minor === 0) break;
      remainingMinor -= amount_minor;
      const id = `refund-${randomUUID()}`;
      const reason = "requested_by_shop";
      await addRefund(db, { id, payment_id, attempt_id, amount_minor, reason, restock, created_at: now });
      refunds.push(id);
      afterCommit(db, () => runInBackground(app, "sending a refund", () => sendRefund(app, id)));
    }
    return { refunds, amountMinor: requestedMinor };
  });
}

/**
 * Returns the goods of a shipped order to stock, at most once per order.
 * @throws refusal `restock_not_possible`.
 */
async function restockOrder(db: Tx, orderId: number, isShipped: boolean): Promise<void> {
  if (!isShipped || (await isRestocked(db, orderId))) throw refuse(refusals, "restock_not_possible");
  await restockOrderItems(db, orderId);
}

import type { StatusOutcome } from "../orders/staff/admin-schema.ts";
import type { OrderStatus } from "../orders/schema.ts";
import { lockOrderAndGetStatus, type TransitionDetails, transitionOrder } from "../orders/status/transition-order.ts";
import { refundRemainingAmount } from "../payments/refunds/full-refund.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";

/**
 * Changes the status of an order on behalf of staff. Canceling refunds payments. Changing a paid order to "refunded"
 * requests the refund from the payment gateway; the status changes when the refund succeeds.
 * @returns the outcome
 * @throws the refusals of `transitionOrder`
 */
export async function changeOrderStatus(
  app: AppContext,
  tx: Tx,
  orderId: number,
  newStatus: OrderStatus,
  details: Omit<TransitionDetails, "cause">,
): Promise<StatusOutcome> {
  const currentStatus = await lockOrderAndGetStatus(tx, orderId);
  if (newStatus === "refunded" && (currentStatus === "returned" || currentStatus === "cancelled")) {
    const reason = currentStatus === "returned" ? "order_returned" : "order_cancelled";
    if (await refundRemainingAmount(app, tx, orderId, reason)) return "refund_requested";
  }
  const wasMoved = await transitionOrder(app, tx, orderId, newStatus, details);
  if (wasMoved && newStatus === "cancelled") await refundRemainingAmount(app, tx, orderId, "order_cancelled");
  return wasMoved ? "changed" : "unchanged";
}

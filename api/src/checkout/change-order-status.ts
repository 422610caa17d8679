import type { OrderStatus } from "../orders/schema.ts";
import { lockOrderAndGetStatus, type TransitionDetails, transitionOrder } from "../orders/status/transition-order.ts";
import { refundRemainingAmount } from "../payments/refunds/full-refund.ts";
import { withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";

/**
 * Changes the status of an order on behalf of staff. Canceling refunds payments. Changing a paid order to "refunded"
 * requests the refund from the payment gateway; the status changes when the refund succeeds.
 * @returns the outcome
 * @throws the refusals of `transitionOrder`
 */
export async function changeOrderStatus(
  app: AppContext,
  orderId: number,
  newStatus: OrderStatus,
  details: Omit<TransitionDetails, "now" | "cause">,
): Promise<"changed" | "unchanged" | "refund_requested"> {
  const now = app.clock.now();
  return withTransaction(app.db, async (db) => {
    const currentStatus = await lockOrderAndGetStatus(db, orderId);
    if (newStatus === "refunded" && (currentStatus === "returned" || currentStatus === "cancelled")) {
      const reason = currentStatus === "returned" ? "order_returned" : "order_cancelled";
      if (await refundRemainingAmount(app, db, orderId, reason)) return "refund_requested";
    }
    const wasMoved = await transitionOrder(app, db, orderId, newStatus, { ...details, now });
    if (wasMoved && newStatus === "cancelled") await refundRemainingAmount(app, db, orderId, "order_cancelled");
    return wasMoved ? "changed" : "unchanged";
  });
}

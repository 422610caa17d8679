import type { Cart } from "../cart/schema.ts";
import { addLinesFromOrder, type CartContext } from "../cart/service.ts";
import type { OrderStatus } from "../orders/schema.ts";
import {
  listPurchasedItems,
  cancelCustomerOrder,
  lockOrderAndGetStatus,
  type TransitionDetails,
  transitionOrder,
} from "../orders/service.ts";
import { refundRemainingAmount } from "../payments/refunds/full-refund.ts";
import { type Db, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";

/**
 * Cancels a customer's own order, which is possible until it is packed: the stock is restored and payments are
 * refunded. Idempotent.
 * @throws refusals `order_not_found`, `order_not_cancellable`
 */
export async function cancelOrder(app: AppContext, customerId: number, orderId: number): Promise<void> {
  await withTransaction(app.db, async (db) => {
    if (await cancelCustomerOrder(db, customerId, orderId, app.clock.now()))
      await refundRemainingAmount(app, db, orderId, "order_cancelled");
  });
}

/**
 * Adds the goods of a customer's own order to their cart as far as they are sold; `stock_check` lists what was
 * unavailable or reduced. Idempotent.
 * @throws refusal `order_not_found`
 */
export async function reorder(db: Db, orderId: number, context: CartContext): Promise<Cart> {
  const orderedItems = await listPurchasedItems(db, context.customerId, orderId);
  const updates = orderedItems.map(({ productId, optionId, qty }) => ({
    product_id: productId,
    option_id: optionId,
    qty,
  }));
  return addLinesFromOrder(db, updates, context);
}

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
): Promise<"moved" | "was_there" | "refund_asked"> {
  const now = app.clock.now();
  return withTransaction(app.db, async (db) => {
    const currentStatus = await lockOrderAndGetStatus(db, orderId);
    if (newStatus === "refunded" && (currentStatus === "returned" || currentStatus === "cancelled")) {
      const reason = currentStatus === "returned" ? "order_returned" : "order_cancelled";
      if (await refundRemainingAmount(app, db, orderId, reason)) return "refund_asked";
    }
    const wasMoved = await transitionOrder(db, orderId, newStatus, { ...details, now });
    if (wasMoved && newStatus === "cancelled") await refundRemainingAmount(app, db, orderId, "order_cancelled");
    return wasMoved ? "moved" : "was_there";
  });
}

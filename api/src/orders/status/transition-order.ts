import { restockItems } from "../../catalog/products/stock.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { issuePurchasedGiftCards } from "../../gift-cards/purchases/send-gift-cards.ts";
import { notifyCustomer } from "../emails/notifications.ts";
import { updateAdjustments } from "./adjustments.ts";
import { cancelableStatuses, canTransition } from "./order-state-machine.ts";
import { type CancelCause, type OrderStatus, refusals } from "../schema.ts";
import { addHistory, type LockedOrder, lockOrder, listOrderItems, updateStatus } from "../sql.ts";
import { isValidTrackingNumber } from "./tracking.ts";

/** Details of a status change. `tracking` is the tracking number of the parcel. */
export type TransitionDetails = { now: Date; note?: string; tracking?: string; cause?: CancelCause };

/**
 * Changes the status of an order, records it in the order history, notifies the customer and applies the consequences:
 * the goods of a canceled order return to stock, and promo code, gift card and loyalty points are updated
 * (`updateAdjustments`).
 * @returns true if the status changed, false if the order already had it.
 * @throws refusal `order_not_found`, `order_move_not_allowed` or `tracking_number_invalid`.
 */
export async function transitionOrder(
  db: Tx,
  orderId: number,
  to: OrderStatus,
  details: TransitionDetails,
): Promise<boolean> {
  const order = await lockOrder(db, orderId);
  if (!order) throw refuse(refusals, "order_not_found");
  if (order.status === to) return false;
  if (!canTransition(order.status, to, order.products_minor > 0))
    throw refuse(refusals, "order_move_not_allowed", { params: { from: order.status, to } });
  if (details.tracking !== undefined && !isValidTrackingNumber(details.tracking))
    throw refuse(refusals, "tracking_number_invalid");
  if (order.is_stock_reserved && to === "cancelled") await restockOrderItems(db, orderId);
  // Shipped goods are not returned to stock automatically: a returned parcel is inspected first.
  const stockHeld = order.is_stock_reserved && to !== "cancelled" && to !== "shipped";
  await updateStatus(db, orderId, to, details.now, { tracking: details.tracking, stockHeld });
  const cause = to === "cancelled" ? (details.cause ?? "shop") : null;
  await addHistory(db, orderId, { status: to, created_at: details.now, note: details.note ?? "", cause });
  // For an order that contains only gift cards, the gift card emails replace the delivery notification.
  if (order.products_minor > 0 || to !== "delivered")
    await notifyCustomer(db, orderId, cause === "expired" ? "expired" : to);
  await updateAdjustments(db, order, to, details.now);
  if (to === "paid" && order.purchased_gift_cards_minor > 0) await issueAndDeliverGiftCards(db, order, details.now);
  return true;
}

/** Returns all items of an order to stock. */
export async function restockOrderItems(db: Tx, orderId: number): Promise<void> {
  await restockItems(db, await listOrderItems(db, orderId));
}

/** Issues the gift cards of a paid order. An order without other items is delivered once all of them are sent. */
async function issueAndDeliverGiftCards(db: Tx, order: LockedOrder, now: Date): Promise<void> {
  const areAllSent = await issuePurchasedGiftCards(db, order.id, now);
  if (areAllSent && order.products_minor === 0) await transitionOrder(db, order.id, "delivered", { now });
}

/**
 * Cancels an order on behalf of its customer, which is allowed until it is packed, and returns its goods to stock.
 * Refunding the payment is up to the caller.
 * @returns false if the order was already canceled.
 * @throws refusal `order_not_found` or `order_not_cancellable`.
 */
export async function cancelCustomerOrder(db: Tx, customerId: number, id: number, now: Date): Promise<boolean> {
  const order = await lockOrder(db, id);
  if (order?.customer_id !== customerId) throw refuse(refusals, "order_not_found");
  if (order.status === "cancelled") return false;
  if (!cancelableStatuses.includes(order.status)) throw refuse(refusals, "order_not_cancellable");
  return transitionOrder(db, id, "cancelled", { now, cause: "customer" });
}

/** Locks an order until the end of the transaction and returns its status. @throws refusal `order_not_found`. */
export async function lockOrderAndGetStatus(db: Tx, id: number): Promise<OrderStatus> {
  const order = await lockOrder(db, id);
  if (!order) throw refuse(refusals, "order_not_found");
  return order.status;
}

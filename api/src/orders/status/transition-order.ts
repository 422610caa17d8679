import { restockItems } from "../../catalog/products/stock.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import type { OrderEventHandler } from "../../platform/order-events.ts";
import { areAllSent } from "../../gift-cards/purchases/purchases.ts";
import { cancelableStatuses, canTransition } from "./order-state-machine.ts";
import { type CancelCause, type OrderStatus, refusals } from "../schema.ts";
import { hasReturnedDelivery, listOtherParcelOrders, promiseArrival } from "../parcel/parcel-orders.ts";
import { addHistory, lockOrder, markLinesRestocked, updateStatus } from "../sql.ts";
import { isValidTrackingNumber } from "./tracking.ts";

/** The function of the order event handlers that is called for each status; an order never changes to the first one. */
const handlerByStatus = {
  awaiting_payment: null,
  paid: "onPaid",
  packing: "onPacking",
  shipped: "onShipped",
  delivered: "onDelivered",
  cancelled: "onCanceled",
  returned: "onReturned",
  refunded: "onRefunded",
} as const satisfies Record<OrderStatus, keyof OrderEventHandler | null>;

/**
 * Details of a status change. `tracking` is the tracking number of the parcel; `actor` is the member of staff, command or
 * job that changes the status.
 */
export type TransitionDetails = { now: Date; note?: string; tracking?: string; cause?: CancelCause; actor?: Actor };

/** The statuses to which all orders of a parcel change together. */
const parcelStatuses: ReadonlySet<OrderStatus> = new Set(["packing", "shipped", "delivered"]);

/**
 * Changes the status of an order, records it in the order history and calls the order event handlers. The goods of a
 * canceled order return to stock. Orders that are sent together are packed, shipped and delivered together, and come back
 * together if they do so on the way.
 * @returns true if the status changed, false if the order already had it.
 * @throws refusal `order_not_found`, `order_move_not_allowed`, `order_not_confirmed` or `tracking_number_invalid`.
 */
export async function transitionOrder(
  app: Pick<AppContext, "orderEventHandlers">,
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
  if (to === "paid" && order.lacks_duty_confirmation) throw refuse(refusals, "order_not_confirmed");
  if (details.tracking !== undefined && !isValidTrackingNumber(details.tracking))
    throw refuse(refusals, "tracking_number_invalid");
  if (order.is_stock_reserved && to === "cancelled") await restockOrderLines(db, orderId, null, "release");
  // Shipped goods are not returned to stock automatically: a returned parcel is inspected first.
  const stockHeld = order.is_stock_reserved && to !== "cancelled" && to !== "shipped";
  await updateStatus(db, orderId, to, details.now, { tracking: details.tracking, stockHeld });
  if (to === "paid") await promiseArrival(db, [orderId]);
  const cause = to === "cancelled" ? (details.cause ?? "shop") : null;
  const entry = { status: to, created_at: details.now, note: details.note ?? "", cause };
  await addHistory(db, orderId, entry, details.actor ?? null);
  const onChange = handlerByStatus[to];
  const event = { order, cause, now: details.now };
  if (onChange) for (const handler of app.orderEventHandlers) await handler[onChange]?.(db, event);
  if (parcelStatuses.has(to) || (order.status === "shipped" && to === "returned"))
    for (const id of await listOtherParcelOrders(db, orderId)) await transitionOrder(app, db, id, to, details);
  // An order that contains only gift cards is delivered once all of them are sent.
  const hasOnlyGiftCards = order.products_minor === 0 && order.purchased_gift_cards_minor > 0;
  if (to === "paid" && hasOnlyGiftCards && (await areAllSent(db, orderId)))
    await transitionOrder(app, db, orderId, "delivered", { now: details.now });
  return true;
}

/**
 * Returns pieces of an order to stock, each of them at most once. The order's row must be locked.
 * @param lines the pieces of each line; null for all that are not back yet
 * @param kind `release` if they have not left the store, `return` if they came back
 * @returns false, without a change of the stock, if a line has fewer pieces that are not back
 */
export async function restockOrderLines(
  db: Tx,
  orderId: number,
  lines: readonly { line: number; qty: number }[] | null,
  kind: "release" | "return",
): Promise<boolean> {
  const items = await markLinesRestocked(db, orderId, lines);
  if (items) await restockItems(db, items, { kind, orderId });
  return items !== null;
}

/**
 * Cancels an order on behalf of its customer, which is allowed until it is packed, and returns its goods to stock.
 * Refunding the payment is up to the caller.
 * @returns false if the order was already canceled.
 * @throws refusal `order_not_found`, `order_not_cancellable`, or `order_carries_another` if it pays the delivery of another
 * order, whose own was returned.
 */
export async function cancelCustomerOrder(
  app: Pick<AppContext, "orderEventHandlers">,
  db: Tx,
  customerId: number,
  id: number,
  now: Date,
): Promise<boolean> {
  const order = await lockOrder(db, id);
  if (order?.customer_id !== customerId) throw refuse(refusals, "order_not_found");
  if (order.status === "cancelled") return false;
  if (!cancelableStatuses.includes(order.status)) throw refuse(refusals, "order_not_cancellable");
  if (await hasReturnedDelivery(db, id)) throw refuse(refusals, "order_carries_another");
  return transitionOrder(app, db, id, "cancelled", { now, cause: "customer" });
}

/** Locks an order, and those that are sent with it, until the end of the transaction and returns its status. @throws refusal `order_not_found`. */
export async function lockOrderAndGetStatus(db: Tx, id: number): Promise<OrderStatus> {
  const order = await lockOrder(db, id);
  if (!order) throw refuse(refusals, "order_not_found");
  return order.status;
}

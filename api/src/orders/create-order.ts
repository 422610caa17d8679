import { randomInt } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { afterCommit, type Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { RedeemedAdjustments } from "../platform/order-events.ts";
import { insertOrder, type NewOrder, type NewOrderLine } from "./insert-order.ts";

export type { NewOrder, NewOrderLine } from "./insert-order.ts";
export type { PickupPointSnapshot } from "./sql.ts";

/** Metrics count these messages (server/src/telemetry/store-counters.ts). */
const orderPlaced = channel("furoshiki.order_placed");

/**
 * Creates an order with its lines and the first entry of its history, and calls the order event handlers, which redeem
 * what it is paid with besides money. The order number is random so that it does not disclose how many orders exist; if
 * it is taken, another one is drawn.
 * @returns the order number.
 */
export async function createOrder(
  { orderEventHandlers }: Pick<AppContext, "orderEventHandlers">,
  db: Tx,
  order: Omit<NewOrder, "id">,
  lines: NewOrderLine[],
  redeemed: RedeemedAdjustments,
): Promise<number> {
  for (;;) {
    const orderId = randomInt(100_000_000, 1_000_000_000);
    const inserted = await insertOrder(db, { ...order, id: orderId }, lines);
    if (!inserted) continue;
    afterCommit(db, () => orderPlaced.publish({ source: order.source }));
    const { customer_id: customerId, locale, total_minor: totalMinor, placed_at: now } = order;
    const isFromCart = order.source === "storefront";
    const event = { orderId, customerId, email: inserted.email, locale, totalMinor, redeemed, isFromCart, now };
    for (const handler of orderEventHandlers) await handler.onPlaced?.(db, event);
    return orderId;
  }
}

import type { OrderEventHandler } from "../platform/order-events.ts";
import { checkCustoms, requireCustomsData } from "./check-customs.ts";

/** Checks the customs data of a paid order, and lets no order leave without it. */
export const fulfillmentOrderEvents: OrderEventHandler = {
  onPaid: async (db, { order, now }) => void (await checkCustoms(db, [order.id], now)),
  onShipped: async (db, { order, now }) => requireCustomsData(db, order.id, now),
};

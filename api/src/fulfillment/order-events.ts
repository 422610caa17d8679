import { refuse } from "../platform/http/errors.ts";
import type { OrderEventHandler } from "../platform/order-events.ts";
import { checkCustoms, requireCustomsData } from "./check-customs.ts";
import { requestCancellation } from "./carrier-orders/sql.ts";
import { refusals } from "./shipments/schema.ts";
import { shipRemainingShipments } from "./shipments/ship-shipment.ts";
import { insertStoreEvents, lockOrderShipments, updateShipmentStatuses } from "./shipments/sql.ts";

/**
 * Checks the customs data of a paid order, and lets no order be packed or leave without it. The shipments follow their order; one of
 * which a part has left cannot be canceled.
 */
export const fulfillmentOrderEvents: OrderEventHandler = {
  onPaid: async (db, { order, now }) => void (await checkCustoms(db, [order.id], now)),
  onPacking: async (db, { order, now }) => requireCustomsData(db, order.id, now),
  onShipped: async (db, { order, now }) => {
    await requireCustomsData(db, order.id, now);
    await shipRemainingShipments(db, order.id, now);
  },
  onDelivered: async (db, { order, now }) => {
    const ids = await updateShipmentStatuses(db, order.id, ["shipped"], "delivered");
    await insertStoreEvents(db, ids, "delivered", now);
  },
  onReturned: async (db, { order, now }) => {
    const ids = await updateShipmentStatuses(db, order.id, ["shipped", "delivered"], "returned");
    await insertStoreEvents(db, ids, "returned", now);
  },
  onCanceled: async (db, { order, now }) => {
    const shipments = await lockOrderShipments(db, order.id);
    if (shipments.some(({ status }) => status !== "open" && status !== "packed"))
      throw refuse(refusals, "order_partly_shipped");
    const ids = shipments.map(({ id }) => id);
    await requestCancellation(db, ids, now);
    await updateShipmentStatuses(db, order.id, ["open", "packed"], "canceled");
  },
};

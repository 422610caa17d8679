import { hasParcelStatus, separateOrders } from "../orders/parcel/parcel-orders.ts";
import type { OrderEventHandler } from "../platform/order-events.ts";
import { checkCustoms, requireCustomsData } from "./check-customs.ts";
import { cancelUnsentShipments } from "./shipments/cancel-shipments.ts";
import { shipRemainingShipments } from "./shipments/ship-shipment.ts";
import { insertStoreEvents, updateShipmentStatuses } from "./shipments/sql.ts";

/**
 * Checks the customs data of a paid order, and lets no order be packed or leave without it. The shipments follow their order; one of
 * which a part has left cannot be canceled. A canceled order is sent with no other one: what was packed of them is packed again.
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
    // Of orders that were sent together, one may be returned on its own after the delivery.
    if (!(await hasParcelStatus(db, order.id, "returned"))) return;
    const ids = await updateShipmentStatuses(db, order.id, ["shipped", "delivered"], "returned");
    await insertStoreEvents(db, ids, "returned", now);
  },
  onCanceled: async (db, { order, now }) => {
    await cancelUnsentShipments(db, order.id, now);
    await separateOrders(db, order.id, now);
  },
};

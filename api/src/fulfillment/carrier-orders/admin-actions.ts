import { getStaffId } from "../../orders/staff/assignee.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { requireShipmentAndOrder } from "../shipments/lock-shipment.ts";
import { cancelRequest, type CarrierOrderChange, registerRequest } from "./admin-schema.ts";
import { cancelRegisteredOrder, registerOrder } from "./register-order.ts";
import { type CarrierOrderRow, serializeCarrierOrder } from "./sql.ts";

const shipmentSubject = ({ id }: { id: number }) => ({ kind: "shipment", id });
const noStepUp = () => false;

/** Requests an order at CDEK for a packed shipment. The endpoint sends it after the commit. */
export const registerCarrierOrder = adminAction({
  name: "shipment.carrier_order_requested",
  permission: "orders:fulfill",
  params: idParams,
  input: registerRequest,
  subject: shipmentSubject,
  stepUp: noStepUp,
  run: async (tx, { id }, _input, { app, actor, now }) => {
    const { shipment } = await requireShipmentAndOrder(tx, id);
    const { order, isNew } = await registerOrder(app, tx, shipment, { staffId: getStaffId(actor), now });
    return {
      result: createResult(shipment.order_id, order),
      changes: isNew ? [{ field: "carrier_order", from: null, to: order.reference }] : null,
    };
  },
  inverse: ({ params }) => ({ action: "shipment.carrier_order_canceled", params, input: {} }),
});

/** Has the order of a shipment deleted at CDEK. */
export const cancelCarrierOrder = adminAction({
  name: "shipment.carrier_order_canceled",
  permission: "orders:fulfill",
  params: idParams,
  input: cancelRequest,
  subject: shipmentSubject,
  stepUp: noStepUp,
  run: async (tx, { id }, _input, { now }) => {
    const { shipment } = await requireShipmentAndOrder(tx, id);
    const { order, wasCurrent } = await cancelRegisteredOrder(tx, shipment, now);
    return {
      result: createResult(shipment.order_id, order),
      changes: wasCurrent ? [{ field: "carrier_order", from: order.reference, to: null }] : null,
    };
  },
  inverse: null,
});

function createResult(orderId: number, order: CarrierOrderRow): CarrierOrderChange {
  return { shipment_id: order.shipment_id, order_id: orderId, carrier_order: serializeCarrierOrder(order) };
}

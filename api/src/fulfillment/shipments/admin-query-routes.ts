import { orderParams } from "../../orders/admin-schema.ts";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { type AdminApi, adminQuery } from "../../staff/admin-endpoint.ts";
import { orderShipments, packingOrder, shipment, shipmentListQuery, shipmentPage } from "./admin-schema.ts";
import { refusals } from "./schema.ts";
import { getOrderShipments, getPackingOrder, getShipment, getShipmentPage } from "./shipment-queries.ts";

const { order_not_found } = orderRefusals;
const { shipment_not_found } = refusals;

/** Endpoints that return shipments (docs/domain/fulfillment.md). */
export function shipmentQueryRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/shipments",
    permission: "orders:fulfill",
    summary: "List the shipments with a status, one page, in the order in which they were packed",
    query: shipmentListQuery,
    response: shipmentPage,
    handler: async ({ app, query }) => ({ data: await getShipmentPage(app, query) }),
  });
  adminQuery(api, {
    path: "/shipments/{id}",
    permission: "orders:fulfill",
    summary: "Return a shipment with its items; of the customer it has only what is printed on the label",
    params: idParams,
    response: shipment,
    refusals: { shipment_not_found },
    handler: async ({ app, params }) => ({ data: await getShipment(app, params.id) }),
  });
  adminQuery(api, {
    path: "/orders/{id}/packing",
    permission: "orders:fulfill",
    summary: "Return what the packing station shows of an order, with its shipments",
    params: orderParams,
    response: packingOrder,
    refusals: { order_not_found },
    handler: async ({ app, params, now }) => ({ data: await getPackingOrder(app, params.id, now) }),
  });
  adminQuery(api, {
    path: "/orders/{id}/shipments",
    permission: "orders:read",
    summary: "Return the shipments of an order with their events",
    params: orderParams,
    response: orderShipments,
    refusals: { order_not_found },
    handler: async ({ app, params }) => ({ data: await getOrderShipments(app, params.id) }),
  });
}

import { type AdminApi, adminEndpoint } from "../../staff/admin-endpoint.ts";
import { refusals as shipmentRefusals } from "../shipments/schema.ts";
import type * as Actions from "./admin-actions.ts";
import { carrierOrderChange } from "./admin-schema.ts";
import { submitRequest } from "./register-order.ts";
import { refusals } from "./schema.ts";

const { shipment_not_found, shipment_not_packed } = shipmentRefusals;
const { carrier_not_set_up, carrier_not_used, carrier_order_not_found, carrier_refused, carrier_unavailable } =
  refusals;

/**
 * Endpoints by which shipments are registered at their carrier (docs/domain/fulfillment.md).
 * @param actions passed by `buildAdminApi`, since they need the files of many modules
 */
export const carrierOrderRoutes = (actions: typeof Actions) => (api: AdminApi) => {
  adminEndpoint(api, {
    method: "post",
    path: "/shipments/{id}/cdek-order",
    action: actions.registerCarrierOrder,
    summary: "Register a packed shipment at CDEK; a request that is sent again changes nothing",
    response: carrierOrderChange,
    refusals: {
      ...{ shipment_not_found, shipment_not_packed, carrier_not_set_up, carrier_not_used },
      ...{ carrier_refused, carrier_unavailable },
    },
    complete: async (app, result) => ({ ...result, carrier_order: await submitRequest(app, result.shipment_id) }),
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/shipments/{id}/cdek-order",
    action: actions.cancelCarrierOrder,
    summary: "Have the order of a shipment that has not left deleted at CDEK",
    response: carrierOrderChange,
    refusals: { shipment_not_found, shipment_not_packed, carrier_order_not_found },
  });
};

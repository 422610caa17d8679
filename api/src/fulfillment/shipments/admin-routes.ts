import { refusals as orderRefusals } from "../../orders/schema.ts";
import { refusals as orderWorkRefusals } from "../../orders/staff/admin-schema.ts";
import { type AdminApi, adminEndpoint } from "../../staff/admin-endpoint.ts";
import { refusals as customsRefusals } from "../schema.ts";
import type * as Actions from "./admin-actions.ts";
import { scannedPiece, shipmentChange } from "./admin-schema.ts";
import { refusals } from "./schema.ts";

const { order_not_found, tracking_number_invalid, tracking_number_used } = orderRefusals;
const { shipment_not_found, shipment_not_open, shipment_not_packed, wrong_item_scanned, option_not_identified } =
  refusals;
const { scan_not_found, scan_id_reused, weight_differs, shipment_incomplete, split_not_possible } = refusals;

/**
 * Endpoints by which staff pack, weigh and ship (docs/domain/fulfillment.md).
 * @param actions passed by `buildAdminApi`, since they need the files of many modules
 */
export const shipmentRoutes = (actions: typeof Actions) => (api: AdminApi) => {
  addPackingEndpoints(api, actions);
  addShipmentEndpoints(api, actions);
};

function addPackingEndpoints(api: AdminApi, actions: typeof Actions): void {
  adminEndpoint(api, {
    method: "post",
    path: "/shipments",
    summary: "Open the shipment of an order that is being packed, or create it",
    action: actions.createShipment,
    response: shipmentChange,
    refusals: {
      ...{ order_not_found, shipment_not_open },
      order_not_in_packing: refusals.order_not_in_packing,
      assigned_to_other: orderWorkRefusals.assigned_to_other,
    },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/shipments/{id}/scans",
    summary: "Put a piece into the box; a scan that is sent again changes nothing",
    action: actions.scanPiece,
    response: scannedPiece,
    refusals: { shipment_not_found, shipment_not_open, scan_id_reused, wrong_item_scanned, option_not_identified },
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/shipments/{id}/scans/{scan_id}",
    summary: "Take a piece out of the box again",
    action: actions.removePiece,
    response: scannedPiece,
    refusals: { shipment_not_found, shipment_not_open, scan_not_found },
  });
}

function addShipmentEndpoints(api: AdminApi, actions: typeof Actions): void {
  adminEndpoint(api, {
    method: "patch",
    path: "/shipments/{id}",
    summary: "Store the measured weight; with it a shipment that has all its pieces is packed",
    action: actions.weighPackedShipment,
    response: shipmentChange,
    refusals: { shipment_not_found, shipment_not_open, shipment_incomplete, weight_differs },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/shipments/{id}/reopen",
    summary: "Open a packed shipment again",
    action: actions.reopenPackedShipment,
    response: shipmentChange,
    refusals: { shipment_not_found, shipment_not_packed },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/shipments/{id}/split",
    summary: "Move pieces that are not packed to a new shipment",
    action: actions.splitOpenShipment,
    response: shipmentChange,
    refusals: { shipment_not_found, shipment_not_open, split_not_possible },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/shipments/{id}/ship",
    summary: "Hand a packed shipment over to the carrier; the order is shipped with the last of its shipments",
    action: actions.shipPackedShipment,
    response: shipmentChange,
    refusals: {
      ...{ shipment_not_found, shipment_not_packed, tracking_number_invalid, tracking_number_used },
      ...customsRefusals,
    },
  });
}

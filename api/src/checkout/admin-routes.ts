import { refusals as customsRefusals } from "../fulfillment/schema.ts";
import { refusals as adminRefusals, statusChange } from "../orders/staff/admin-schema.ts";
import { refusals } from "../orders/schema.ts";
import { type AdminApi, adminEndpoint } from "../staff/admin-endpoint.ts";
import { cancelOrderByStaff, markDelivered, markReturned, shipOrder, startPacking } from "./admin-actions.ts";

const { order_not_found, order_move_not_allowed, tracking_number_invalid, tracking_number_used } = refusals;
const { state_changed, assigned_to_other } = adminRefusals;
const statusRefusals = { order_not_found, order_move_not_allowed, state_changed };
const parcelRefusals = { ...statusRefusals, ...customsRefusals, assigned_to_other };

/** Endpoints that change the status of an order (docs/domain/orders.md). */
export function adminOrderStatusRoutes(api: AdminApi): void {
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/start-packing",
    summary: "Start packing a paid order",
    action: startPacking,
    response: statusChange,
    refusals: parcelRefusals,
  });
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/ship",
    summary: "Hand a packed order over to the carrier",
    action: shipOrder,
    response: statusChange,
    refusals: { ...parcelRefusals, tracking_number_invalid, tracking_number_used },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/mark-delivered",
    summary: "Record that the customer has received the parcel",
    action: markDelivered,
    response: statusChange,
    refusals: statusRefusals,
  });
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/mark-returned",
    summary: "Record that the parcel has come back",
    action: markReturned,
    response: statusChange,
    refusals: statusRefusals,
  });
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/cancel",
    summary: "Cancel an order that is not shipped, and refund what was paid",
    action: cancelOrderByStaff,
    isApprovable: true,
    response: statusChange,
    refusals: statusRefusals,
  });
}

import { refusals as shipmentRefusals } from "../fulfillment/shipments/schema.ts";
import { orderParams } from "../orders/admin-schema.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../staff/admin-endpoint.ts";
import { adminRefusals, joinCandidates, separatedOrders } from "./admin-schema.ts";
import type { OrderJoining } from "./order-joining.ts";
import { joinOutcome, refusals } from "./schema.ts";

const { order_not_found, order_move_not_allowed } = orderRefusals;
const { orders_not_joinable, join_raises_duty } = refusals;

/** Endpoints by which staff have orders sent in one parcel, or alone again (docs/domain/joined-orders.md). */
export const adminJoinedOrderRoutes = (joining: OrderJoining) => (api: AdminApi) => {
  adminQuery(api, {
    path: "/orders/{id}/join-candidates",
    permission: "orders:read",
    summary: "List the other orders of the customer that wait to be sent, with the reasons that prevent one parcel",
    params: orderParams,
    response: joinCandidates,
    refusals: { order_not_found },
    handler: async ({ db, params: { id }, now }) => ({ data: await joining.getJoinCandidates(db, id, now) }),
  });
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/joined-orders",
    summary: "Send an order in one parcel with another one; what was paid for the second delivery is returned",
    action: joining.joinOrdersAction,
    isApprovable: true,
    response: joinOutcome,
    refusals: { order_not_found, orders_not_joinable, join_raises_duty },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/separate",
    summary: "Send joined orders alone again; what was packed of them is packed again",
    action: joining.separateOrdersAction,
    response: separatedOrders,
    refusals: {
      ...{ order_not_found, order_move_not_allowed, ...adminRefusals },
      order_partly_shipped: shipmentRefusals.order_partly_shipped,
    },
  });
};

import { refusals as orderRefusals } from "../orders/schema.ts";
import { refusals as previewRefusals } from "../platform/changes/schema.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { idParams } from "../platform/http/id-params.ts";
import type { CustomerJoining } from "./customer-joining.ts";
import { joinOutcome, joinRequest, orderJoining, previewJoinRequest, refusals } from "./schema.ts";

const { order_not_found } = orderRefusals;
const { orders_not_joinable, join_outdated } = refusals;

/** Endpoints by which customers have their paid orders sent in one parcel (docs/domain/joined-orders.md). */
export const joinedOrderRoutes = (joining: CustomerJoining) => (api: Api) => {
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}/joined-orders",
    auth: "customer",
    summary: "Get the orders in the parcel of an order, and those with which it could be sent in one parcel",
    params: idParams,
    response: orderJoining,
    refusals: { order_not_found },
    handler: async ({ db, customer, params, now }) => ({
      data: await joining.getOwnOrderJoining(db, { customerId: customer.id, orderId: params.id }, now),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/joined-orders/preview",
    auth: "customer",
    summary: "Preview sending an order in one parcel with another one",
    params: idParams,
    body: previewJoinRequest,
    response: joinOutcome,
    refusals: { order_not_found, orders_not_joinable, ...previewRefusals },
    handler: async ({ app, customer, params, body }) => ({
      data: await joining.previewOwnJoin(app, { customerId: customer.id, orderId: params.id }, body.order_id),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/joined-orders",
    auth: "customer",
    summary:
      "Send a paid order in one parcel with another one; what was paid for the second delivery is returned. `Idempotency-Key` is required",
    params: idParams,
    body: joinRequest,
    response: joinOutcome,
    refusals: { order_not_found, orders_not_joinable, join_outdated },
    handler: async ({ app, customer, params, body, idempotencyKey: key }) => ({
      data: await joining.joinOwnOrders(app, { customerId: customer.id, orderId: params.id, key }, body),
    }),
  });
};

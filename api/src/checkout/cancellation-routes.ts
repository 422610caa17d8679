import { order, refusals as orderRefusals } from "../orders/schema.ts";
import { getOrder } from "../orders/service.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { idParams } from "../platform/http/id-params.ts";
import { cancelOrder } from "./cancel-order.ts";

/** Endpoint by which customers cancel their orders. */
export function orderCancellationRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/cancel",
    auth: "customer",
    summary: "Cancel an order until it is packed; payments are refunded",
    params: idParams,
    response: order,
    refusals: orderRefusals,
    handler: async ({ app, db, customer, params, locale }) => {
      await cancelOrder(app, customer.id, params.id);
      return { data: await getOrder(db, customer.id, params.id, locale) };
    },
  });
}

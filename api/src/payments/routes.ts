import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { orderParams, payment, paymentParams, refusals } from "./schema.ts";
import { getPayment, getOrCreateOrderPayment } from "./service.ts";

const { payment_not_found } = refusals;

/** Endpoints for the payments of orders. */
export function paymentRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/payments/{id}",
    auth: "anyone",
    summary: "Get a payment by its unguessable id",
    params: paymentParams,
    response: payment,
    refusals: { payment_not_found },
    handler: async ({ app, db, params, locale }) => ({ data: await getPayment(app, db, params.id, locale) }),
  });

  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/payment",
    auth: "customer",
    summary: "Get the open payment of an unpaid order, or create one if the last was canceled",
    params: orderParams,
    response: payment,
    refusals: orderRefusals,
    handler: async ({ app, customer, params, locale }) => ({
      data: await getOrCreateOrderPayment(app, customer.id, params.id, locale),
    }),
  });
}

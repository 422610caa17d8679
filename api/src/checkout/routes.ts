import { type Api, endpoint } from "../platform/http.ts";
import { placedOrder, placeOrderRequest, refusals } from "./schema.ts";
import { placeOrder } from "./service.ts";

export function checkoutRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/user/orders",
    who: "customer",
    summary: "Places the order of the cart; needs an Idempotency-Key",
    body: placeOrderRequest,
    answer: placedOrder,
    status: 201,
    refusals,
    handler: async ({ db, customer, locale, currency, now, ip, userAgent, idempotencyKey, body }) => ({
      data: await placeOrder(db, body, {
        customerId: customer.id,
        email: customer.email,
        locale,
        currency,
        now,
        ip,
        userAgent,
        key: idempotencyKey,
      }),
    }),
  });
}

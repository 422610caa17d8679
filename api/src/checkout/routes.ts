import type { CartCalculator } from "../cart/cart-calculator.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { placedOrder, placeOrderRequest, refusals } from "./schema.ts";
import { placeOrder } from "./service.ts";

/** Endpoint that places the order of a cart. */
export function checkoutRoutes(api: Api, calculator: CartCalculator): void {
  endpoint(api, {
    method: "post",
    path: "/user/orders",
    auth: "customer",
    summary: "Place the order of the cart; requires an Idempotency-Key",
    body: placeOrderRequest,
    response: placedOrder,
    status: 201,
    refusals,
    handler: async ({ app, customer, locale, currency, now, ipAddress, userAgent, idempotencyKey, body }) => ({
      data: await placeOrder(app, calculator, body, {
        customerId: customer.id,
        locale,
        currency,
        now,
        ip: ipAddress,
        userAgent,
        key: idempotencyKey,
      }),
    }),
  });
}

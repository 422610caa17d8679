import type { CartCalculator } from "../cart/cart-calculator.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { placedOrder, placeOrderRequest, refusals } from "./schema.ts";
import type { placeOrder as PlaceOrder } from "./service.ts";

/**
 * Endpoint that places the order of a cart.
 * @param placeOrder passed by `buildApi`, since it applies the rules of many modules
 */
export function checkoutRoutes(api: Api, calculator: CartCalculator, placeOrder: typeof PlaceOrder): void {
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

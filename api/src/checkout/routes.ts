import { cart } from "../cart/schema.ts";
import { order, refusals as orderRefusals } from "../orders/schema.ts";
import { getOrder } from "../orders/service.ts";
import { type Api, endpoint } from "../platform/http.ts";
import { idParams } from "../platform/ids.ts";
import { text } from "../platform/texts.ts";
import { placedOrder, placeOrderRequest, refusals } from "./schema.ts";
import { callOff, repeatOrder } from "./second-thoughts.ts";
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
    handler: async ({ house, db, customer, locale, currency, now, ip, userAgent, idempotencyKey, body }) => ({
      data: await placeOrder(db, body, {
        customerId: customer.id,
        email: customer.email,
        locale,
        currency,
        now,
        ip,
        userAgent,
        key: idempotencyKey,
        providers: house.config.paymentProviders,
      }),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/cancel",
    who: "customer",
    summary: "Calls an order off until it is packed; what was paid goes back",
    params: idParams,
    answer: order,
    refusals: orderRefusals,
    handler: async ({ house, db, customer, params, locale }) => {
      await callOff(house, customer.id, params.id);
      return { data: await getOrder(db, customer.id, params.id, locale) };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/repeat",
    who: "customer",
    summary: "Puts into the cart what is still sold of an order; stock_check tells the rest",
    params: idParams,
    answer: cart,
    refusals: orderRefusals,
    handler: async ({ house, db, customer, params, locale, currency, now }) => {
      const providers = house.config.paymentProviders;
      const data = await repeatOrder(db, params.id, { customerId: customer.id, locale, currency, now, providers });
      return data.stock_check?.length ? { data, message: text(locale, "order_repeated_in_part") } : { data };
    },
  });
}

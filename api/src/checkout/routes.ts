import { cart } from "../cart/schema.ts";
import { order, refusals as orderRefusals } from "../orders/schema.ts";
import { getOrder } from "../orders/service.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { idParams } from "../platform/http/id-params.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { placedOrder, placeOrderRequest, refusals } from "./schema.ts";
import { cancelOrder, reorder } from "./order-actions.ts";
import { placeOrder } from "./service.ts";

export function checkoutRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/user/orders",
    auth: "customer",
    summary: "Place the order of the cart; requires an Idempotency-Key",
    body: placeOrderRequest,
    response: placedOrder,
    status: 201,
    refusals,
    handler: async ({ app, db, customer, locale, currency, now, ipAddress, userAgent, idempotencyKey, body }) => ({
      data: await placeOrder(db, body, {
        customerId: customer.id,
        email: customer.email,
        locale,
        currency,
        now,
        ip: ipAddress,
        userAgent,
        key: idempotencyKey,
        providers: app.config.paymentProviders,
      }),
    }),
  });
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
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/repeat",
    auth: "customer",
    summary: "Add to the cart what is still sold of an order; stock_check lists the rest",
    params: idParams,
    response: cart,
    refusals: orderRefusals,
    handler: async ({ app, db, customer, params, locale, currency, now }) => {
      const providers = app.config.paymentProviders;
      const data = await reorder(db, params.id, { customerId: customer.id, locale, currency, now, providers });
      return data.stock_check?.length ? { data, message: formatMessage(locale, "order_repeated_in_part") } : { data };
    },
  });
}

import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { withIdempotency } from "../platform/http/idempotency.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { confirmPayment } from "./attempts/attempts.ts";
import { switchPaymentMethod } from "./change-method.ts";
import {
  changeMethodRequest,
  confirmRequest,
  orderParams,
  payment,
  paymentParams,
  refusals,
  webhookParams,
  webhookResponse,
} from "./schema.ts";
import { getPayment, getOrCreateOrderPayment } from "./service.ts";
import { receiveWebhook } from "./webhooks/webhooks.ts";

const { payment_not_found, payment_ended, payment_in_progress, payment_not_offered, gateway_unavailable } = refusals;
const methodRefusals = {
  ...{ payment_not_found, payment_ended, payment_in_progress, payment_not_offered, gateway_unavailable },
};
const { webhook_provider_unknown, webhook_signature_invalid, ...confirmRefusals } = refusals;

export function paymentRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/payments/{id}",
    auth: "anyone",
    summary: "Get a payment by its unguessable id",
    params: paymentParams,
    response: payment,
    refusals: { payment_not_found: refusals.payment_not_found },
    handler: async ({ app, db, params, locale }) => ({ data: await getPayment(app, db, params.id, locale) }),
  });

  endpoint(api, {
    method: "post",
    path: "/payments/{id}/confirm",
    auth: "anyone",
    summary: "Confirm a payment, with a card token if required; needs an Idempotency-Key",
    params: paymentParams,
    body: confirmRequest,
    response: payment,
    refusals: confirmRefusals,
    handler: async ({ app, db, params: { id }, body, idempotencyKey: key, locale }) => {
      await confirmPayment(app, { id, cardToken: body.card_token ?? null, key });
      // `confirmPayment` uses the key to repeat the attempt; here it repeats the first response.
      const idempotentRequest = { scope: `payments.confirmed:${id}`, key, body };
      return { data: await withIdempotency(db, idempotentRequest, (tx) => getPayment(app, tx, id, locale)) };
    },
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

  endpoint(api, {
    method: "post",
    path: "/payments/{id}/method",
    auth: "anyone",
    summary: "Change the payment method: cancels the payment and returns the one that replaces it",
    params: paymentParams,
    body: changeMethodRequest,
    response: payment,
    refusals: methodRefusals,
    handler: async ({ app, db, params, body, locale }) => {
      const id = await switchPaymentMethod(app, params.id, body.method);
      return { data: await getPayment(app, db, id, locale) };
    },
  });

  endpoint(api, {
    method: "post",
    path: "/webhooks/{provider}",
    auth: "anyone",
    summary: "Receive a payment provider's webhook; its signature is verified against the raw body",
    params: webhookParams,
    response: webhookResponse,
    refusals: {
      webhook_provider_unknown,
      webhook_signature_invalid,
    },
    handler: async ({ app, params, honoContext }) => {
      const body = Buffer.from(await honoContext.req.arrayBuffer());
      await receiveWebhook(app, params.provider, honoContext.req.raw.headers, body);
      return { data: { received: true } };
    },
  });
}

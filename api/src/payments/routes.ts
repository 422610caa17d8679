import { type Api, endpoint } from "../platform/http.ts";
import { withIdempotency } from "../platform/idempotency.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { confirmPayment } from "./attempts.ts";
import { changeMethod } from "./change-method.ts";
import {
  changeMethodRequest,
  confirmRequest,
  orderParams,
  payment,
  paymentParams,
  refusals,
  webhookParams,
  webhookTaken,
} from "./schema.ts";
import { getPayment, paymentOfOrder } from "./service.ts";
import { takeWebhook } from "./webhooks.ts";

const { payment_not_found, payment_ended, payment_in_progress, payment_not_offered, gateway_unavailable } = refusals;
const methodRefusals = {
  ...{ payment_not_found, payment_ended, payment_in_progress, payment_not_offered, gateway_unavailable },
};
const { webhook_provider_unknown, webhook_signature_invalid, ...confirmRefusals } = refusals;

export function paymentRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/payments/{id}",
    who: "anyone",
    summary: "A payment, for whoever holds its id",
    params: paymentParams,
    answer: payment,
    refusals: { payment_not_found: refusals.payment_not_found },
    handler: async ({ house, db, params, locale }) => ({ data: await getPayment(house, db, params.id, locale) }),
  });

  endpoint(api, {
    method: "post",
    path: "/payments/{id}/confirm",
    who: "anyone",
    summary: "Pay with a card: the gateway's token for it, under an Idempotency-Key",
    params: paymentParams,
    body: confirmRequest,
    answer: payment,
    refusals: confirmRefusals,
    handler: async ({ house, db, params: { id }, body, idempotencyKey: key, locale }) => {
      await confirmPayment(house, { id, cardToken: body.card_token ?? null, key });
      // The attempt went through above, whose key repeats the attempt; this one repeats the first answer to it.
      const keyed = { scope: `payments.confirmed:${id}`, key, body };
      return { data: await withIdempotency(db, keyed, (tx) => getPayment(house, tx, id, locale)) };
    },
  });

  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/payment",
    who: "customer",
    summary: "The payment of an unpaid order, a fresh one where the last was cancelled",
    params: orderParams,
    answer: payment,
    refusals: orderRefusals,
    handler: async ({ house, customer, params, locale }) => ({
      data: await paymentOfOrder(house, customer.id, params.id, locale),
    }),
  });

  endpoint(api, {
    method: "post",
    path: "/payments/{id}/method",
    who: "anyone",
    summary: "Pay another way: the payment is called off, and the one that takes its place is answered",
    params: paymentParams,
    body: changeMethodRequest,
    answer: payment,
    refusals: methodRefusals,
    handler: async ({ house, db, params, body, locale }) => {
      const id = await changeMethod(house, params.id, body.method);
      return { data: await getPayment(house, db, id, locale) };
    },
  });

  endpoint(api, {
    method: "post",
    path: "/webhooks/{provider}",
    who: "anyone",
    summary: "A payment provider tells of an event; the signature is checked on the raw bytes",
    params: webhookParams,
    answer: webhookTaken,
    refusals: {
      webhook_provider_unknown,
      webhook_signature_invalid,
    },
    handler: async ({ house, params, context }) => {
      const body = Buffer.from(await context.req.arrayBuffer());
      await takeWebhook(house, params.provider, context.req.raw.headers, body);
      return { data: { received: true } };
    },
  });
}

import { getClientInfo } from "../../account/client-info.ts";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { withIdempotency } from "../../platform/http/idempotency.ts";
import { changePaymentMethod } from "../change-method.ts";
import { changeMethodRequest, confirmRequest, payment, paymentParams, refusals } from "../schema.ts";
import { getPayment } from "../service.ts";
import { confirmPayment } from "./attempts.ts";

const { payment_not_found, payment_ended, payment_in_progress, payment_not_offered, gateway_unavailable } = refusals;
const methodRefusals = {
  ...{ payment_not_found, payment_ended, payment_in_progress, payment_not_offered, gateway_unavailable },
};
const { webhook_provider_unknown: _provider, webhook_signature_invalid: _signature, ...confirmRefusals } = refusals;

/** Endpoints that start an attempt to pay or choose another method for it. */
export function paymentAttemptRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/payments/{id}/confirm",
    auth: "anyone",
    summary: "Confirm a payment, with a card token if required; needs an Idempotency-Key",
    params: paymentParams,
    body: confirmRequest,
    response: payment,
    refusals: confirmRefusals,
    handler: async (request) => {
      const { app, db, body, idempotencyKey: key, locale } = request;
      const { id } = request.params;
      const consents = {
        isDutyConfirmed: body.duty_confirmed,
        areTermsAccepted: body.terms_accepted,
        clientInfo: getClientInfo(request),
      };
      await confirmPayment(app, { id, cardToken: body.card_token ?? null, consents, key });
      // `confirmPayment` uses the key to repeat the attempt; here it repeats the first response.
      const idempotentRequest = { scope: `payments.confirmed:${id}`, key, body };
      return { data: await withIdempotency(db, idempotentRequest, (tx) => getPayment(app, tx, id, locale)) };
    },
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
      const id = await changePaymentMethod(app, params.id, body.method);
      return { data: await getPayment(app, db, id, locale) };
    },
  });
}

import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { getIdentityStatus, saveIdentity } from "../orders/identity/recipient-identity.ts";
import { identityStatus, recipientIdentity, refusals as identityRefusals } from "../orders/identity/schema.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { orderParams, payment, paymentParams, refusals } from "./schema.ts";
import { getOrderOfPayment, getPayment, getOrCreateOrderPayment } from "./service.ts";

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
  addIdentityEndpoints(api);
}

/** What customs asks of the recipient can also be given with the secret link to the payment, but not read or replaced. */
function addIdentityEndpoints(api: Api): void {
  const path = "/payments/{id}/recipient-identity";
  endpoint(api, {
    method: "get",
    path,
    auth: "anyone",
    summary:
      "Get whether customs asks for the passport of the recipient of a payment's order, and whether it was given",
    params: paymentParams,
    response: identityStatus,
    refusals: { payment_not_found },
    handler: async ({ db, params }) => ({
      data: await getIdentityStatus(db, { orderId: await getOrderOfPayment(db, params.id), customerId: null }),
    }),
  });
  endpoint(api, {
    method: "put",
    path,
    auth: "anyone",
    summary: "Give the passport and taxpayer number of the recipient of a payment's order, once",
    params: paymentParams,
    body: recipientIdentity,
    response: identityStatus,
    refusals: { payment_not_found, ...identityRefusals },
    handler: async ({ app, db, params, body, locale }) => {
      const giver = { orderId: await getOrderOfPayment(db, params.id), customerId: null };
      await saveIdentity(app, giver, body);
      return { data: await getIdentityStatus(db, giver), message: formatMessage(locale, "identity_saved") };
    },
  });
}

import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { refusals as orderRefusals } from "../schema.ts";
import { getIdentityStatus, saveIdentity } from "./recipient-identity.ts";
import { identityStatus, recipientIdentity, refusals } from "./schema.ts";

const { order_not_found } = orderRefusals;
const { identity_not_needed } = refusals;

/** Endpoints by which customers give what customs asks of the recipient of an order (docs/domain/customs.md). */
export function recipientIdentityRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}/recipient-identity",
    auth: "customer",
    summary: "Get whether customs asks for the passport of an order's recipient, and whether it was given",
    params: idParams,
    response: identityStatus,
    refusals: { order_not_found },
    handler: async ({ db, customer, params }) => ({
      data: await getIdentityStatus(db, { orderId: params.id, customerId: customer.id }),
    }),
  });
  endpoint(api, {
    method: "put",
    path: "/user/orders/{id}/recipient-identity",
    auth: "customer",
    summary: "Give or replace the passport and taxpayer number of an order's recipient",
    params: idParams,
    body: recipientIdentity,
    response: identityStatus,
    refusals: { order_not_found, identity_not_needed },
    handler: async ({ app, db, customer, params, body, locale }) => {
      const giver = { orderId: params.id, customerId: customer.id };
      await saveIdentity(app, giver, body);
      return { data: await getIdentityStatus(db, giver), message: formatMessage(locale, "identity_saved") };
    },
  });
}

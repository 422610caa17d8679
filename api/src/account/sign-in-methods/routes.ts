import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getClientInfo } from "../client-info.ts";
import { emptyResponse, refusals } from "../schema.ts";
import { firstPasswordRequest, signInMethods } from "./schema.ts";
import { createPassword, getSignInMethods } from "./service.ts";

const { account_required, password_exists, recent_authentication_required, weak_password } = refusals;

/** Endpoints for the ways to sign in (docs/domain/accounts.md). */
export function signInMethodRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/sign-in-methods",
    auth: "customer",
    summary: "Get the customer's passkeys, and whether they have a password and a second factor",
    response: signInMethods,
    handler: async ({ db, customer, now }) => ({ data: await getSignInMethods(db, customer, now) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/password",
    auth: "customer",
    summary: "Set the password of a customer who has none, within ten minutes of a sign-in",
    body: firstPasswordRequest,
    response: emptyResponse,
    refusals: { account_required, password_exists, recent_authentication_required, weak_password },
    handler: async (request) => {
      await createPassword(request.app, request.customer, request.body.password, getClientInfo(request));
      request.logSecurityEvent("password_changed", request.customer.id);
      return { data: {}, message: formatMessage(request.locale, "password_set") };
    },
  });
}

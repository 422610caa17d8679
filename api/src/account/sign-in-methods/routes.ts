import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getClientInfo } from "../client-info.ts";
import { emptyResponse, refusals } from "../schema.ts";
import { firstPasswordRequest, reauthenticationRequest, signInMethods } from "./schema.ts";
import { createPassword, getSignInMethods, reauthenticate } from "./service.ts";

const { account_required, email_code_expired, password_exists, recent_authentication_required } = refusals;
const { weak_password, wrong_code, wrong_email_code, wrong_password } = refusals;

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
    path: "/user/reauthentication",
    auth: "customer",
    summary: "Prove again who the customer is, with the password or a code by email, and the second factor if enabled",
    body: reauthenticationRequest,
    refusals: { email_code_expired, wrong_code, wrong_email_code, wrong_password },
    handler: async (request) => {
      await reauthenticate(request.app, request.customer, request.body, getClientInfo(request));
      request.logSecurityEvent("reauthenticated", request.customer.id);
    },
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

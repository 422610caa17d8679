import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getClientInfo } from "../client-info.ts";
import { refusals, session } from "../schema.ts";
import { requestLoginCode } from "./code-request.ts";
import { emailCodeRequest, emailRequest, emailStep, requestedCode } from "./schema.ts";
import { beginWithEmail, signInWithEmailCode } from "./service.ts";

const { email_code_expired, second_factor_required, wrong_email_code } = refusals;

/** Endpoints for a checkout that begins with an email, and for signing in with a code (docs/domain/accounts.md). */
export function emailSignInRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/login/email",
    auth: "anyone",
    summary: "Begin a checkout with an email: a session for an unknown one, a code for any other one",
    body: emailRequest,
    response: emailStep,
    handler: async (request) => {
      const data = await beginWithEmail(request.app, request.body.email, request.customer, getClientInfo(request));
      if (data.step === "code") request.logSecurityEvent("sign_in_code_requested");
      return { data };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/login/code",
    auth: "anyone",
    summary: "Send a code to sign in with; the response is the same for any email",
    body: emailRequest,
    response: requestedCode,
    handler: async (request) => {
      const code_token = await requestLoginCode(request.app, request.body.email, getClientInfo(request));
      request.logSecurityEvent("sign_in_code_requested");
      return { data: { code_token }, message: formatMessage(request.locale, "email_code_sent") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/login/code/verify",
    auth: "anyone",
    summary: "Sign in with the code of an email, which proves the email",
    body: emailCodeRequest,
    response: session,
    refusals: { email_code_expired, second_factor_required, wrong_email_code },
    handler: async (request) => {
      const data = await signInWithEmailCode(request.app, request.body, request.customer, getClientInfo(request));
      request.logSecurityEvent("signed_in", data.id);
      return { data, message: formatMessage(request.locale, "login_done") };
    },
  });
}

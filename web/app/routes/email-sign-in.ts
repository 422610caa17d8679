import type { EmailStep } from "@furoshiki/api/account/email-sign-in";
import { data } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { completeSignIn, createSignInHeaders } from "../account/sign-in/complete-sign-in.ts";
import { requestEmailCode, verifyEmailCode, verifyPasskey } from "../account/sign-in/sign-in-requests.ts";
import { createErrorResult, createSuccessResult, getFormValue, getFormValues } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import type { Route } from "./+types/email-sign-in";

/**
 * The steps of a checkout that begins with an email: `begin` gives the email, `resend` requests another code, and
 * `verify` signs in with the code, or `passkey` with a passkey. A result with `code_token` asks for the code that was
 * sent; `signed_in` says that the session cookie is set (docs/domain/accounts.md).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const intent = getFormValue(form, "intent");
  const { email = "", code_token = "" } = getFormValues(form, ["email", "code_token"]);
  try {
    switch (intent) {
      case "begin": {
        const step = await requestContext.call<EmailStep>("/v1/login/email", { method: "POST", body: { email } });
        return step.session
          ? createSignedInResult(createSignInHeaders(requestContext, step.session, false))
          : createSuccessResult(null, { email, code_token: step.code_token ?? "" });
      }
      case "resend":
        return await requestEmailCode(requestContext, { email });
      case "verify":
      case "passkey": {
        const session = await (intent === "verify" ? verifyEmailCode : verifyPasskey)(requestContext, form);
        return createSignedInResult(await completeSignIn(requestContext, session, false));
      }
      default:
        throw new Response(null, { status: 400 });
    }
  } catch (error) {
    const challenge = error instanceof ApiError ? error.data["challenge"] : undefined;
    return createErrorResult(error, {
      ...{ email, code_token },
      ...(typeof challenge === "string" ? { challenge } : {}),
    });
  }
}

function createSignedInResult(headers: Headers) {
  return data(createSuccessResult(null, { signed_in: "1" }), { headers });
}

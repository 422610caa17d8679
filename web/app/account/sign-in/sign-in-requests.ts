import type { Session } from "@furoshiki/api/account";
import type { RequestedCode } from "@furoshiki/api/account/email-sign-in";
import { data } from "react-router";
import type { RequestContext } from "../../api-client/request-context.ts";
import { createSuccessResult, getFormValue, type FormResult } from "../../forms/form-result.ts";

/**
 * Sends a code to an email; the result is the same for every email.
 * @param values of the form, which the result keeps
 */
export async function requestEmailCode(
  requestContext: RequestContext,
  values: Record<string, string>,
): Promise<FormResult> {
  const body = { email: values["email"] };
  const { data: requested, message } = await requestContext.callWithMessage<RequestedCode>("/v1/login/code", {
    method: "POST",
    body,
  });
  return createSuccessResult(message ?? null, { ...values, code_token: requested.code_token });
}

/** Signs in with the code of an email. */
export function verifyEmailCode(requestContext: RequestContext, form: FormData): Promise<Session> {
  return requestContext.call<Session>("/v1/login/code/verify", {
    method: "POST",
    body: {
      code_token: getFormValue(form, "code_token"),
      code: getFormValue(form, "code"),
      remember: getFormValue(form, "remember") !== "",
    },
  });
}

/** Signs in with the credential that an authenticator has signed, as JSON. */
export function verifyPasskey(requestContext: RequestContext, form: FormData): Promise<Session> {
  return requestContext.call<Session>("/v1/login/passkey", {
    method: "POST",
    body: { credential: parseCredential(form), remember: getFormValue(form, "remember") !== "" },
  });
}

/** Parses the credential of a form. @throws the 400 error page if it is malformed */
export function parseCredential(form: FormData): unknown {
  try {
    return JSON.parse(getFormValue(form, "credential"));
  } catch {
    throw data(null, 400);
  }
}

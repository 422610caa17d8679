import type { Session } from "@furoshiki/api/account";
import { data, redirect, useSearchParams } from "react-router";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { getDeviceToken } from "../http/device-cookie.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  getFormValues,
} from "../forms/form-result.ts";
import { useSignInRedirect } from "../cart/guest/merge-guest-cart.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { getReturnPath } from "../navigation/local-path.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { completeSignIn } from "../account/sign-in/complete-sign-in.ts";
import { requestEmailCode, verifyEmailCode, verifyPasskey } from "../account/sign-in/sign-in-requests.ts";
import { SignInPage } from "../account/sign-in/sign-in-page.tsx";
import type { Route } from "./+types/login.page";

/**
 * The steps of a sign-in: the password, or a code by email (`intent` is `code`, `resend` or `verify`), or a passkey
 * (`passkey`), and then the code of the second factor, if any. Sets the session cookie. With JavaScript the guest cart
 * is merged before the redirect (docs/domain/cart.md).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const intent = getFormValue(form, "intent");
  const remember = getFormValue(form, "remember") !== "";
  const { from, challenge } = getFormValues(form, ["from", "challenge"]);
  const values = { ...getFormValues(form, ["email", "from"]), remember: remember ? "1" : "" };
  try {
    if (intent === "code" || intent === "resend") return await requestEmailCode(requestContext, values);
    const session = await (intent === "verify"
      ? verifyEmailCode(requestContext, form)
      : intent === "passkey"
        ? verifyPasskey(requestContext, form)
        : challenge
          ? verifySecondFactor(requestContext, challenge, form)
          : verifyPassword(requestContext, request, form));
    const headers = await completeSignIn(requestContext, session, remember);
    if (form.has("scripted")) return data(createSuccessResult(), { headers });
    return redirect(getReturnPath(from, requestContext.to) ?? requestContext.to("/"), { headers });
  } catch (error) {
    const codeToken = intent === "verify" || intent === "resend" ? getFormValues(form, ["code_token"]) : {};
    return createErrorResult(error, { ...values, ...codeToken, ...getChallenge(error, challenge) });
  }
}

function verifyPassword(requestContext: RequestContext, request: Request, form: FormData): Promise<Session> {
  return requestContext.call<Session>("/v1/login", {
    method: "POST",
    body: {
      email: getFormValue(form, "email"),
      password: getFormValue(form, "password"),
      remember: getFormValue(form, "remember") !== "",
      device_token: getDeviceToken(request, requestContext.server.secureCookies),
    },
  });
}

function verifySecondFactor(requestContext: RequestContext, challenge: string, form: FormData): Promise<Session> {
  return requestContext.call<Session>("/v1/login/second-factor", {
    method: "POST",
    body: { challenge, code: getFormValue(form, "code") },
  });
}

/** Returns the challenge with which the sign-in continues if a code is required or was wrong. */
function getChallenge(error: unknown, previousChallenge: string | undefined): { challenge?: string } {
  if (!(error instanceof ApiError) || error.code === "second_factor_expired") return {};
  const challenge = error.code === "second_factor_required" ? String(error.data["challenge"]) : previousChallenge;
  return challenge ? { challenge } : {};
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("auth.login_title");

export default function LoginPage({ actionData }: Route.ComponentProps) {
  const { to } = useI18n();
  const [searchParams] = useSearchParams();
  const onSignedIn = useSignInRedirect(getReturnPath(searchParams.get("from"), to) ?? to("/"));
  return <SignInPage screen="login" result={actionData} onSignedIn={onSignedIn} />;
}

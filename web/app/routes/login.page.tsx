import type { Session } from "@furoshiki/api/account";
import { data, redirect } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { getDeviceToken, createDeviceCookie } from "../http/device-cookie.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  getFormValues,
} from "../forms/form-result.ts";
import { getReturnPath } from "../navigation/local-path.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { createSessionCookie } from "../http/session-cookie.ts";
import { SignInPage } from "../account/sign-in/sign-in-page.tsx";
import type { Route } from "./+types/login.page";

/** Signs in with the password and, if required, a second-factor code, and sets the session cookie. With JavaScript the guest cart is merged before the redirect (docs/domain/cart.md). */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const remember = getFormValue(form, "remember") !== "";
  const { email, from, challenge } = getFormValues(form, ["email", "from", "challenge"]);
  const values = { ...getFormValues(form, ["email", "from"]), remember: remember ? "1" : "" };
  try {
    const session = challenge
      ? await requestContext.call<Session>("/v1/login/second-factor", {
          method: "POST",
          body: { challenge, code: getFormValue(form, "code") },
        })
      : await requestContext.call<Session>("/v1/login", {
          method: "POST",
          body: {
            email,
            password: getFormValue(form, "password"),
            remember,
            device_token: getDeviceToken(request, requestContext.server.secureCookies),
          },
        });
    const headers = new Headers({
      "set-cookie": createSessionCookie(session.token, remember, requestContext.server.secureCookies),
    });
    headers.append("set-cookie", createDeviceCookie(session.device_token, requestContext.server.secureCookies));
    if (form.has("scripted")) return data(createSuccessResult(), { headers });
    return redirect(getReturnPath(from, requestContext.to) ?? requestContext.to("/"), { headers });
  } catch (error) {
    return createErrorResult(error, { ...values, ...getChallenge(error, challenge) });
  }
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
  return <SignInPage screen="login" result={actionData} />;
}

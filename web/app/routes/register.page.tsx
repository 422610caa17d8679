import type { Session } from "@furoshiki/api/account";
import { data, redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  getFormValues,
} from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createDeviceCookie } from "../http/device-cookie.ts";
import { createSessionCookie } from "../http/session-cookie.ts";
import { getReturnPath } from "../navigation/local-path.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { getAccountTranslator } from "../i18n/account-i18n.ts";
import { SignInPage } from "../account/sign-in/sign-in-page.tsx";
import type { Route } from "./+types/register.page";

/**
 * Creates an account and signs in with the session that the API opens for it. With scripts the guest cart is merged
 * before the redirect (docs/domain/accounts.md).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const submittedValues = getFormValues(form, ["name", "tel", "email"]);
  const agree = form.has("agree");
  const from = getFormValue(form, "from");
  try {
    const { data: session, message } = await requestContext.callWithMessage<Partial<Session> | undefined>(
      "/v1/register",
      {
        method: "POST",
        body: {
          ...submittedValues,
          password: getFormValue(form, "password"),
          password_confirmation: getFormValue(form, "password_confirmation"),
          agree,
        },
      },
    );
    if (!session?.token || !session.device_token) {
      const fallbackMessage = message ?? getAccountTranslator(requestContext.locale)("error.unknown_error");
      return { ...createSuccessResult(fallbackMessage, { ...submittedValues, from }), ok: false };
    }
    const { secureCookies } = requestContext.server;
    const headers = new Headers({ "set-cookie": createSessionCookie(session.token, false, secureCookies) });
    headers.append("set-cookie", createDeviceCookie(session.device_token, secureCookies));
    if (form.has("scripted")) return data(createSuccessResult(), { headers });
    return redirect(getReturnPath(from, requestContext.to) ?? requestContext.to("/"), { headers });
  } catch (error) {
    return createErrorResult(error, { ...submittedValues, agree: agree ? "1" : "", from });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("auth.register_title");

export default function RegisterPage({ actionData }: Route.ComponentProps) {
  return <SignInPage screen="register" result={actionData} />;
}

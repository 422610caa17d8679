import type { Session } from "@furoshiki/api/account";
import { getRequestContext } from "../api-client/request-context.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  getFormValues,
} from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { getAccountTranslator } from "../i18n/account-i18n.ts";
import { SignInPage } from "../account/sign-in/sign-in-page.tsx";
import type { Route } from "./+types/register.page";

/** Creates an account. On success the sign-in form is shown with the email filled in (docs/domain/accounts.md). */
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
    const fallbackMessage = message ?? getAccountTranslator(requestContext.locale)("error.unknown_error");
    if (session?.token) return createSuccessResult(message ?? null, { email: submittedValues["email"] ?? "", from });
    return { ...createSuccessResult(fallbackMessage, { ...submittedValues, from }), ok: false };
  } catch (error) {
    return createErrorResult(error, { ...submittedValues, agree: agree ? "1" : "", from });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("auth.register_title");

export default function RegisterPage({ actionData }: Route.ComponentProps) {
  return <SignInPage screen={actionData?.ok ? "login" : "register"} result={actionData} />;
}

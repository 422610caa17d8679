import { getRequestContext } from "../api-client/request-context.ts";
import { createSuccessResult, catchConnectionError, createErrorResult, getFormValues } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { SignInPage } from "../account/sign-in/sign-in-page.tsx";
import type { Route } from "./+types/forgot-password.page";

/** Requests an email with a password reset link. Nothing is sent without an email address. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const values = getFormValues(await parseFormData(request), ["email", "from"]);
  try {
    const { message } = await requestContext.callWithMessage("/v1/forgot-password", {
      method: "POST",
      body: { email: values["email"] },
    });
    return createSuccessResult(message ?? null, values);
  } catch (error) {
    return createErrorResult(error, values);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("auth.login_title");

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  return <SignInPage screen="login" resetResult={actionData} />;
}

import { getRequestContext } from "../api-client/request-context.ts";
import { createSuccessResult, catchConnectionError, createErrorResult, getFormValues } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { ResetLinkRequest } from "../account/passwords/reset-link-request.tsx";
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

export const meta: Route.MetaFunction = createNoindexMeta("auth.new_password_title");

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  return <ResetLinkRequest result={actionData} />;
}

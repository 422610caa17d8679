import { getRequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { EmailLinkConfirmation, loadEmailLink, submitEmailLink } from "../account/emails/email-link-confirmation.tsx";
import type { Route } from "./+types/confirm-email.page";

export function loader({ request }: Route.LoaderArgs) {
  return loadEmailLink(request);
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitEmailLink(
    getRequestContext({ context }),
    "/v1/confirm-email",
    getFormValue(await parseFormData(request), "token"),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("auth.confirm_title");

export default function ConfirmEmailPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const expiredMessage = t("auth.confirm_expired");
  return (
    <EmailLinkConfirmation
      token={token}
      initialResult={actionData}
      action="/confirm-email"
      title={t("auth.confirm_title")}
      text={t("auth.confirm_text")}
      button={t("auth.confirm")}
      successTitle={t("auth.confirm_done")}
      expiredMessage={expiredMessage}
      retryLink={{ to: "/profile/security", text: t("profile.security") }}
      errorMessages={{ email_link_used: expiredMessage }}
    />
  );
}

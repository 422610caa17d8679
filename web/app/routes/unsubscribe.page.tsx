import { data } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import {
  EmailLinkConfirmation,
  loadEmailLink,
  submitEmailLink,
  getToken,
} from "../account/emails/email-link-confirmation.tsx";
import type { Route } from "./+types/unsubscribe.page";

/** Checks the token first: with a missing or broken one the page shows the error instead of the button. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = getToken(request);
  if (token === "") return loadEmailLink(request);
  try {
    await getRequestContext({ context }).call("/v1/unsubscribe/check", { method: "POST", body: { token } });
    return data({ token });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The token could not be checked; the action will report an error.
    if (error.status >= 500 || error.status === 429) return data({ token });
    return data({ token: "" }, 410);
  }
}

/** Handles the form and one-click unsubscribe of mail clients (RFC 8058), which send the token only in the URL. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseFormData(request);
  return submitEmailLink(
    getRequestContext({ context }),
    "/v1/unsubscribe",
    getFormValue(form, "token") || getToken(request),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("auth.unsubscribe_title");

export default function UnsubscribePage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  return (
    <EmailLinkConfirmation
      token={token}
      initialResult={actionData}
      action="/user/unsubscribe"
      title={t("auth.unsubscribe_title")}
      text={t("auth.unsubscribe_text")}
      button={t("auth.unsubscribe")}
      successTitle={t("auth.unsubscribe_done")}
      expiredMessage={t("auth.unsubscribe_link_invalid")}
      retryLink={{ to: "/profile/notifications", text: t("preferences.title") }}
    />
  );
}

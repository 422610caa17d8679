import type { User } from "@furoshiki/api/account";
import { redirect, useFetcher } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, createErrorResult, getFormValue, type FormResult } from "../forms/form-result.ts";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import { requireSignIn } from "../http/require-sign-in.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { AccountLayout } from "../account/account-layout.tsx";
import { CurrentPasswordField } from "../account/passwords/current-password-field.tsx";
import { SettingsSection } from "../account/settings-section.tsx";
import type { Route } from "./+types/account-deletion.page";

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = await getRequestContext({ context }).load<User>("/v1/user");
  return { email };
}

export async function action({ request, context }: Route.ActionArgs): Promise<FormResult | Response> {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  try {
    await requestContext.call("/v1/user", {
      method: "DELETE",
      body: { current_password: getFormValue(form, "current_password") },
    });
    return redirect(requestContext.to("/user/deleted"), {
      headers: { "set-cookie": clearSessionCookie(requestContext.server.secureCookies) },
    });
  } catch (error) {
    return requireSignIn(requestContext, "/profile/delete", createErrorResult(error));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("profile.delete");

export default function AccountDeletionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? actionData;
  const errors = useFormErrors(result);
  return (
    <AccountLayout
      current="/profile/data"
      title={t("profile.delete")}
      back={{ to: "/profile/data", text: t("profile.data") }}
    >
      <div className="mt-5 max-w-[720px] lg:mt-7">
        <SettingsSection title={t("profile.delete_what")} text={t("profile.delete_text")}>
          <p className="text-sm">{t("profile.delete_kept")}</p>
          <FormAlert result={result} className="mt-5" />
          <fetcher.Form
            method="post"
            action={to("/profile/delete")}
            {...errors.form}
            className="mt-5 max-w-sm space-y-4"
          >
            <CurrentPasswordField
              id="delete-password"
              email={loaderData.email}
              errors={errors.getErrors("current_password")}
            />
            <Button type="submit" kind="danger" size="lg" busy={fetcher.state !== "idle"}>
              {t("profile.delete_now")}
            </Button>
          </fetcher.Form>
        </SettingsSection>
      </div>
    </AccountLayout>
  );
}

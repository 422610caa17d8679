import type { Device } from "@furoshiki/api/account/sessions";
import type { SecondFactor } from "@furoshiki/api/account/second-factor";
import type { User } from "@furoshiki/api/account";
import { CircleCheck } from "lucide-react";
import { redirect } from "react-router";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  type FormResult,
} from "../forms/form-result.ts";
import { Link } from "../navigation/link.tsx";
import { requireSignIn } from "../http/require-sign-in.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { AccountLayout } from "../account/account-layout.tsx";
import { DeviceList } from "../account/device-list.tsx";
import { EmailSection } from "../account/emails/email-section.tsx";
import { SettingsSection } from "../account/settings-section.tsx";
import type { Route } from "./+types/security.page";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const [user, devices, secondFactor] = await Promise.all([
    requestContext.load<User>("/v1/user"),
    requestContext.load<{ items: Device[] }>("/v1/user/sessions"),
    requestContext.load<SecondFactor>("/v1/user/second-factor"),
  ]);
  const { email, email_verified, new_email } = user;
  return { email, isVerified: email_verified, newEmail: new_email, devices: devices.items, secondFactor };
}

type IntentHandler = (requestContext: RequestContext, form: FormData) => Promise<{ message: string | undefined }>;

/** API calls of the forms of this page, by `intent`. A map, because a record would also find `constructor`. */
const intentHandlers: ReadonlyMap<string, IntentHandler> = new Map(
  Object.entries<IntentHandler>({
    confirm_email: (requestContext) => requestContext.callWithMessage("/v1/user/confirm-email", { method: "POST" }),
    change_email: (requestContext, form) =>
      requestContext.callWithMessage("/v1/user/email", {
        method: "POST",
        body: { email: getFormValue(form, "email"), current_password: getFormValue(form, "current_password") },
      }),
    cancel_email_change: (requestContext) => requestContext.callWithMessage("/v1/user/email", { method: "DELETE" }),
    end_session: (requestContext, form) =>
      requestContext.callWithMessage(`/v1/user/sessions/${encodeURIComponent(getFormValue(form, "id"))}`, {
        method: "DELETE",
      }),
  }),
);

export async function action({ request, context }: Route.ActionArgs): Promise<FormResult | Response> {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const intent = getFormValue(form, "intent");
  const values = { intent, email: getFormValue(form, "email") };
  const handleIntent = intentHandlers.get(intent);
  if (!handleIntent && intent !== "sign_out_everywhere") throw new Response(null, { status: 400 });
  try {
    if (!handleIntent) {
      await requestContext.call("/v1/user/sessions", { method: "DELETE" });
      return redirect(requestContext.to("/"), {
        headers: { "set-cookie": clearSessionCookie(requestContext.server.secureCookies) },
      });
    }
    const { message } = await handleIntent(requestContext, form);
    return createSuccessResult(message ?? null, values);
  } catch (error) {
    return requireSignIn(requestContext, "/profile/security", createErrorResult(error, values));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("profile.security");

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const { devices, secondFactor, ...email } = loaderData;
  return (
    <AccountLayout current="/profile/security" title={t("profile.security")}>
      <div className="mt-5 max-w-[720px] space-y-4 lg:mt-7 lg:space-y-6">
        <EmailSection {...email} result={actionData} />
        <SettingsSection title={t("field.password")} text={t("profile.password_text")}>
          <Link to="/change-password" className={buttonClass({ kind: "outline" })}>
            {t("profile.change_password")}
          </Link>
        </SettingsSection>
        <SettingsSection title={t("profile.second_factor")} text={t("profile.second_factor_text")}>
          {secondFactor.enabled ? (
            <p className="mb-3 flex items-center gap-2 text-sm text-tokiwa-700">
              <CircleCheck size={18} strokeWidth={1.5} aria-hidden />
              {t("profile.second_factor_is_on")}
            </p>
          ) : null}
          <Link to="/profile/second-factor" className={buttonClass({ kind: "outline" })}>
            {t(secondFactor.enabled ? "profile.second_factor_manage" : "profile.second_factor_set_up")}
          </Link>
        </SettingsSection>
        <DeviceList devices={devices} />
      </div>
    </AccountLayout>
  );
}

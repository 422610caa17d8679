import type { RecoveryCodes, SecondFactor, SecondFactorKey } from "@furoshiki/api/account/second-factor";
import { useState } from "react";
import { useFetcher } from "react-router";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  type FormResult,
} from "../forms/form-result.ts";
import { requireSignIn } from "../http/require-sign-in.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { AccountLayout } from "../account/account-layout.tsx";
import { SecondFactorForm } from "../account/second-factor/second-factor-form.tsx";
import { AuthenticatorKey, type AuthenticatorKeyData } from "../account/second-factor/authenticator-key.tsx";
import { createQrCode } from "@furoshiki/design-system/text/qr-code.ts";
import { RecoveryCodeList } from "../account/second-factor/recovery-code-list.tsx";
import { SettingsSection } from "../account/settings-section.tsx";
import type { Route } from "./+types/second-factor.page";

const API_PATH = "/v1/user/second-factor";

/** Result of a form of the page: the secret for the app, or recovery codes that are shown only once. */
export type SecondFactorResult = FormResult & { authenticatorKey?: AuthenticatorKeyData; codes?: string[] };

export function loader({ context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<SecondFactor>(API_PATH);
}

type IntentHandler = (requestContext: RequestContext, form: FormData) => Promise<Partial<SecondFactorResult>>;

/** API calls of the forms of this page, by `intent`. A map, because a record would also find `constructor`. */
const intentHandlers: ReadonlyMap<string, IntentHandler> = new Map(
  Object.entries<IntentHandler>({
    async start_setup(requestContext, form) {
      const body = { current_password: getFormValue(form, "current_password") };
      const { key, address } = await requestContext.call<SecondFactorKey>(API_PATH, { method: "POST", body });
      return { authenticatorKey: { secret: key, qr: createQrCode(address) } };
    },
    async confirm_setup(requestContext, form) {
      const body = { code: getFormValue(form, "code") };
      return createCodesResult(
        await requestContext.callWithMessage<RecoveryCodes>(`${API_PATH}/confirm`, { method: "POST", body }),
      );
    },
    async replace_recovery_codes(requestContext, form) {
      const body = getPasswordAndCode(form);
      return createCodesResult(
        await requestContext.callWithMessage<RecoveryCodes>(`${API_PATH}/recovery-codes`, { method: "POST", body }),
      );
    },
    async disable(requestContext, form) {
      const { message } = await requestContext.callWithMessage(API_PATH, {
        method: "DELETE",
        body: getPasswordAndCode(form),
      });
      return { message: message ?? null };
    },
  }),
);

function getPasswordAndCode(form: FormData) {
  return { current_password: getFormValue(form, "current_password"), code: getFormValue(form, "code") };
}

function createCodesResult({
  data,
  message,
}: {
  data: RecoveryCodes;
  message: string | undefined;
}): Partial<SecondFactorResult> {
  return { codes: data.recovery_codes, message: message ?? null };
}

export async function action({ request, context }: Route.ActionArgs): Promise<SecondFactorResult> {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const intent = getFormValue(form, "intent");
  const handleIntent = intentHandlers.get(intent);
  if (!handleIntent) throw new Response(null, { status: 400 });
  try {
    return { ...createSuccessResult(null, { intent }), ...(await handleIntent(requestContext, form)) };
  } catch (error) {
    return requireSignIn(requestContext, "/profile/second-factor", createErrorResult(error, { intent }));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("profile.second_factor");

export default function SecondFactorPage({ loaderData: secondFactor, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const fetcher = useFetcher<SecondFactorResult>();
  const result: SecondFactorResult | undefined = fetcher.data ?? actionData;
  // A wrong code must not remove the QR code.
  const [authenticatorKey, setAuthenticatorKey] = useState(result?.authenticatorKey);
  if (result?.authenticatorKey && result.authenticatorKey !== authenticatorKey)
    setAuthenticatorKey(result.authenticatorKey);
  const intent = result?.values["intent"];
  const isConfirming =
    intent === "start_setup" ? result?.ok : intent === "confirm_setup" && result?.code === "wrong_code";
  const formProps = { fetcher, result };
  return (
    <AccountLayout
      current="/profile/security"
      title={t("profile.second_factor")}
      back={{ to: "/profile/security", text: t("profile.security") }}
    >
      <div className="mt-5 max-w-[720px] space-y-4 lg:mt-7 lg:space-y-6">
        {result?.ok && result.message ? (
          <div role="status" className="print:hidden">
            <Alert kind="ok">{result.message}</Alert>
          </div>
        ) : null}
        {result?.codes ? (
          <RecoveryCodeList codes={result.codes} />
        ) : secondFactor.enabled ? (
          <EnabledSecondFactor secondFactor={secondFactor} {...formProps} />
        ) : isConfirming ? (
          <SettingsSection title={t("profile.second_factor_scan_title")} text={t("profile.second_factor_scan")}>
            {authenticatorKey ? <AuthenticatorKey {...authenticatorKey} /> : null}
            <SecondFactorForm
              intent="confirm_setup"
              requiredFields={["app-code"]}
              button={t("profile.second_factor_confirm")}
              {...formProps}
            />
          </SettingsSection>
        ) : (
          <SettingsSection title={t("profile.second_factor_set_up")} text={t("profile.second_factor_text")}>
            <p className="mb-4 text-sm">{t("profile.second_factor_apps")}</p>
            <SecondFactorForm
              intent="start_setup"
              requiredFields={["password"]}
              button={t("profile.second_factor_begin")}
              {...formProps}
            />
          </SettingsSection>
        )}
      </div>
    </AccountLayout>
  );
}

type SharedFormProps = Pick<Parameters<typeof SecondFactorForm>[0], "fetcher" | "result">;

function EnabledSecondFactor({ secondFactor, ...formProps }: { secondFactor: SecondFactor } & SharedFormProps) {
  const { t, format } = useAccountI18n();
  const enabledDate = secondFactor.enabled_at === null ? "" : format.date(secondFactor.enabled_at);
  return (
    <>
      <SettingsSection
        title={t("profile.second_factor_on", { date: enabledDate })}
        text={t("profile.second_factor_text")}
      >
        <p className="text-sm">{t("profile.second_factor_left", { count: secondFactor.recovery_codes_left })}</p>
      </SettingsSection>
      <SettingsSection title={t("profile.second_factor_renew")} text={t("profile.second_factor_renew_text")}>
        <SecondFactorForm
          intent="replace_recovery_codes"
          requiredFields={["password", "code"]}
          button={t("profile.second_factor_renew_button")}
          kind="outline"
          {...formProps}
        />
      </SettingsSection>
      <SettingsSection title={t("profile.second_factor_off")} text={t("profile.second_factor_off_text")}>
        <SecondFactorForm
          intent="disable"
          requiredFields={["password", "code"]}
          button={t("profile.second_factor_off_button")}
          kind="danger"
          {...formProps}
        />
      </SettingsSection>
    </>
  );
}

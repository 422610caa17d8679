import type { ConsentState } from "@furoshiki/api/account/consents";
import { getRequestContext } from "../api-client/request-context.ts";
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
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { AccountLayout } from "../account/account-layout.tsx";
import { ConsentRow } from "../account/consent-row.tsx";
import { SettingsSection } from "../account/settings-section.tsx";
import type { Route } from "./+types/profile-data.page";

export function loader({ context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<{ items: ConsentState[] }>("/v1/user/consents");
}

/** Gives or withdraws one consent. */
export async function action({ request, context }: Route.ActionArgs): Promise<FormResult> {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const purpose = getFormValue(form, "purpose");
  try {
    const { message } = await requestContext.callWithMessage(`/v1/user/consents/${encodeURIComponent(purpose)}`, {
      method: "PUT",
      body: { given: form.has("given") },
    });
    return createSuccessResult(message ?? null, { purpose });
  } catch (error) {
    return requireSignIn(requestContext, "/profile/data", createErrorResult(error, { purpose }));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("profile.data");

export default function ProfileDataPage({ loaderData: { items }, actionData }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  return (
    <AccountLayout current="/profile/data" title={t("profile.data")}>
      <div className="mt-5 max-w-[720px] space-y-4 lg:mt-7 lg:space-y-6">
        <SettingsSection title={t("profile.consents")} text={t("profile.consents_text")}>
          <ul className="divide-y divide-line border-t border-line">
            {items.map((state) => (
              <ConsentRow key={state.purpose} state={state} result={actionData} />
            ))}
          </ul>
        </SettingsSection>
        <SettingsSection title={t("profile.data_stored")} text={t("profile.data_stored_text")}>
          <div className="flex flex-wrap gap-3">
            <Link to="/profile/data/all" className={buttonClass({ kind: "outline" })}>
              {t("profile.data_view")}
            </Link>
            <a
              href={to("/profile/data/file")}
              download="customer-data.json"
              className={buttonClass({ kind: "outline" })}
            >
              {t("profile.data_download")}
            </a>
          </div>
        </SettingsSection>
        <SettingsSection title={t("profile.delete")} text={t("profile.delete_text")}>
          <Link to="/profile/delete" className={buttonClass({ kind: "danger" })}>
            {t("profile.delete_go")}
          </Link>
        </SettingsSection>
      </div>
    </AccountLayout>
  );
}

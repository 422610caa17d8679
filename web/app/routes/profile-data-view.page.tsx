import type { CustomerData } from "@furoshiki/api/privacy";
import { getRequestContext } from "../api-client/request-context.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { AccountLayout } from "../account/account-layout.tsx";
import { SettingsSection } from "../account/settings-section.tsx";
import type { Route } from "./+types/profile-data-view.page";

/** Loads the same personal data as the download, to be shown on a page. */
export function loader({ context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<CustomerData>("/v1/user/data");
}

export const meta: Route.MetaFunction = createNoindexMeta("profile.data_view");

export default function ProfileDataViewPage({ loaderData: { made_at: madeAt, ...data } }: Route.ComponentProps) {
  const { t, format } = useAccountI18n();
  const nonEmptySections = Object.entries(data).filter(([, rows]) => rows.length > 0);
  return (
    <AccountLayout
      current="/profile/data"
      title={t("profile.data_view")}
      back={{ to: "/profile/data", text: t("profile.data") }}
    >
      <p className="num mt-3 text-sm text-ink-2">{t("profile.data_created_at", { time: format.dateTime(madeAt) })}</p>
      <div className="mt-5 max-w-[720px] space-y-4 lg:space-y-6">
        {nonEmptySections.map(([sectionName, rows]) => (
          <SettingsSection key={sectionName} title={t(`profile.export_${sectionName as keyof typeof data}`)}>
            <ul className="divide-y divide-line border-t border-line">
              {rows.map((row, index) => (
                <li key={index} className="py-3">
                  <DataFields record={row} />
                </li>
              ))}
            </ul>
          </SettingsSection>
        ))}
      </div>
    </AccountLayout>
  );
}

const ISO_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:/;

function DataFields({ record }: { record: Record<string, unknown> }) {
  const { t, format } = useAccountI18n();
  const entries = Object.entries(record).filter(([, value]) => value !== null && value !== "");
  const getLabel = (name: string) =>
    t.find(`profile.column_${name}`) ??
    t.find(`address.${name}`) ??
    t.find(`field.${name}`) ??
    name.replaceAll("_", " ");
  const formatValue = (value: unknown) => {
    if (typeof value === "boolean") return t(value ? "profile.yes" : "profile.no");
    return typeof value === "string" && ISO_TIMESTAMP.test(value) ? format.dateTime(value) : String(value);
  };
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[200px_minmax(0,1fr)]">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{getLabel(name)}</dt>
          <dd className="mb-1 break-words sm:mb-0">
            {typeof value === "object" ? <DataFields record={{ ...value }} /> : formatValue(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

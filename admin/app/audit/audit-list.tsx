import { ListChecks, ShieldCheck, TriangleAlert } from "lucide-react";
import { useRef } from "react";
import { useSearchParams } from "react-router";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import type { AuditChain, AuditPage } from "@furoshiki/api/admin/staff/audit";
import { ExportForm } from "../exports/export-form.tsx";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { ListTools } from "../list-preferences/list-tools.tsx";
import { ListViewTabs } from "../saved-views/list-view-tabs.tsx";
import { createViewQuery } from "../saved-views/view-path.ts";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListSearch } from "../ui/filter-bar.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useListShortcuts } from "../ui/shortcuts.ts";
import { columnLabels, createColumns, getAuditListLayout } from "./audit-columns.tsx";
import { AuditDetails } from "./audit-details.tsx";
import { AuditFilterChips, AuditFilterForm } from "./audit-filters.tsx";
import { createAuditPath } from "./audit-path.ts";
import { getActionName } from "./audit-names.ts";

export type AuditListData = {
  page: AuditPage;
  chain: AuditChain;
  savedViews: readonly SavedView[];
  /** How the person has arranged the list. */
  preference: ListPreference;
  /** The parameters of the list in the API. */
  listQuery: string;
  /** The last days to which a search for a text is limited; null without a limit. */
  searchedDays: number | null;
  today: string;
};

/** The audit log: who changed what, newest first. One entry can be open. */
export function AuditList({ page, chain, savedViews, preference, listQuery, searchedDays, today }: AuditListData) {
  const i18n = useI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const ref = useRef<HTMLDivElement>(null);
  useListShortcuts(ref, (link) => link.click());
  const layout = getAuditListLayout(params, preference);
  const labels = Object.fromEntries(Object.entries(columnLabels).map(([key, label]) => [key, t(label)]));
  const openId = Number(params.get("entry"));
  const filters = [...params].filter(([name]) => !["after", "entry"].includes(name));
  return (
    <>
      <PageHeader
        title={t("audit.title")}
        subtitle={<ChainState chain={chain} today={today} />}
        actions={
          <ExportForm list="audit" query={new URLSearchParams(listQuery)} columns={["time", ...layout.columns]} />
        }
      />
      <AuditViewTabs savedViews={savedViews} params={params} />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
          <ListSearch
            label={t("audit.search")}
            value={params.get("q") ?? ""}
            params={filters.filter(([name]) => name !== "q")}
          />
          <AuditFilterChips params={params} />
          <AuditFilterForm params={params} />
          <ListTools
            resource="audit"
            layout={layout}
            labels={labels}
            params={filters.filter(([name]) => name !== "columns")}
          />
        </div>
        {searchedDays === null ? null : (
          <p className="mb-3 text-xs text-ink-3">{t("audit.search_period", { days: searchedDays })}</p>
        )}
        <ListCard ref={ref}>
          {page.items.length === 0 ? (
            <EmptyState icon={<ListChecks size={26} strokeWidth={1.5} aria-hidden />} title={t("audit.none")}>
              {t("audit.none_text")}
            </EmptyState>
          ) : (
            <DataTable
              caption={t("audit.title")}
              columns={createColumns(i18n, params, { visible: layout.columns, openId, today })}
              rows={page.items}
              getId={({ id }) => id}
              getName={({ action }) => getActionName(t, action)}
              getDetails={(entry) => (entry.id === openId ? <AuditDetails entry={entry} today={today} /> : null)}
              isCompact={layout.isCompact}
            />
          )}
          <ListFooter
            summary={t("audit.retention")}
            previousPath={null}
            nextPath={page.next === null ? null : createAuditPath(params, { after: page.next, entry: null })}
          />
        </ListCard>
      </div>
    </>
  );
}

function AuditViewTabs({ savedViews, params }: { savedViews: readonly SavedView[]; params: URLSearchParams }) {
  const { t } = useI18n();
  const query = createViewQuery(params);
  const all = { key: "all", label: t("audit.view_all"), path: "/audit", count: null, isCurrent: query === "" };
  const label = t("audit.views");
  return <ListViewTabs resource="audit" path="/audit" tabs={[all]} {...{ label, savedViews, query }} />;
}

/** Whether the hash chain over the entries is intact. */
function ChainState({
  chain: { verification, entries_without_seal: waiting },
  today,
}: {
  chain: AuditChain;
  today: string;
}) {
  const { t, locale } = useI18n();
  const problems = verification?.problems.length ?? 0;
  if (!verification && waiting === 0) return null;
  const Icon = problems > 0 ? TriangleAlert : ShieldCheck;
  return (
    <span className={`flex items-center gap-2 ${problems > 0 ? "font-medium text-beni-600" : ""}`}>
      <Icon size={18} strokeWidth={1.5} aria-hidden className="shrink-0" />
      {problems > 0
        ? t("audit.chain_broken", { count: problems })
        : verification
          ? t("audit.chain_verified", { time: formatShortTime(verification.verified_at, locale, today) })
          : t("audit.chain_waiting", { count: waiting })}
    </span>
  );
}

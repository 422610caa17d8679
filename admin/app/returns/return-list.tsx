import { useRef } from "react";
import { useSearchParams } from "react-router";
import type { ReturnPage, ReturnView } from "@furoshiki/api/admin/returns";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { ExportForm } from "../exports/export-form.tsx";
import { listKeptParams } from "../http/search-params.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { ListTools } from "../list-preferences/list-tools.tsx";
import { ListViewTabs } from "../saved-views/list-view-tabs.tsx";
import { createViewQuery } from "../saved-views/view-path.ts";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyList } from "../ui/empty-list.tsx";
import { FilterChips, ListSearch } from "../ui/filter-bar.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useListShortcuts } from "../ui/shortcuts.ts";
import { createListPath, createListQuery, listFilterNames } from "./list-path.ts";
import { columnLabels, createColumns, getReturnListLayout } from "./return-columns.tsx";
import { createFilterChips, ReturnFilterForm } from "./return-filters.tsx";

export type ReturnListData = {
  page: ReturnPage;
  savedViews: readonly SavedView[];
  /** How the person has arranged the list. */
  preference: ListPreference;
  view: ReturnView;
  sort: "requested_desc" | "requested_asc";
  /** The day in the time zone of the store. */
  today: string;
};

/** The list of returns, exchanges and claims with its views and filters. */
export function ReturnList({ page, savedViews, preference, view, sort, today }: ReturnListData) {
  const i18n = useI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const ref = useRef<HTMLDivElement>(null);
  useListShortcuts(ref, () => undefined);
  const layout = getReturnListLayout(params, preference);
  const labels = Object.fromEntries(Object.entries(columnLabels).map(([key, label]) => [key, t(label)]));
  return (
    <>
      <PageHeader
        title={t("returns.title")}
        actions={
          <ExportForm
            list="returns"
            query={createListQuery(params)}
            columns={["number", ...layout.columns]}
            personalColumns={[]}
          />
        }
      />
      <ReturnViewTabs views={page.views} {...{ savedViews, view, sort, params }} />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {/* A new key resets uncontrolled inputs when the filters change. */}
        <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
          <ListSearch
            label={t("returns.search")}
            value={params.get("q") ?? ""}
            params={listKeptParams(params, ["q"])}
          />
          <FilterChips chips={createFilterChips(i18n, params)} />
          <ReturnFilterForm params={params} />
          <ListTools resource="returns" layout={layout} labels={labels} params={listKeptParams(params, ["columns"])} />
        </div>
        <ListCard ref={ref}>
          {page.items.length === 0 ? (
            <NoReturns params={params} view={view} />
          ) : (
            <DataTable
              caption={t("returns.caption")}
              columns={createColumns(i18n, params, { visible: layout.columns, sort, today })}
              isCompact={layout.isCompact}
              rows={page.items}
              getId={({ id }) => id}
              getName={({ id }) => t("returns.title_one", { id })}
            />
          )}
          <ReturnListFooter page={page} params={params} />
        </ListCard>
      </div>
    </>
  );
}

type ReturnViewTabsProps = Pick<ReturnListData, "savedViews" | "view" | "sort"> & {
  views: ReturnPage["views"];
  params: URLSearchParams;
};

function ReturnViewTabs({ views, savedViews, view, sort, params }: ReturnViewTabsProps) {
  const { t, format } = useI18n();
  const tabs = views.map(({ key, count, is_exact }) => ({
    key,
    label: t(`returns.view_${key}`),
    path: createListPath(new URLSearchParams(listKeptParams(params, ["view", "sort", "kind", "reason", "q"])), {
      view: key,
    }),
    count: `${format.number(count)}${is_exact ? "" : "+"}`,
    isCurrent: key === view,
  }));
  const query = createViewQuery(params, { view, sort });
  const label = t("returns.views");
  return <ListViewTabs resource="returns" path="/returns" {...{ label, tabs, savedViews, query }} />;
}

function NoReturns({ params, view }: { params: URLSearchParams; view: ReturnView }) {
  const { t } = useI18n();
  const isFiltered = params.has("q") || listFilterNames(params).length > 0;
  return (
    <EmptyList
      title={t(isFiltered ? "returns.none_found" : "returns.none")}
      text={t(isFiltered ? "returns.none_found_text" : "returns.none_text")}
      unfilteredPath={isFiltered ? createListPath(new URLSearchParams(), { view }) : null}
    />
  );
}

function ReturnListFooter({ page: { next, total }, params }: { page: ReturnPage; params: URLSearchParams }) {
  const { t, format } = useI18n();
  const count = `${format.number(total.count)}${total.is_exact ? "" : "+"}`;
  return (
    <ListFooter
      summary={t("returns.count", { count })}
      previousPath={params.has("after") ? createListPath(params, {}) : null}
      nextPath={next === null ? null : createListPath(params, { after: next })}
    />
  );
}

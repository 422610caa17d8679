import { Plus } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { OrderPage, OrderSort, OrderView, OrderViewCounts } from "@furoshiki/api/admin/orders";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { ExportForm } from "../exports/export-form.tsx";
import { listKeptParams } from "../http/search-params.ts";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import type { ListLayout } from "../list-preferences/list-layout.ts";
import { ListTools } from "../list-preferences/list-tools.tsx";
import { useReloadOnEvents } from "../live/use-events.ts";
import { useMe } from "../staff/me.tsx";
import { useRowSelection } from "../tasks/use-row-selection.ts";
import { buttonClass } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyList } from "../ui/empty-list.tsx";
import { FilterChips, ListSearch } from "../ui/filter-bar.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ListViewTabs } from "../saved-views/list-view-tabs.tsx";
import { createViewQuery } from "../saved-views/view-path.ts";
import { ShortcutHelp } from "../ui/shortcut-help.tsx";
import { useListShortcuts } from "../ui/shortcuts.ts";
import {
  createListPath,
  createListQuery,
  createSelectionQuery,
  createViewPath,
  isAlertView,
  listFilterNames,
} from "./list-path.ts";
import { useLiveRows } from "./live-rows.ts";
import { NewOrdersButton } from "./new-orders-button.tsx";
import { OrderBulkBar } from "./order-bulk-bar.tsx";
import { columnLabels, createColumns, getOrderListLayout } from "./order-columns.tsx";
import { createFilterChips, OrderFilterForm } from "./order-filters.tsx";
import { OrderPeek } from "./order-peek.tsx";

export type OrderListData = {
  page: OrderPage;
  counts: OrderViewCounts;
  savedViews: readonly SavedView[];
  /** How the person has arranged the list. */
  preference: ListPreference;
  view: OrderView;
  sort: OrderSort;
  /** The day in the time zone of the store. */
  today: string;
};

/** The list of orders with its views, filters, selection and preview. */
export function OrderList({ page, counts, savedViews, preference, view, sort, today }: OrderListData) {
  const i18n = useI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const { permissions } = useMe();
  const [peekedId, setPeekedId] = useState<number | null>(null);
  const filter = createSelectionQuery(params);
  const selection = useRowSelection(filter.toString());
  const ref = useRef<HTMLDivElement>(null);
  useListShortcuts(ref, (link) => setPeekedId(Number(link.dataset["rowLink"])));
  const layout = useMemo(() => getOrderListLayout(params, preference), [params, preference]);
  const { columns: visible, isCompact } = layout;
  const columns = useMemo(
    () => createColumns(i18n, params, { visible, sort, today }),
    [i18n, params, visible, sort, today],
  );
  const { rows, changedIds, newCount, showNew } = useLiveRows(page.items, page.next !== null);
  useReloadOnEvents(["order"]);
  const peekedRow = rows.find(({ id }) => id === peekedId);
  return (
    <>
      <PageHeader
        title={t("orders.title")}
        actions={
          <>
            <ExportForm
              list="orders"
              query={createListQuery(params)}
              columns={["number", ...visible]}
              personalColumns={["contacts", "address"]}
            />
            {permissions.includes("orders:edit") ? (
              <Link to="/orders/new" className={buttonClass({ kind: "primary", size: "md" })}>
                <Plus size={16} aria-hidden />
                {t("manual_orders.title")}
              </Link>
            ) : null}
          </>
        }
      />
      <OrderViewTabs counts={counts} savedViews={savedViews} view={view} params={params} />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <OrderTools params={params} layout={layout}>
          <NewOrdersButton count={newCount} onShow={showNew} />
        </OrderTools>
        <ListCard ref={ref}>
          {rows.length === 0 ? (
            <NoOrders params={params} view={view} />
          ) : (
            <DataTable
              caption={t("orders.caption")}
              columns={columns}
              rows={rows}
              changedIds={changedIds}
              getId={({ id }) => id}
              getName={({ id }) => formatOrderNumber(id)}
              selection={{ ids: selection.ids, change: selection.changeIds }}
              isCompact={isCompact}
            />
          )}
          <OrderListFooter page={page} params={params} />
        </ListCard>
        <OrderBulkBar {...{ rows, selection }} total={page.total} query={filter} />
      </div>
      {peekedRow ? <OrderPeek row={peekedRow} params={params} today={today} onClose={() => setPeekedId(null)} /> : null}
    </>
  );
}

type OrderViewTabsProps = Pick<OrderListData, "counts" | "savedViews" | "view"> & { params: URLSearchParams };

function OrderViewTabs({ counts, savedViews, view, params }: OrderViewTabsProps) {
  const { t, format } = useI18n();
  const query = createViewQuery(createListQuery(params, { withColumns: true }));
  const formatCount = ({ count, is_exact }: { count: number; is_exact: boolean }) =>
    `${format.number(count)}${is_exact ? "" : "+"}`;
  const tabs = counts.map(({ key, ...count }) => ({
    key,
    label: t(`orders.view_${key}`),
    path: createViewPath(params, key),
    count: formatCount(count),
    isCurrent: key === view,
    isAlert: isAlertView(key) && count.count > 0,
  }));
  const label = t("orders.views");
  return <ListViewTabs resource="orders" path="/orders" {...{ label, tabs, savedViews, query }} />;
}

type OrderToolsProps = { params: URLSearchParams; layout: ListLayout; children: ReactNode };

function OrderTools({ params, layout, children }: OrderToolsProps) {
  const i18n = useI18n();
  const labels = Object.fromEntries(Object.entries(columnLabels).map(([key, label]) => [key, i18n.t(label)]));
  return (
    <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
      <ListSearch
        label={i18n.t("orders.search")}
        value={params.get("q") ?? ""}
        params={listKeptParams(params, ["q"])}
      />
      <FilterChips chips={createFilterChips(i18n, params)} />
      <OrderFilterForm params={params} />
      {children}
      <ListTools resource="orders" layout={layout} labels={labels} params={listKeptParams(params, ["columns"])} />
    </div>
  );
}

function NoOrders({ params, view }: { params: URLSearchParams; view: OrderView }) {
  const { t } = useI18n();
  const isFiltered = params.has("q") || listFilterNames(params).length > 0;
  return (
    <EmptyList
      title={t(isFiltered ? "orders.none_found" : "orders.none")}
      text={t(isFiltered ? "orders.none_found_text" : "orders.none_text")}
      unfilteredPath={isFiltered ? createViewPath(params, view) : null}
    />
  );
}

function OrderListFooter({ page: { next, previous, total }, params }: { page: OrderPage; params: URLSearchParams }) {
  const { t, format } = useI18n();
  const count = `${format.number(total.count)}${total.is_exact ? "" : "+"}`;
  const shortcuts = [
    { keys: ["j", "k"], label: t("shortcuts.move"), hint: t("shortcuts.move_short") },
    { keys: ["x"], label: t("shortcuts.select"), hint: t("shortcuts.select_short") },
    { keys: [t("shortcuts.space")], label: t("shortcuts.peek"), hint: t("shortcuts.peek_short") },
    { keys: ["Enter"], label: t("shortcuts.open"), hint: t("shortcuts.open_short") },
    { keys: ["/"], label: t("shortcuts.search") },
    { keys: ["?"], label: t("shortcuts.help") },
  ];
  return (
    <ListFooter
      summary={t("orders.count", { count })}
      previousPath={previous === null ? null : createListPath(params, { before: previous })}
      nextPath={next === null ? null : createListPath(params, { after: next })}
    >
      <ShortcutHelp shortcuts={shortcuts} />
    </ListFooter>
  );
}

import { CreditCard } from "lucide-react";
import { useRef } from "react";
import { useSearchParams } from "react-router";
import type { PaymentPage, PaymentView } from "@furoshiki/api/admin/payments";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { ExportForm } from "../exports/export-form.tsx";
import { listKeptParams } from "../http/search-params.ts";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { layoutParams } from "../list-preferences/list-layout.ts";
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
import { columnLabels, createColumns, getPaymentListLayout } from "./payment-columns.tsx";
import { createPaymentsPath, createPaymentViewPath } from "./payments-path.ts";

const views: readonly PaymentView[] = ["failed_refunds", "pending_refunds", "differences", "declined", "all"];

type PaymentListProps = {
  page: PaymentPage;
  savedViews: readonly SavedView[];
  /** How the person has arranged the list. */
  preference: ListPreference;
  view: PaymentView;
  /** The day in the time zone of the store. */
  today: string;
};

/** The payments with their attempts and refunds, in views; failed refunds first. */
export function PaymentList({ page, savedViews, preference, view, today }: PaymentListProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const ref = useRef<HTMLDivElement>(null);
  useListShortcuts(ref, () => undefined);
  const layout = getPaymentListLayout(params, preference);
  const labels = Object.fromEntries(Object.entries(columnLabels).map(([key, label]) => [key, t(label)]));
  return (
    <>
      <PageHeader
        title={t("payments.title")}
        actions={
          <ExportForm
            list="payments"
            query={new URLSearchParams(listKeptParams(params, layoutParams))}
            columns={["order", ...layout.columns]}
          />
        }
      />
      <PaymentViewTabs counts={page.counts} {...{ savedViews, view, params }} />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
          <ListSearch
            label={t("payments.search")}
            value={params.get("q") ?? ""}
            params={listKeptParams(params, ["q"])}
          />
          <ListTools resource="payments" layout={layout} labels={labels} params={listKeptParams(params, ["columns"])} />
        </div>
        <ListCard ref={ref}>
          {page.items.length === 0 ? (
            <EmptyState icon={<CreditCard size={26} strokeWidth={1.5} aria-hidden />} title={t("payments.none")}>
              {t(view === "failed_refunds" ? "payments.none_failed" : "payments.none_text")}
            </EmptyState>
          ) : (
            <DataTable
              caption={t("payments.title")}
              columns={createColumns(i18n, { visible: layout.columns, today })}
              rows={page.items}
              getId={({ order_id }) => order_id}
              getKey={({ id }) => id}
              getName={({ order_id }) => formatOrderNumber(order_id)}
              isCompact={layout.isCompact}
            />
          )}
          <ListFooter
            summary={t("payments.newest_first")}
            previousPath={null}
            nextPath={page.next === null ? null : createPaymentsPath(params, { after: page.next })}
          />
        </ListCard>
      </div>
    </>
  );
}

type PaymentViewTabsProps = Pick<PaymentListProps, "savedViews" | "view"> & {
  counts: PaymentPage["counts"];
  params: URLSearchParams;
};

function PaymentViewTabs({ counts, savedViews, view, params }: PaymentViewTabsProps) {
  const { t, format } = useI18n();
  const tabs = views.map((key) => {
    const count = key === "failed_refunds" || key === "pending_refunds" ? counts[key] : null;
    return {
      ...{ key, label: t(`payments.view_${key}`), path: createPaymentViewPath(key), isCurrent: key === view },
      count: count === null ? null : format.number(count),
      isAlert: key === "failed_refunds" && counts.failed_refunds > 0,
    };
  });
  const query = createViewQuery(params, { view });
  const label = t("payments.views");
  return <ListViewTabs resource="payments" path="/payments" {...{ label, tabs, savedViews, query }} />;
}

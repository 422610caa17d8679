import { ClipboardList, Plus } from "lucide-react";
import { useRef } from "react";
import { Link, useSearchParams } from "react-router";
import type {
  ListedPurchaseOrder,
  PurchaseOrderPage,
  PurchaseOrderView,
} from "@furoshiki/api/admin/purchasing/purchase-orders";
import type { ListedSupplier } from "@furoshiki/api/admin/purchasing/suppliers";
import { ExportForm } from "../exports/export-form.tsx";
import { pickListQuery } from "../exports/exported-lists.ts";
import { listKeptParams } from "../http/search-params.ts";
import { formatAmount } from "../i18n/amounts.ts";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatDueDay, formatShortDay } from "../i18n/short-dates.ts";
import { buttonClass } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FilterChips, FilterForm, ListSearch } from "../ui/filter-bar.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SegmentedLinks } from "../ui/segmented-links.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { useListShortcuts } from "../ui/shortcuts.ts";
import { createListPath, purchaseOrderViews } from "./list-path.ts";
import { formatPurchaseOrderNumber, getPurchaseOrderPath, PURCHASE_ORDERS_PATH } from "./order-number.ts";
import { ReceivedBar } from "./received-bar.tsx";
import { PurchaseOrderBadge } from "./status-badge.tsx";

type PurchaseOrderListProps = {
  page: PurchaseOrderPage;
  suppliers: readonly ListedSupplier[];
  view: PurchaseOrderView;
  /** The day in the time zone of the store. */
  today: string;
};

/** The list of orders from suppliers with its views and filters. */
export function PurchaseOrderList({ page, suppliers, view, today }: PurchaseOrderListProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const ref = useRef<HTMLDivElement>(null);
  useListShortcuts(ref, () => undefined);
  const supplier = suppliers.find(({ id }) => String(id) === params.get("supplier"));
  const chips = supplier
    ? [
        {
          key: "supplier",
          name: t("purchasing.supplier"),
          value: supplier.name,
          removePath: createListPath(params, { supplier: null }),
        },
      ]
    : [];
  return (
    <>
      <PageHeader
        title={t("purchasing.title")}
        actions={
          <>
            <ExportForm
              list="purchase-orders"
              query={pickListQuery(params, ["view", "supplier", "q"])}
              columns={["number", "supplier", "status", "dates", "pieces", "total"]}
            />
            <Link to={`${PURCHASE_ORDERS_PATH}/new`} className={buttonClass({ kind: "primary", size: "md" })}>
              <Plus size={16} aria-hidden />
              {t("purchasing.new")}
            </Link>
          </>
        }
      />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
          <ViewLinks page={page} view={view} params={params} />
          <ListSearch
            label={t("purchasing.search")}
            value={params.get("q") ?? ""}
            params={listKeptParams(params, ["q"])}
          />
          <FilterChips chips={chips} />
          <FilterForm params={listKeptParams(params, ["supplier"])}>
            <SelectField id="supplier" label={t("purchasing.supplier")} defaultValue={params.get("supplier") ?? ""}>
              <option value="">{t("purchasing.any")}</option>
              {suppliers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </FilterForm>
        </div>
        <ListCard ref={ref}>
          {page.items.length === 0 ? (
            <EmptyState
              icon={<ClipboardList size={26} strokeWidth={1.5} aria-hidden />}
              title={t(params.size === 0 ? "purchasing.none" : "purchasing.none_found")}
            >
              {t("purchasing.none_text")}
            </EmptyState>
          ) : (
            <DataTable
              caption={t("purchasing.title")}
              columns={createColumns(i18n, today)}
              rows={page.items}
              getId={({ id }) => id}
              getName={({ id }) => formatPurchaseOrderNumber(id)}
            />
          )}
          <ListFooter
            summary={t("inventory.newest_first")}
            previousPath={params.has("after") ? createListPath(params, {}) : null}
            nextPath={page.next === null ? null : createListPath(params, { after: String(page.next) })}
          />
        </ListCard>
      </div>
    </>
  );
}

type ViewLinksProps = Pick<PurchaseOrderListProps, "page" | "view"> & { params: URLSearchParams };

function ViewLinks({ page: { counts }, view, params }: ViewLinksProps) {
  const { t, format } = useCatalogI18n();
  const getCount = (key: PurchaseOrderView) => {
    if (key === "open") return counts.draft + counts.ordered + counts.partly_received;
    return key === "all" ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[key];
  };
  const links = purchaseOrderViews.map((key) => ({
    key,
    label: [t(`purchasing.view_${key}`), format.number(getCount(key))].join(" "),
    path: createListPath(params, { view: key === "open" ? null : key }),
    isCurrent: key === view,
  }));
  return <SegmentedLinks label={t("purchasing.views")} links={links} />;
}

function createColumns({ t, locale, format }: CatalogI18n, today: string): Column<ListedPurchaseOrder>[] {
  return [
    {
      key: "number",
      label: t("purchasing.number"),
      width: "w-28",
      phone: "start",
      render: ({ id }) => (
        <Link to={getPurchaseOrderPath(id)} data-row-link={id} className="code font-medium hover:underline">
          {formatPurchaseOrderNumber(id)}
        </Link>
      ),
    },
    {
      key: "supplier",
      label: t("purchasing.supplier"),
      phone: "line",
      render: ({ supplier }) => supplier.name,
    },
    {
      key: "status",
      label: t("purchasing.status"),
      width: "w-44",
      phone: "line-end",
      render: ({ status }) => <PurchaseOrderBadge status={status} isPlain />,
    },
    {
      key: "received",
      label: t("purchasing.received"),
      width: "w-64",
      phone: "full",
      render: ({ quantity, received }) => (
        <span className="flex items-center gap-2.5">
          <span className="whitespace-nowrap">
            {t("purchasing.received_of", { received: format.number(received), count: quantity })}
          </span>
          <ReceivedBar {...{ quantity, received }} />
        </span>
      ),
    },
    {
      key: "ordered",
      label: t("purchasing.ordered_at"),
      width: "w-24",
      render: ({ ordered_at: at }) => (at === null ? "–" : formatShortDay(at, locale, today)),
    },
    {
      key: "expected",
      label: t("purchasing.expected_on"),
      width: "w-32",
      render: (order) => <ExpectedDay order={order} today={today} />,
    },
    {
      key: "total",
      label: t("purchasing.total"),
      width: "w-32",
      align: "end",
      phone: "end",
      render: ({ total, currency }) => formatAmount(format, total, currency),
    },
  ];
}

function ExpectedDay({ order, today }: { order: ListedPurchaseOrder; today: string }) {
  const { locale } = useCatalogI18n();
  const { expected_on: day, status } = order;
  if (day === null) return "–";
  const isLate = day < today && (status === "ordered" || status === "partly_received");
  return <span className={isLate ? "font-medium text-yamabuki-800" : ""}>{formatDueDay(day, locale, today)}</span>;
}

import { PackageCheck, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { ReorderList, ReorderSuggestion } from "@furoshiki/api/admin/purchasing/reorder";
import type { ListedSupplier } from "@furoshiki/api/admin/purchasing/suppliers";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { createMovementsPath } from "../inventory/movements-path.ts";
import { ExportForm } from "../exports/export-form.tsx";
import { pickListQuery } from "../exports/exported-lists.ts";
import { buttonClass } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FilterChips, FilterForm } from "../ui/filter-bar.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { useListShortcuts } from "../ui/shortcuts.ts";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { PURCHASE_ORDERS_PATH } from "./order-number.ts";

/** How soon a variant is sold out that is shown as urgent, in days. */
const URGENT_DAYS = 7;
const REORDER_PATH = "/inventory/reorder";

type ReorderViewProps = { list: ReorderList; suppliers: readonly ListedSupplier[] };

/** What to order from suppliers, the most urgent first. Chosen variants become lines of a new order. */
export function ReorderView({ list, suppliers }: ReorderViewProps) {
  const i18n = useCatalogI18n();
  const { t, format } = i18n;
  const [params] = useSearchParams();
  const ref = useRef<HTMLDivElement>(null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  useListShortcuts(ref, () => undefined);
  const rows = list.items.map((item, index) => ({ ...item, id: index + 1 }));
  const selected = rows.filter(({ id }) => selectedIds.has(id));
  const supplier = suppliers.find(({ id }) => String(id) === params.get("supplier"));
  return (
    <>
      <PageHeader
        title={t("purchasing.reorder_title")}
        subtitle={t("purchasing.reorder_subtitle", { count: list.cover_days })}
        actions={
          <>
            <ExportForm
              list="reorder"
              query={pickListQuery(params, ["supplier"])}
              columns={["product", "stock", "sales", "order"]}
            />
            {selected.length > 0 ? (
              <Link to={createOrderPath(selected)} className={buttonClass({ kind: "primary", size: "md" })}>
                <Plus size={16} aria-hidden />
                {t("purchasing.order_selected", { count: selected.length })}
              </Link>
            ) : null}
          </>
        }
      />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
          <FilterChips
            chips={
              supplier
                ? [
                    {
                      key: "supplier",
                      name: t("purchasing.supplier"),
                      value: supplier.name,
                      removePath: REORDER_PATH,
                    },
                  ]
                : []
            }
          />
          <FilterForm params={[]}>
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
          {rows.length === 0 ? (
            <EmptyState
              icon={<PackageCheck size={26} strokeWidth={1.5} aria-hidden />}
              title={t("purchasing.nothing_to_order")}
            >
              {t("purchasing.nothing_to_order_text")}
            </EmptyState>
          ) : (
            <DataTable
              caption={t("purchasing.reorder_title")}
              columns={createColumns(i18n)}
              rows={rows}
              getId={({ id }) => id}
              getName={({ name, option_name }) => [name, option_name].filter(Boolean).join(", ")}
              selection={{ ids: selectedIds, change: setSelectedIds }}
            />
          )}
          <ListFooter
            summary={t("purchasing.suggestions_count", {
              shown: format.number(rows.length),
              count: list.total,
            })}
            previousPath={null}
            nextPath={null}
          />
        </ListCard>
      </div>
    </>
  );
}

/** Returns the path of a new order with the suggested lines, of the supplier of the first that has one. */
function createOrderPath(selected: readonly ReorderSuggestion[]): string {
  const items = selected.map(({ product_id, option_id, quantity }) => `${product_id}.${option_id}x${quantity}`);
  const supplierId = selected.find(({ supplier }) => supplier)?.supplier?.id;
  const params = new URLSearchParams({
    items: items.join(","),
    ...(supplierId === undefined ? {} : { supplier: String(supplierId) }),
  });
  return `${PURCHASE_ORDERS_PATH}/new?${params}`;
}

function createColumns({ t, format }: CatalogI18n): Column<ReorderSuggestion & { id: number }>[] {
  return [
    {
      key: "variant",
      label: t("purchasing.variant"),
      phone: "line",
      render: ({ id, product_id, option_id, name, option_name, reference, image }) => (
        <Link
          to={createMovementsPath(new URLSearchParams(), { product: String(product_id), option: String(option_id) })}
          data-row-link={id}
          className="flex min-w-0 items-center gap-2.5 hover:underline"
        >
          <Thumbnail image={image} size={36} />
          <span className="min-w-0">
            <span className="block truncate font-medium max-desk:whitespace-normal">
              {[name, option_name].filter(Boolean).join(", ")}
            </span>
            <span className="code block text-xs text-ink-3">{reference}</span>
          </span>
        </Link>
      ),
    },
    {
      key: "days_left",
      label: t("purchasing.days_left"),
      width: "w-28",
      phone: "start",
      render: ({ days_left: days, waiting_customers: waiting }) => (
        <>
          <span className={days <= URGENT_DAYS ? "font-medium text-beni-600" : ""}>
            {days === 0 ? t("purchasing.sold_out") : t("purchasing.days", { count: days })}
          </span>
          {waiting > 0 ? (
            <span className="block text-xs text-ink-3">{t("purchasing.waiting_count", { count: waiting })}</span>
          ) : null}
        </>
      ),
    },
    {
      key: "available",
      label: t("inventory.available"),
      width: "w-24",
      align: "end",
      render: ({ available }) => format.number(available),
    },
    {
      key: "incoming",
      label: t("purchasing.incoming"),
      width: "w-28",
      align: "end",
      render: ({ incoming }) => (incoming === 0 ? "–" : format.number(incoming)),
    },
    {
      key: "sold",
      label: t("purchasing.sold_90"),
      width: "w-28",
      align: "end",
      render: ({ sold }) => format.number(sold),
    },
    {
      key: "quantity",
      label: t("purchasing.to_order"),
      width: "w-24",
      align: "end",
      phone: "end",
      render: ({ quantity }) => <b className="font-semibold">{format.number(quantity)}</b>,
    },
    {
      key: "supplier",
      label: t("purchasing.supplier"),
      width: "w-52",
      phone: "full",
      render: ({ supplier, lead_days: days }) => (
        <>
          {supplier?.name ?? <span className="text-ink-3">{t("purchasing.never_ordered")}</span>}
          <span className="block text-xs text-ink-3 max-desk:inline">
            <span className="desk:hidden">, </span>
            {t("purchasing.days", { count: days })}
          </span>
        </>
      ),
    },
  ];
}

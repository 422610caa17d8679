import { Factory, Plus } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { ListedSupplier, SupplierList } from "@furoshiki/api/admin/purchasing/suppliers";
import type { FormErrors } from "../api-client/form-errors.ts";
import { ExportForm } from "../exports/export-form.tsx";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { PURCHASE_ORDERS_PATH } from "./order-number.ts";
import { SupplierDialog } from "./supplier-dialog.tsx";
import { SUPPLIERS_PATH } from "./supplier-form.ts";

type SuppliersViewProps = {
  list: SupplierList;
  /** The supplier in the dialog; null without one. */
  edited: ListedSupplier | "new" | null;
  result: FormErrors | undefined;
};

/** The suppliers with the figures of their orders. */
export function SuppliersView({ list: { items, currencies }, edited, result }: SuppliersViewProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const add = (
    <Link to={`${SUPPLIERS_PATH}?edit=new`} preventScrollReset className={buttonClass({ kind: "primary", size: "md" })}>
      <Plus size={16} aria-hidden />
      {t("purchasing.add_supplier")}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t("purchasing.suppliers_title")}
        actions={
          <>
            <ExportForm list="suppliers" query={new URLSearchParams()} columns={["name", "terms", "figures"]} />
            {add}
          </>
        }
      />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <ListCard>
          {items.length === 0 ? (
            <EmptyState
              icon={<Factory size={26} strokeWidth={1.5} aria-hidden />}
              title={t("purchasing.no_suppliers")}
              actions={params.has("edit") ? null : add}
            >
              {t("purchasing.no_suppliers_text")}
            </EmptyState>
          ) : (
            <DataTable
              caption={t("purchasing.suppliers_title")}
              columns={createColumns(i18n)}
              rows={items}
              getId={({ id }) => id}
              getName={({ name }) => name}
            />
          )}
        </ListCard>
      </div>
      {edited ? (
        <SupplierDialog supplier={edited === "new" ? null : edited} currencies={currencies} result={result} />
      ) : null}
    </>
  );
}

function createColumns({ t, format }: CatalogI18n): Column<ListedSupplier>[] {
  return [
    {
      key: "name",
      label: t("purchasing.supplier_name"),
      phone: "start",
      render: ({ id, name, is_active: isActive }) => (
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to={`${SUPPLIERS_PATH}?edit=${id}`}
            data-row-link={id}
            preventScrollReset
            className="font-medium hover:underline"
          >
            {name}
          </Link>
          {isActive ? null : <Badge>{t("purchasing.inactive")}</Badge>}
        </span>
      ),
    },
    {
      key: "currency",
      label: t("purchasing.currency"),
      width: "w-20",
      phone: "end",
      render: ({ currency }) => currency,
    },
    {
      key: "lead_days",
      label: t("purchasing.lead_days"),
      width: "w-44",
      phone: "line",
      render: ({ lead_days: days, average_days: average }) => (
        <>
          {t("purchasing.days", { count: days })}
          {average === null ? null : (
            <span className="text-ink-3">, {t("purchasing.average_days", { count: average })}</span>
          )}
        </>
      ),
    },
    {
      key: "orders",
      label: t("purchasing.orders_in_year"),
      width: "w-32",
      align: "end",
      phone: "line-end",
      render: ({ id, orders }) =>
        orders === 0 ? (
          "0"
        ) : (
          <Link to={`${PURCHASE_ORDERS_PATH}?view=all&supplier=${id}`} className="link">
            {format.number(orders)}
          </Link>
        ),
    },
    {
      key: "missing",
      label: t("purchasing.missing_share"),
      width: "w-36",
      align: "end",
      render: ({ missing_percent: percent }) => (percent === null ? "–" : `${format.decimal(percent)}\u00a0%`),
    },
    {
      key: "contact",
      label: t("purchasing.contact"),
      phone: "full",
      render: ({ email, contact }) => [email, contact].filter(Boolean).join(", ") || "–",
    },
  ];
}

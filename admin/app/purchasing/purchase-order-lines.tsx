import { Link } from "react-router";
import type { PurchaseOrder, PurchaseOrderLine } from "@furoshiki/api/admin/purchasing/purchase-orders";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { createMovementsPath } from "../inventory/movements-path.ts";
import { formatAmount } from "../i18n/amounts.ts";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { ReceivedBar } from "./received-bar.tsx";

/** The lines of an order from a supplier, with what has arrived of each. */
export function PurchaseOrderLines({ order }: { order: PurchaseOrder }) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  return (
    <Card title={t("purchasing.lines")} isFlush>
      <DataTable
        caption={t("purchasing.lines")}
        columns={createColumns(i18n, order)}
        rows={order.lines}
        getId={({ line }) => line}
        getName={({ name }) => name}
      />
    </Card>
  );
}

function createColumns(i18n: CatalogI18n, { currency, status }: PurchaseOrder): Column<PurchaseOrderLine>[] {
  const { t, format } = i18n;
  const isSent = status !== "draft" && status !== "canceled";
  return [
    {
      key: "variant",
      label: t("purchasing.variant"),
      phone: "line",
      render: (line) => <VariantCell line={line} />,
    },
    {
      key: "quantity",
      label: t("purchasing.ordered"),
      width: "w-20",
      align: "end",
      phone: "start",
      render: ({ quantity }) => (
        <>
          <span className="max-desk:hidden">{format.number(quantity)}</span>
          <span className="desk:hidden">{t("purchasing.pieces_count", { count: quantity })}</span>
        </>
      ),
    },
    ...(isSent
      ? [
          {
            key: "received",
            label: t("purchasing.received"),
            width: "w-40",
            phone: "full" as const,
            render: ({ quantity, received, damaged }: PurchaseOrderLine) => (
              <span className="flex items-center gap-2.5">
                <span className="whitespace-nowrap">
                  {format.number(received)}
                  {damaged > 0 ? (
                    <span className="text-yamabuki-800"> ({t("purchasing.damaged_count", { count: damaged })})</span>
                  ) : null}
                </span>
                <ReceivedBar {...{ quantity, received }} />
              </span>
            ),
          },
        ]
      : []),
    {
      key: "cost",
      label: t("purchasing.unit_cost"),
      width: "w-24",
      align: "end",
      render: ({ unit_cost: cost }) => formatAmount(format, cost, currency),
    },
    {
      key: "sum",
      label: t("purchasing.sum"),
      width: "w-28",
      align: "end",
      phone: "end",
      render: ({ unit_cost: cost, quantity }) => (
        <span className="font-medium">{formatAmount(format, cost * quantity, currency)}</span>
      ),
    },
    {
      key: "previous",
      label: t("purchasing.previous_cost"),
      width: "w-36",
      render: (line) => <PreviousCost line={line} currency={currency} />,
    },
  ];
}

function VariantCell({ line }: { line: PurchaseOrderLine }) {
  const { t } = useCatalogI18n();
  const { product_id: product, option_id: option, name, option_name: optionName, reference, image } = line;
  if (name === "") return <span className="text-ink-3">{t("inventory.deleted_product")}</span>;
  return (
    <Link
      to={createMovementsPath(new URLSearchParams(), { product: String(product), option: String(option) })}
      data-row-link={line.line}
      className="flex min-w-0 items-center gap-2.5 hover:underline"
    >
      <Thumbnail image={image} size={36} />
      <span className="min-w-0">
        <span className="block truncate font-medium max-desk:whitespace-normal">
          {[name, optionName].filter(Boolean).join(", ")}
        </span>
        <span className="code block text-xs text-ink-3">{reference}</span>
      </span>
    </Link>
  );
}

/** What a piece cost in the order before, and by how much that has changed. */
function PreviousCost({ line, currency }: { line: PurchaseOrderLine; currency: string }) {
  const { t, format } = useCatalogI18n();
  const { previous_cost: before, unit_cost: cost } = line;
  if (before === null) return <span className="text-ink-3">{t("purchasing.first_order")}</span>;
  const amount = formatAmount(format, before.amount, before.currency);
  if (before.currency !== currency || before.amount === 0) return amount;
  const percent = ((cost - before.amount) / before.amount) * 100;
  if (percent === 0) return <span className="text-ink-3">{t("purchasing.unchanged")}</span>;
  const sign = percent > 0 ? "+" : "\u2212";
  return (
    <span className={percent > 0 ? "text-yamabuki-800" : ""}>
      {amount}, {sign}
      {format.decimal(Math.round(Math.abs(percent) * 10) / 10)}
      {"\u00a0"}%
    </span>
  );
}

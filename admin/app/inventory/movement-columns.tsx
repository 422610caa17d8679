import { Link } from "react-router";
import type { StockMovement } from "@furoshiki/api/admin/inventory";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import type { Column } from "../ui/data-table.tsx";
import { createMovementsPath } from "./movements-path.ts";

type ColumnOptions = {
  params: URLSearchParams;
  /** The day in the time zone of the store. */
  today: string;
};

/** Returns the columns of the movements. Those of one product name its variants. */
export function createColumns(i18n: CatalogI18n, { params, today }: ColumnOptions): Column<StockMovement>[] {
  const { t, locale, format } = i18n;
  const isOneProduct = params.has("product");
  return [
    {
      key: "product",
      label: t(isOneProduct ? "inventory.variant" : "inventory.product"),
      phone: "line",
      render: ({ id, product_id, option_id, name, option_name: optionName, reference }) =>
        name === null ? (
          <span className="text-ink-3">{t("inventory.deleted_product")}</span>
        ) : (
          <Link
            to={createMovementsPath(params, { product: String(product_id), option: String(option_id), q: null })}
            data-row-link={id}
            title={[name, optionName].filter(Boolean).join(", ")}
            className="hover:underline"
          >
            <span className="font-medium">
              {isOneProduct ? optionName || name : [optionName, name].filter(Boolean).join(" · ")}
            </span>{" "}
            <span className="code text-xs text-ink-3">{reference}</span>
          </Link>
        ),
    },
    {
      key: "at",
      label: t("inventory.at"),
      width: "w-28",
      phone: "line-end",
      render: ({ at }) => <span className="text-ink-2">{formatShortTime(at, locale, today)}</span>,
    },
    {
      key: "kind",
      label: t("inventory.kind"),
      width: "w-36",
      phone: "start",
      render: ({ kind }) => t(`inventory.kind_${kind}`),
    },
    {
      key: "quantity",
      label: t("inventory.quantity"),
      width: "w-24",
      align: "end",
      phone: "end",
      render: ({ quantity }) => (
        <span className={`font-medium ${quantity > 0 ? "text-tokiwa-700" : ""}`}>
          {quantity > 0 ? "+" : ""}
          {format.number(quantity)}
        </span>
      ),
    },
    {
      key: "after",
      label: t("inventory.after"),
      width: "w-20",
      align: "end",
      render: ({ available_after }) => format.number(available_after),
    },
    {
      key: "subject",
      label: t("inventory.subject"),
      width: "w-36",
      phone: "full",
      render: (movement) => <Subject movement={movement} />,
    },
    {
      key: "reason",
      label: t("inventory.reason"),
      width: "w-40",
      render: ({ reason }) => (reason === "" ? "–" : <span title={reason}>{reason}</span>),
    },
    {
      key: "actor",
      label: t("inventory.actor"),
      width: "w-32",
      render: ({ actor }) => actor ?? <span className="text-ink-2">{t("inventory.store")}</span>,
    },
  ];
}

/** The record to which a movement belongs; on a phone with its reason. */
function Subject({ movement }: { movement: StockMovement }) {
  const { t } = useCatalogI18n();
  const { order_id: order, purchase_order_id: purchaseOrder, stock_count_id: stockCount, reason } = movement;
  return (
    <>
      {order === null ? null : (
        <Link to={`/orders/${order}`} className="link">
          {t("inventory.order", { number: formatOrderNumber(order) })}
        </Link>
      )}
      {purchaseOrder === null ? null : (
        <Link to={`/inventory/purchase-orders/${purchaseOrder}`} className="link">
          {t("inventory.purchase_order", { number: String(purchaseOrder).padStart(4, "0") })}
        </Link>
      )}
      {stockCount === null ? null : (
        <Link to={`/inventory/counts/${stockCount}`} className="link">
          {t("inventory.stock_count")}
        </Link>
      )}
      {order === null && purchaseOrder === null && stockCount === null ? (
        <span className="max-desk:hidden">–</span>
      ) : null}
      {reason === "" ? null : <span className="desk:hidden"> {reason}</span>}
    </>
  );
}

import type { OrderRow, OrderSort } from "@furoshiki/api/admin/orders";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { formatAmount } from "../i18n/amounts.ts";
import { getListLayout, type ListLayout } from "../list-preferences/list-layout.ts";
import type { MessageKey } from "../i18n/messages.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import type { I18n } from "../i18n/use-i18n.tsx";
import { formatWeight } from "../i18n/weights.ts";
import { Person } from "../ui/avatar.tsx";
import type { Column } from "../ui/data-table.tsx";
import { createListPath } from "./list-path.ts";
import { CustomsCell, DueDay, NoValue, OrderLink, ShippingCell } from "./order-cells.tsx";
import { OrderStatusBadge } from "./order-status.tsx";

/** The columns that can be hidden. */
export const optionalColumns = [
  ...(["placed", "customer", "shipping", "items", "weight"] as const),
  ...(["total", "customs", "due", "assignee", "status"] as const),
];
export type OptionalColumn = (typeof optionalColumns)[number];

/** The names of the columns. */
export const columnLabels: Record<OptionalColumn, MessageKey> = {
  placed: "orders.placed",
  customer: "orders.customer",
  shipping: "orders.shipping",
  items: "orders.items",
  weight: "orders.weight",
  total: "orders.total",
  customs: "orders.customs",
  due: "orders.due",
  assignee: "orders.assignee",
  status: "orders.status",
};

/** The columns of those who have chosen none. */
const defaultColumns = optionalColumns.filter((key) => key !== "status");

/** Returns the columns and the row height of the list: those of its URL, or else what the person has chosen. */
export function getOrderListLayout(params: URLSearchParams, preference: ListPreference): ListLayout<OptionalColumn> {
  return getListLayout(params, preference, { all: optionalColumns, defaults: defaultColumns });
}

type SortableColumn = "placed" | "due";

/**
 * Returns the column of the order number and the visible ones.
 * @param list.today the day in the time zone of the store
 */
export function createColumns(
  i18n: I18n,
  params: URLSearchParams,
  { visible, sort, today }: { visible: readonly OptionalColumn[]; sort: OrderSort; today: string },
): Column<OrderRow>[] {
  const { locale, t, format } = i18n;
  const getSort = (column: SortableColumn): NonNullable<Column<OrderRow>["sort"]> => {
    const isAscending = sort === `${column}_asc`;
    const direction = isAscending ? "ascending" : sort === `${column}_desc` ? "descending" : null;
    return { direction, path: createListPath(params, { sort: `${column}_${isAscending ? "desc" : "asc"}` }) };
  };
  const columns: Record<OptionalColumn, Omit<Column<OrderRow>, "key" | "label">> = {
    placed: {
      width: "w-30",
      sort: getSort("placed"),
      render: ({ placed_at }) => <span className="text-ink-2">{formatShortTime(placed_at, locale, today)}</span>,
    },
    customer: { width: "w-24", render: ({ customer }) => customer },
    shipping: { phone: "line", render: (row) => <ShippingCell row={row} /> },
    items: { width: "w-17", align: "end", render: ({ pieces }) => t("orders.pieces", { count: pieces }) },
    weight: {
      width: "w-19",
      align: "end",
      render: ({ weight_g }) => <span className="text-ink-2">{formatWeight(i18n, weight_g)}</span>,
    },
    total: {
      width: "w-26",
      align: "end",
      phone: "end",
      render: ({ total, currency }) => formatAmount(format, total, currency),
    },
    customs: { width: "w-38", phone: "full", render: (row) => <CustomsCell row={row} /> },
    due: {
      width: "w-26",
      phone: "line-end",
      sort: getSort("due"),
      render: ({ due_on }) => <DueDay day={due_on} today={today} />,
    },
    assignee: { width: "w-30", render: ({ assignee }) => (assignee ? <Person {...assignee} /> : <NoValue />) },
    status: { width: "w-36", render: ({ status }) => <OrderStatusBadge status={status} isPlain /> },
  };
  return [
    {
      key: "number",
      label: t("orders.number"),
      width: "w-34",
      phone: "start",
      render: (row) => <OrderLink row={row} params={params} />,
    },
    ...visible.map((key) => ({ ...columns[key], key, label: t(columnLabels[key]) })),
  ];
}

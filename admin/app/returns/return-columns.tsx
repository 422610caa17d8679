import { Link } from "react-router";
import type { ReturnRow } from "@furoshiki/api/admin/returns";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import type { MessageKey } from "../i18n/messages.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import type { I18n } from "../i18n/use-i18n.tsx";
import { getListLayout, type ListLayout } from "../list-preferences/list-layout.ts";
import type { Column } from "../ui/data-table.tsx";
import { createListPath } from "./list-path.ts";
import { ReturnStatusBadge } from "./return-status.tsx";

/** The columns that can be hidden, with their names. */
export const columnLabels = {
  requested: "returns.requested",
  order: "returns.order",
  customer: "returns.customer",
  goods: "returns.goods",
  reason: "returns.reason",
  value: "returns.value",
  status: "returns.status",
} as const satisfies Record<string, MessageKey>;
type OptionalColumn = keyof typeof columnLabels;
const optionalColumns = Object.keys(columnLabels) as OptionalColumn[];

/** Returns the columns and the row height of the list: those of its URL, or else what the person has chosen. */
export function getReturnListLayout(params: URLSearchParams, preference: ListPreference): ListLayout<OptionalColumn> {
  return getListLayout(params, preference, { all: optionalColumns, defaults: optionalColumns });
}

type ListOptions = {
  visible: readonly OptionalColumn[];
  sort: "requested_desc" | "requested_asc";
  /** The day in the time zone of the store. */
  today: string;
};

/** Returns the column of the number and the visible ones. */
export function createColumns(i18n: I18n, params: URLSearchParams, options: ListOptions): Column<ReturnRow>[] {
  const [number, ...columns] = createAllColumns(i18n, params, options);
  const shown = options.visible.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  return number ? [number, ...shown] : shown;
}

function createAllColumns(
  { locale, t, format }: I18n,
  params: URLSearchParams,
  { sort, today }: ListOptions,
): Column<ReturnRow>[] {
  const isAscending = sort === "requested_asc";
  return [
    {
      key: "number",
      label: t("returns.number"),
      width: "w-36",
      phone: "start",
      render: ({ id, kind }) => (
        <Link to={`/returns/${id}`} data-row-link={id} className="font-medium hover:underline">
          {t(`returns.kind_${kind}`)} {id}
        </Link>
      ),
    },
    {
      key: "requested",
      label: t("returns.requested"),
      width: "w-30",
      sort: {
        direction: isAscending ? "ascending" : "descending",
        path: createListPath(params, { sort: isAscending ? "requested_desc" : "requested_asc" }),
      },
      render: ({ requested_at }) => <span className="text-ink-2">{formatShortTime(requested_at, locale, today)}</span>,
    },
    {
      key: "order",
      label: t("returns.order"),
      width: "w-28",
      render: ({ order_id }) => (
        <Link to={`/orders/${order_id}`} className="hover:underline">
          {formatOrderNumber(order_id)}
        </Link>
      ),
    },
    { key: "customer", label: t("returns.customer"), width: "w-28", render: ({ customer }) => customer },
    { key: "goods", label: t("returns.goods"), phone: "line", render: (row) => <Goods row={row} t={t} /> },
    { key: "reason", label: t("returns.reason"), width: "w-40", render: ({ reason }) => t(`returns.reason_${reason}`) },
    {
      key: "value",
      label: t("returns.value"),
      width: "w-26",
      align: "end",
      phone: "end",
      render: ({ value, currency }) => formatAmount(format, value, currency),
    },
    {
      key: "status",
      label: t("returns.status"),
      width: "w-40",
      phone: "full",
      render: ({ kind, status }) => <ReturnStatusBadge kind={kind} status={status} isPlain />,
    },
  ];
}

/** The first product, and how many pieces and other products there are; on a phone also the reason. */
function Goods({ row, t }: { row: ReturnRow; t: I18n["t"] }) {
  return (
    <>
      <span title={row.product}>{row.product}</span>
      {row.other_lines > 0 ? (
        <span className="text-ink-3"> {t("returns.other_lines", { count: row.other_lines })}</span>
      ) : row.pieces > 1 ? (
        <span className="text-ink-3"> × {row.pieces}</span>
      ) : null}
      <span className="text-ink-3 desk:hidden"> · {t(`returns.reason_${row.reason}`)}</span>
    </>
  );
}

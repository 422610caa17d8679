import { Link } from "react-router";
import type { ReturnRow } from "@furoshiki/api/admin/returns";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import type { I18n } from "../i18n/use-i18n.tsx";
import type { Column } from "../ui/data-table.tsx";
import { createListPath } from "./list-path.ts";
import { ReturnStatusBadge } from "./return-status.tsx";

/** Returns the columns of the list. @param options.today the day in the time zone of the store */
export function createColumns(
  { locale, t, format }: I18n,
  params: URLSearchParams,
  { sort, today }: { sort: "requested_desc" | "requested_asc"; today: string },
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

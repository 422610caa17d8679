import { Link } from "react-router";
import type { ListedPayment } from "@furoshiki/api/admin/payments";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import type { MessageKey } from "../i18n/messages.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import type { I18n } from "../i18n/use-i18n.tsx";
import { getListLayout, type ListLayout } from "../list-preferences/list-layout.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import type { Column } from "../ui/data-table.tsx";
import { PaymentEvents } from "./payment-events.tsx";

/** The columns that can be hidden, with their names. */
export const columnLabels = {
  created: "payments.created",
  method: "payments.method",
  amount: "payments.amount",
  status: "payments.status",
  events: "payments.events",
} as const satisfies Record<string, MessageKey>;
type OptionalColumn = keyof typeof columnLabels;
const optionalColumns = Object.keys(columnLabels) as OptionalColumn[];

const tones = { awaiting: "neutral", success: "ok", error: "warn", cancelled: "neutral" } as const satisfies Record<
  ListedPayment["status"],
  BadgeTone
>;

/** Returns the columns and the row height of the list: those of its URL, or else what the person has chosen. */
export function getPaymentListLayout(params: URLSearchParams, preference: ListPreference): ListLayout<OptionalColumn> {
  return getListLayout(params, preference, { all: optionalColumns, defaults: optionalColumns });
}

/**
 * Returns the column of the order and the visible ones.
 *
 * @param list.today the day in the time zone of the store
 */
export function createColumns(
  { t, format, locale }: I18n,
  { visible, today }: { visible: readonly OptionalColumn[]; today: string },
): Column<ListedPayment>[] {
  const columns: Record<OptionalColumn, Omit<Column<ListedPayment>, "key" | "label">> = {
    created: { width: "w-34", render: ({ created_at }) => formatShortTime(created_at, locale, today) },
    method: {
      width: "w-44",
      render: ({ method, provider }) => (
        <span className="text-ink-2">{[t.find(`payments.method_${method}`) ?? method, provider].join(", ")}</span>
      ),
    },
    amount: {
      width: "w-32",
      align: "end",
      phone: "end",
      render: ({ amount, currency }) => <span className="font-medium">{formatAmount(format, amount, currency)}</span>,
    },
    status: {
      width: "w-40",
      phone: "line",
      render: ({ status }) => (
        <Badge tone={tones[status]} isPlain>
          {t(`payments.status_${status}`)}
        </Badge>
      ),
    },
    events: { phone: "full", render: (payment) => <PaymentEvents payment={payment} /> },
  };
  return [
    {
      key: "order",
      label: t("payments.order"),
      width: "w-34",
      phone: "start",
      render: ({ order_id }) => (
        <Link to={`/orders/${order_id}`} data-row-link={order_id} className="font-medium hover:underline">
          {formatOrderNumber(order_id)}
        </Link>
      ),
    },
    ...visible.map((key) => ({ ...columns[key], key, label: t(columnLabels[key]) })),
  ];
}

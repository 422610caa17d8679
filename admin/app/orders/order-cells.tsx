import { Check, CircleSlash2, StickyNote, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import type { OrderRow } from "@furoshiki/api/admin/orders";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { countDays, formatDueDay } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge } from "../ui/badge.tsx";
import { createOrderPath } from "./list-path.ts";
import { formatShippingMethod } from "../i18n/shipping-methods.ts";

/** Stands for a missing value. */
export function NoValue() {
  return <span className="text-ink-3">—</span>;
}

/** The number of an order as a link to its page. @param params the search parameters of the list */
export function OrderLink({
  row: { id, notes, joined_orders: joined },
  params,
}: {
  row: OrderRow;
  params: URLSearchParams;
}) {
  const { t } = useI18n();
  return (
    <>
      {/* Not inline: the focus ring of an inline box changes the layout of the table. */}
      <Link to={createOrderPath(id, params)} data-row-link={id} className="inline-block font-medium hover:underline">
        {formatOrderNumber(id)}
      </Link>
      {joined.length > 0 ? (
        <span
          className="ml-1.5 text-xs text-ink-3"
          title={t("orders.parcel_with", { numbers: joined.map(formatOrderNumber).join(", ") })}
        >
          <span aria-hidden>+{joined.length}</span>
          <span className="sr-only">
            {t("orders.parcel_with", { numbers: joined.map(formatOrderNumber).join(", ") })}
          </span>
        </span>
      ) : null}
      {notes > 0 ? (
        <span className="ml-1.5 text-ink-3" title={t("orders.notes_count", { count: notes })}>
          <StickyNote size={14} aria-hidden className="inline align-[-2px]" />
          <span className="sr-only">{t("orders.notes_count", { count: notes })}</span>
        </span>
      ) : null}
    </>
  );
}

/** Country and method; on a phone also the pieces and the customer. */
export function ShippingCell({ row }: { row: OrderRow }) {
  const { t } = useI18n();
  return (
    <>
      {row.country ? <span className="code mr-1.5 text-ink-3">{row.country}</span> : null}
      <span className="desk:hidden">
        {t("orders.pieces", { count: row.pieces })} · {row.customer} ·{" "}
      </span>
      {row.shipping_method ? <ShippingMethodName method={row.shipping_method} /> : <NoValue />}
    </>
  );
}

function ShippingMethodName({ method }: { method: NonNullable<OrderRow["shipping_method"]> }) {
  return <span title={method.name}>{formatShippingMethod(useI18n(), method)}</span>;
}

const customsBadges = {
  complete: { tone: "neutral", Icon: Check },
  missing: { tone: "warn", Icon: TriangleAlert },
  blocked: { tone: "error", Icon: CircleSlash2 },
} as const;

/** The customs check of an order that waits to be sent. */
export function CustomsCell({ row: { customs, products_with_customs_problems: count } }: { row: OrderRow }) {
  const { t } = useI18n();
  if (customs === null) return <NoValue />;
  const { tone, Icon } = customsBadges[customs];
  return (
    <Badge tone={tone} isPlain icon={<Icon size={14} aria-hidden />}>
      {t(`orders.customs_${customs}`, { count })}
    </Badge>
  );
}

/** The day by which an order has to be sent; an overdue one is red. */
export function DueDay({ day, today }: { day: string | null; today: string }) {
  const { locale } = useI18n();
  if (day === null) return <NoValue />;
  const isOverdue = countDays(today, day) < 0;
  return <span className={isOverdue ? "font-semibold text-beni-600" : ""}>{formatDueDay(day, locale, today)}</span>;
}

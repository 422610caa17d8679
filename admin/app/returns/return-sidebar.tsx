import { Link } from "react-router";
import type { ReturnDetail } from "@furoshiki/api/admin/returns";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import { countDays, formatShortDay, formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { OrderStatusBadge } from "../orders/order-status.tsx";
import { formatShippingMethod } from "../i18n/shipping-methods.ts";
import { Card } from "../ui/card.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";

/** The side column of a return: why, its outcome, its order and its customer. */
export function ReturnSidebar({ return: row, today }: { return: ReturnDetail; today: string }) {
  return (
    <div className="grid content-start gap-4">
      <ReasonCard return={row} />
      {row.outcome === null ? null : <OutcomeCard return={row} />}
      <OrderCard return={row} today={today} />
      <CustomerCard return={row} />
    </div>
  );
}

function ReasonCard({
  return: { id, reason, comment, requested_outcome: wanted, photos, instructions, decision_reason: decision },
}: {
  return: ReturnDetail;
}) {
  const { t } = useI18n();
  return (
    <Card title={t("returns.reason")}>
      <p className="font-medium">{t(`returns.reason_${reason}`)}</p>
      {wanted ? <p className="text-ink-2">{t(`returns.requested_outcome_${wanted}`)}</p> : null}
      {comment ? <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-2">{comment}</p> : null}
      <ul className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {photos.map((photo, index) => (
          <li key={photo}>
            <a href={`/v1/admin/returns/${id}/photos/${photo}`} target="_blank" rel="noopener">
              <img
                src={`/v1/admin/returns/${id}/photos/${photo}`}
                alt={t("returns.photo", { number: index + 1 })}
                width={80}
                height={80}
                loading="lazy"
                className="size-20 rounded-xs bg-mist object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      <SentText title={t("returns.instructions")} text={instructions} />
      <SentText title={t("returns.decision_reason")} text={decision} />
    </Card>
  );
}

/** What the staff wrote to the customer. */
function SentText({ title, text }: { title: string; text: string }) {
  if (text === "") return null;
  return (
    <div className="mt-2.5 border-t border-hair pt-2.5">
      <h3 className="font-sans text-xs font-medium text-ink-3">{title}</h3>
      <p className="whitespace-pre-line">{text}</p>
    </div>
  );
}

function OutcomeCard({
  return: { outcome, refunds, replacement_order: replacement, currency },
}: {
  return: ReturnDetail;
}) {
  const { t, format } = useI18n();
  if (outcome === null) return null;
  return (
    <Card title={t("returns.outcome")}>
      <p className="font-medium">{t(`returns.outcome_${outcome}`)}</p>
      {refunds.map(({ id, status, amount, is_money: isMoney }) => (
        <p key={id} className={status === "failed" ? "text-beni-600" : "text-ink-2"}>
          {t(isMoney ? `returns.refund_${status}` : "returns.refund_without_money", {
            amount: formatAmount(format, amount, currency),
          })}
        </p>
      ))}
      {replacement ? (
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <Link to={`/orders/${replacement.id}`} className="link">
            {t("returns.order_number", { number: formatOrderNumber(replacement.id) })}
          </Link>
          <OrderStatusBadge status={replacement.status} isPlain />
        </p>
      ) : null}
    </Card>
  );
}

function OrderCard({
  return: { order, return_until: until, requested_at },
  today,
}: {
  return: ReturnDetail;
  today: string;
}) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const isLate = until !== null && countDays(until, requested_at.slice(0, 10)) > 0;
  return (
    <Card title={t("returns.order")}>
      <p className="mb-2 flex flex-wrap items-center gap-2">
        <Link to={`/orders/${order.id}`} className="link font-medium">
          {formatOrderNumber(order.id)}
        </Link>
        <OrderStatusBadge status={order.status} isPlain />
      </p>
      <KeyValues>
        <KeyValue name={t("returns.delivered")}>
          {order.delivered_at === null ? null : formatShortTime(order.delivered_at, locale, today)}
        </KeyValue>
        <KeyValue name={t("returns.return_until")}>
          {until === null ? null : (
            <span className={isLate ? "font-semibold text-yamabuki-800" : ""}>
              {formatShortDay(until, locale, today)}
            </span>
          )}
        </KeyValue>
        <KeyValue name={t("returns.shipping_method")}>
          {order.shipping_method && formatShippingMethod(i18n, order.shipping_method)}
        </KeyValue>
        <KeyValue name={t("returns.replaces")}>
          {order.replaces_order_id === null ? null : (
            <Link to={`/orders/${order.replaces_order_id}`} className="link">
              {formatOrderNumber(order.replaces_order_id)}
            </Link>
          )}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}

function CustomerCard({ return: { customer, order } }: { return: ReturnDetail }) {
  const { t, format } = useI18n();
  return (
    <Card title={t("returns.customer")}>
      <p className="font-medium">{customer.is_deleted ? t("orders.customer_deleted") : customer.name}</p>
      {customer.email ? <p className="text-xs text-ink-3">{customer.email}</p> : null}
      <div className="mt-2.5 border-t border-hair pt-2.5">
        <KeyValues>
          <KeyValue name={t("returns.customer_returns")}>{format.number(customer.returns)}</KeyValue>
          <KeyValue name={t("orders.customer_language")}>
            {t.find(`orders.language_${order.locale}`) ?? order.locale}
          </KeyValue>
        </KeyValues>
      </div>
    </Card>
  );
}

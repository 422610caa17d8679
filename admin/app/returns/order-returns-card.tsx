import { Link, useSearchParams } from "react-router";
import type { OrderReturns } from "@furoshiki/api/admin/returns";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { createActionPath } from "../orders/list-path.ts";
import { useMe } from "../staff/me.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ReturnStatusBadge } from "./return-status.tsx";

/** The returns of an order, the order that it replaces, and the link to record another return. */
export function OrderReturnsCard({ returns: { returns, ...order }, today }: { returns: OrderReturns; today: string }) {
  const { t, locale } = useI18n();
  const [params] = useSearchParams();
  const { permissions } = useMe();
  const canRequest = order.can_request && permissions.includes("returns:write");
  if (returns.length === 0 && order.replaces_order_id === null && !canRequest) return null;
  return (
    <Card title={t("returns.title")}>
      {order.replaces_order_id === null ? null : (
        <p className="mb-2">
          {t.rich("returns.replacement_of", {
            number: formatOrderNumber(order.replaces_order_id),
            link: (number) => (
              <Link to={`/orders/${order.replaces_order_id}`} className="link">
                {number}
              </Link>
            ),
          })}
        </p>
      )}
      <ul className="grid gap-2">
        {returns.map(({ id, kind, status, reason, requested_at: requestedAt, replacement_order_id: replacementId }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline gap-x-2 border-t border-hair pt-2 first:border-t-0 first:pt-0"
          >
            <Link to={`/returns/${id}`} className="link font-medium">
              {t(`returns.kind_${kind}`)} {id}
            </Link>
            <ReturnStatusBadge kind={kind} status={status} isPlain />
            <span className="w-full text-xs text-ink-3">
              {t(`returns.reason_${reason}`)} · {formatShortTime(requestedAt, locale, today)}
            </span>
            {replacementId === null ? null : (
              <Link to={`/orders/${replacementId}`} className="link text-xs">
                {t("returns.replaced_by", { number: formatOrderNumber(replacementId) })}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {canRequest ? (
        <Link
          to={createActionPath(params, "return")}
          preventScrollReset
          className={buttonClass({ size: "md", className: "mt-3 w-full" })}
        >
          {t("returns.do_request")}…
        </Link>
      ) : null}
    </Card>
  );
}

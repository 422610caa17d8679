import type { OrderSummary } from "@furoshiki/api/orders";
import { Clock } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { useDispatchPlaces } from "../store-config/store-info.ts";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { formatOrderNumber } from "./order-number.ts";
import { isPaidWithBalance } from "./paid-with-balance.ts";
import { TrackingNumber } from "./tracking-number.tsx";
import { OrderBadge } from "./order-badge.tsx";

/** An order in a list: number, date, status, items, total, and the next step. */
export function OrderCard({ order }: { order: OrderSummary }) {
  const { t, format } = useAccountI18n();
  const href = `/profile/orders/${order.id}`;
  return (
    <article className="rounded-md border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4 lg:px-6 lg:py-5">
        <div>
          <h2 className="text-xl">
            <Link to={href} className="hover:text-tokiwa-700">
              {t("order.title", { number: formatOrderNumber(order.id) })}
            </Link>
          </h2>
          <p className="text-sm text-ink-2">{t("order.from", { date: format.date(order.date) })}</p>
          {order.joined_orders.length > 0 ? (
            <p className="text-sm text-ink-2">
              {t("join.card", { numbers: order.joined_orders.map(formatOrderNumber).join(", ") })}
            </p>
          ) : null}
        </div>
        <OrderBadge status={order.status} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 px-4 pb-4 lg:px-6 lg:pb-5">
        <ul className="flex gap-2" aria-hidden>
          {order.images.map((image) => (
            <li key={image.key} className="w-14 lg:w-18">
              <Picture image={image} sizes="72px" className="aspect-4/5 w-full rounded-xs object-cover" />
            </li>
          ))}
        </ul>
        <div className="ml-auto text-right">
          <p className="num text-xs text-ink-3">{t("checkout.pieces", { count: order.products_count })}</p>
          <p className="price text-2xl">{format.money(order.total, order)}</p>
        </div>
      </div>
      <NextStep order={order} href={href} />
    </article>
  );
}

function NextStep({ order, href }: { order: OrderSummary; href: string }) {
  const { t, format } = useAccountI18n();
  const places = useDispatchPlaces();
  const rowClass = "flex flex-wrap items-center justify-between gap-3 border-t border-line p-3 px-4 lg:px-6";
  if (order.status === "awaiting_payment" && order.pay_until) {
    return (
      <div className={rowClass}>
        <p className="flex items-center gap-1.5 text-sm text-yamabuki-800">
          <Clock size={17} strokeWidth={1.5} aria-hidden className="shrink-0" />
          {t("order.pay_until", { time: format.dateTime(order.pay_until) })}
        </p>
        <Link
          to={order.payment_id ? `/user/payment/${order.payment_id}` : href}
          className={buttonClass({ size: "sm" })}
          aria-label={t("order.pay_one", { number: formatOrderNumber(order.id) })}
        >
          {t("order.pay")}
        </Link>
      </div>
    );
  }
  if (order.status === "delivered") {
    return (
      <div className={rowClass}>
        <p className="text-sm text-ink-2">{t("order.short_delivered", places)}</p>
        <div className="flex flex-wrap gap-2">
          <Link to="/profile/reviews" className={buttonClass({ size: "sm" })}>
            {t("order.review")}
          </Link>
          <ReorderButton order={order} href={href} />
        </div>
      </div>
    );
  }
  if (order.tracking) {
    return order.tracking_numbers.map((tracking) => (
      <div key={tracking.number} className={rowClass}>
        <TrackingNumber number={tracking.number} className="text-ink-2" />
        <a href={tracking.url} target="_blank" rel="noopener" className={buttonClass({ kind: "outline", size: "sm" })}>
          {t("order.track")}
        </a>
      </div>
    ));
  }
  return (
    <div className={rowClass}>
      <p className="text-sm text-ink-2">
        {order.status === "refunded" ? t(getRefundedKey(order)) : t(`order.short_${order.status}`, places)}
      </p>
      <Link
        to={href}
        className={buttonClass({ kind: "outline", size: "sm" })}
        aria-label={t("order.open_one", { number: formatOrderNumber(order.id) })}
      >
        {t("order.open")}
      </Link>
    </div>
  );
}

/** Adds the items of the order to the cart by the action of its page, which shows what is not available any more. */
function ReorderButton({ order, href }: { order: OrderSummary; href: string }) {
  const { t, to } = useAccountI18n();
  const { formAction } = useNavigation();
  const action = to(href);
  return (
    <Form method="post" action={action}>
      <Button
        type="submit"
        name="intent"
        value="repeat"
        kind="outline"
        size="sm"
        busy={formAction === action}
        aria-label={t("order.reorder_one", { number: formatOrderNumber(order.id) })}
      >
        {t("order.reorder")}
      </Button>
    </Form>
  );
}

function getRefundedKey(order: OrderSummary) {
  if (isPaidWithBalance(order)) return "order.short_refunded_balance";
  return order.is_refunded_outside ? "order.short_refunded_outside" : "order.short_refunded";
}

import type { OrderParcels, Parcel } from "@furoshiki/api/fulfillment/parcels";
import type { Order } from "@furoshiki/api/orders";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { ConfirmedAction } from "../forms/confirmed-action.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { useDispatchPlaces } from "../store-config/store-info.ts";
import { findUrgentParcel } from "./order-events.ts";
import { OrderPromise } from "./order-promise.tsx";
import { isPaidWithBalance } from "./paid-with-balance.ts";
import { TrackingNumber } from "./tracking-number.tsx";

type OrderPanelProps = { order: Order; parcels: OrderParcels };
type OrderPanelActionsProps = {
  order: Order;
  /** Whether the customer can change the order now. */
  canEdit: boolean;
};

/** What is the case with an order now: a sentence, what the customer can do, the promised days and tracking numbers. */
export function OrderPanel({ order, parcels, canEdit }: OrderPanelProps & OrderPanelActionsProps) {
  const { t } = useAccountI18n();
  const headline = useFocusOnStatusChange(order.status);
  const parcel = order.status === "shipped" ? findUrgentParcel(parcels) : undefined;
  const code = parcel?.pickup?.code ?? null;
  return (
    <section
      aria-label={t("order.progress")}
      className="mt-6 rounded-md border-2 border-tokiwa-700 bg-surface dark:border-tokiwa-500"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-t-[inherit] bg-tokiwa-50 p-5 lg:p-8">
        <div className="min-w-0 grow basis-64">
          <h2 ref={headline} tabIndex={-1} className="text-2xl text-balance outline-none lg:text-3xl">
            <Headline order={order} parcel={parcel} />
          </h2>
          <p className="mt-1 max-w-read text-ink-2 wrap-anywhere empty:hidden">
            <Explanation order={order} parcel={parcel} point={parcels.point} />
          </p>
          <PanelActions order={order} canEdit={canEdit} />
        </div>
        {code === null ? null : <PickupCode code={code} />}
      </div>
      <PanelFooter order={order} parcels={parcels} />
    </section>
  );
}

/** What the customer can do about the order now: pay, change or cancel it. */
function PanelActions({ order, canEdit }: OrderPanelActionsProps) {
  const { t } = useAccountI18n();
  const isAwaitingPayment = order.status === "awaiting_payment";
  return (
    <div className="mt-5 flex flex-wrap items-start gap-3 empty:hidden print:hidden">
      {isAwaitingPayment && order.payment_id ? (
        <Link to={`/user/payment/${order.payment_id}`} className={buttonClass()}>
          {t("order.pay")}
        </Link>
      ) : null}
      {canEdit ? (
        <Link to={`/profile/orders/${order.id}/edit`} className={buttonClass({ kind: "outline" })}>
          {t("order_edit.title")}
        </Link>
      ) : null}
      {order.cancellable ? <CancelButton isPaid={!isAwaitingPayment} /> : null}
    </div>
  );
}

type NowProps = { order: Order; parcel: Parcel | undefined };

/** The events of a parcel that say more than the status of its order. */
const currentKinds = [
  ...(["arrived", "customs", "customs_problem", "released", "in_city"] as const),
  ...(["out_for_delivery", "not_delivered"] as const),
];

function Headline({ order, parcel }: NowProps) {
  const { t, format } = useAccountI18n();
  const places = useDispatchPlaces();
  const until = parcel?.pickup?.until ?? null;
  if (parcel?.pickup)
    return t("order.now_ready_for_pickup", { until: until === null ? "none" : format.days(until, until) });
  const kind = parcel?.events[0]?.kind;
  const current = currentKinds.find((one) => one === kind);
  if (current) return t(`order.now_${current}`);
  return isBalanceReturned(order) && order.status === "refunded"
    ? t("order.headline_refunded_balance")
    : t(`order.headline_${order.status}`, places);
}

function Explanation({ order, parcel, point }: NowProps & Pick<OrderParcels, "point">) {
  const { t, format } = useAccountI18n();
  const { status, shipping, pay_until } = order;
  const kind = parcel?.events[0]?.kind;
  if (parcel?.pickup) return point ? [point.address, point.work_time].filter(Boolean).join(". ") : null;
  if (kind === "customs" || kind === "customs_problem" || kind === "out_for_delivery" || kind === "not_delivered")
    return t(`order.now_text_${kind}`);
  if (status === "awaiting_payment")
    return pay_until
      ? t("order.text_awaiting_payment", { time: format.dateTime(pay_until) })
      : t("order.text_cancelled");
  if (isBalanceReturned(order)) return t("order.text_refunded_balance");
  if (status === "refunded" && order.is_refunded_outside) return t("order.text_refunded_outside");
  if (status === "cancelled") return t(getCanceledTextKey(order));
  if (status === "shipped" && shipping && shipping.days_min !== null && shipping.days_max !== null)
    return t("order.text_shipped_days", { from: shipping.days_min, to: shipping.days_max });
  if (order.items.length === 0 && (status === "paid" || status === "delivered"))
    return t(`order.text_gift_cards_${status}`);
  return t(`order.text_${status}`);
}

/** Returns whether an order that was paid without money has given back its points and the amount of its gift card. */
function isBalanceReturned(order: Order): boolean {
  return isPaidWithBalance(order) && (order.status === "refunded" || (order.status === "cancelled" && wasPaid(order)));
}

const wasPaid = ({ history }: Pick<Order, "history">) => history.some((row) => row.status === "paid");

/** Returns the message key for a canceled order, depending on whether it was paid or expired. */
function getCanceledTextKey({ history }: Order) {
  if (wasPaid({ history })) return "order.text_cancelled_paid";
  return history.at(-1)?.cause === "expired" ? "order.text_expired" : "order.text_cancelled";
}

/** What the recipient names at the pickup point. */
function PickupCode({ code }: { code: string }) {
  const { t } = useAccountI18n();
  return (
    <dl className="grow rounded-md bg-surface px-8 py-5 text-center sm:grow-0">
      <dt className="text-sm text-ink-2">{t("order.pickup_code")}</dt>
      <dd className="price mt-1 text-4xl tracking-wider wrap-anywhere">{code}</dd>
    </dl>
  );
}

/** The promised days against the arrival, and the tracking numbers; nothing if there are neither. */
function PanelFooter({ order, parcels }: OrderPanelProps) {
  const { t } = useAccountI18n();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line px-5 py-3 text-sm empty:hidden lg:px-8">
      <OrderPromise order={order} parcels={parcels} />
      {order.tracking_numbers.length > 0 ? (
        <ul className="grid gap-1">
          {order.tracking_numbers.map((tracking) => (
            <li key={tracking.number} className="flex flex-wrap items-center gap-x-4">
              <TrackingNumber number={tracking.number} />
              <a
                href={tracking.url}
                target="_blank"
                rel="noopener"
                className="flex min-h-11 items-center text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700 print:hidden"
              >
                {t("order.track")}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/**
 * Returns the ref of the headline, which gets the focus when the status changes and the focused button is gone: after a
 * cancellation.
 */
function useFocusOnStatusChange(status: Order["status"]) {
  const ref = useRef<HTMLHeadingElement>(null);
  const displayedStatus = useRef(status);
  useEffect(() => {
    if (displayedStatus.current === status) return;
    displayedStatus.current = status;
    if (document.activeElement === document.body) ref.current?.focus();
  }, [status]);
  return ref;
}

function CancelButton({ isPaid }: { isPaid: boolean }) {
  const { t } = useAccountI18n();
  const { formData } = useNavigation();
  return (
    <ConfirmedAction
      label={t("order.cancel")}
      question={t(isPaid ? "order.cancel_question_paid" : "order.cancel_question")}
      confirmLabel={t("order.cancel_yes")}
      cancelLabel={t("order.cancel_no")}
      form={Form}
      formProps={{ preventScrollReset: true }}
      intent="cancel"
      busy={formData?.get("intent") === "cancel"}
      panelClass="w-72 max-w-[calc(100vw-4rem)]"
    />
  );
}

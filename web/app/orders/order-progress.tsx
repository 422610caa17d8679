import type { Order } from "@furoshiki/api/orders";
import { Printer } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { ConfirmedAction } from "../forms/confirmed-action.tsx";
import { useDispatchPlaces } from "../store-config/store-info.ts";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { StepList } from "./step-list.tsx";
import { TrackingNumber } from "./tracking-number.tsx";
import { createTimeline, type Step } from "./timeline.ts";

const DAY_MS = 86_400_000;

/** Status of the order: a sentence, the available actions, and a timeline. */
export function OrderProgress({ order }: { order: Order }) {
  const { t, format } = useAccountI18n();
  const places = useDispatchPlaces();
  const { days_min = null, days_max = null } = order.shipping ?? {};
  const days = days_min !== null && days_max !== null ? { from: days_min, to: days_max } : null;
  const headline = useFocusOnStatusChange(order.status);
  const hasGoods = order.items.length > 0;
  const isAwaitingPayment = order.status === "awaiting_payment";
  return (
    <section aria-label={t("order.progress")} className="mt-6 rounded-md border border-line bg-surface p-5 lg:p-8">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 ref={headline} tabIndex={-1} className="text-2xl outline-none">
            {t(`order.headline_${order.status}`, places)}
          </h2>
          <p className="mt-1 max-w-read text-sm text-ink-2">
            {isAwaitingPayment && order.pay_until
              ? t("order.text_awaiting_payment", { time: format.dateTime(order.pay_until) })
              : order.status === "shipped" && days
                ? t("order.text_shipped_days", days)
                : order.status === "cancelled"
                  ? t(getCanceledTextKey(order))
                  : !hasGoods && (order.status === "paid" || order.status === "delivered")
                    ? t(`order.text_gift_cards_${order.status}`)
                    : t(`order.text_${isAwaitingPayment ? "cancelled" : order.status}`)}
          </p>
          <PromisedDays order={order} />
        </div>
        {order.tracking_numbers.length > 0 ? (
          <ul className="grid gap-3">
            {order.tracking_numbers.map((tracking) => (
              <li key={tracking.number} className="flex flex-wrap items-center gap-3">
                <TrackingNumber number={tracking.number} className="h-11 rounded-md bg-mist pr-1 pl-4" />
                <a href={tracking.url} target="_blank" rel="noopener" className={buttonClass({ kind: "outline" })}>
                  {t("order.track")}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <div className="mt-5 flex flex-wrap items-start gap-3 print:hidden">
        {isAwaitingPayment && order.payment_id ? (
          <Link to={`/user/payment/${order.payment_id}`} className={buttonClass()}>
            {t("order.pay")}
          </Link>
        ) : null}
        {isAwaitingPayment || !hasGoods ? null : <ReorderButton />}
        {order.cancellable ? <CancelButton isPaid={!isAwaitingPayment} /> : null}
        <Button kind="ghost" onClick={() => window.print()} className="scriptless:hidden">
          <Printer size={17} strokeWidth={1.5} aria-hidden />
          {t("order.print")}
        </Button>
      </div>
      <Timeline steps={createTimeline(order)} />
    </section>
  );
}

/**
 * When the order is expected: on the days that it was promised when it was paid. An order without a promise is expected
 * as many days after its dispatch as its shipping method takes.
 */
function PromisedDays({ order }: { order: Order }) {
  const { t, format } = useAccountI18n();
  if (order.status !== "paid" && order.status !== "packing" && order.status !== "shipped") return null;
  const expected = order.shipping?.promised ?? estimateArrival(order);
  if (!expected) return null;
  return (
    <p className="mt-1 text-sm font-medium">{t("order.expected", { days: format.days(expected.from, expected.to) })}</p>
  );
}

function estimateArrival({ history, shipping }: Order): { from: string; to: string } | null {
  const shipped = history.find((row) => row.status === "shipped");
  if (!shipped || !shipping || shipping.days_min === null || shipping.days_max === null) return null;
  const addDays = (days: number) => new Date(Date.parse(shipped.at) + days * DAY_MS).toISOString().slice(0, 10);
  return { from: addDays(shipping.days_min), to: addDays(shipping.days_max) };
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

/** Returns the message key for a canceled order, depending on whether it was paid or expired. */
function getCanceledTextKey({ history }: Order) {
  if (history.some((row) => row.status === "paid")) return "order.text_cancelled_paid";
  return history.at(-1)?.cause === "expired" ? "order.text_expired" : "order.text_cancelled";
}

function ReorderButton() {
  const { t } = useAccountI18n();
  const { formData } = useNavigation();
  return (
    <Form method="post" preventScrollReset>
      <Button type="submit" name="intent" value="repeat" kind="outline" busy={formData?.get("intent") === "repeat"}>
        {t("order.reorder")}
      </Button>
    </Form>
  );
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

function Timeline({ steps }: { steps: readonly Step[] }) {
  const { t } = useAccountI18n();
  const places = useDispatchPlaces();
  return (
    <StepList
      steps={steps.map(({ status, state, at }, index) => ({
        ...{ key: `${status}${index}`, state, at },
        name: t(state === "done" ? `order.done_${status}` : `order.status_${status}`, places),
      }))}
    />
  );
}

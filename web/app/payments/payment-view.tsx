import type { OrderJoining } from "@furoshiki/api/joined-orders";
import type { Order } from "@furoshiki/api/orders";
import type { SignInMethods } from "@furoshiki/api/account/sign-in-methods";
import type { IdentityStatus } from "@furoshiki/api/orders/identity";
import type { Payment } from "@furoshiki/api/payments";
import { Clock } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { CardRow, SectionHeader } from "../catalog/product-cards/card-row.tsx";
import type { ProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { formatCountdown, useSecondsLeft } from "../browser/countdown.ts";
import type { FormResult } from "../forms/form-result.ts";
import { type AccountI18n, useAccountI18n } from "../i18n/account-i18n.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { JoinedOrders } from "../orders/joined/joined-orders.tsx";
import { RecipientIdentity } from "../orders/recipient-identity.tsx";
import { CardForm, type KeptCard } from "./card-form.tsx";
import { PaidState } from "./paid-state.tsx";
import { PaymentConsents } from "./payment-consents.tsx";
import { PaymentOrderSummary } from "./payment-order-summary.tsx";
import { OtherPaymentMethods } from "./other-payment-methods.tsx";
import { HostedPaymentForm } from "./hosted-payment-form.tsx";
import { usePayFetcher } from "./pay-fetcher.ts";
import { CanceledState, BankChallengeState, UnreadableState, PendingState } from "./payment-states.tsx";

export type PaymentViewData = {
  id: string;
  payment: Payment | null;
  order: Order | null;
  /** Whether this is a new attempt, for which the error of the last one is not shown. */
  isRetry: boolean;
  /** Whether the customer has returned from the bank page. */
  hasReturnedFromBank: boolean;
  /** What customs asks of the recipient; null before the payment, or if it cannot be loaded. */
  identity: IdentityStatus | null;
  /** How the customer signs in; null before the payment, or if it cannot be loaded. */
  signInMethods: SignInMethods | null;
  /** The orders with which the paid order can be sent in one parcel; null if it is not the visitor's own. */
  joining: OrderJoining | null;
  complementCards: ProductCardView[];
  now: string;
};

type ViewState = "unknown" | "paid" | "waiting" | "bank_challenge" | "card_form" | "hosted_form" | "canceled";

function getViewState(payment: Payment | null): ViewState {
  if (!payment) return "unknown";
  const { status, in_progress, action } = payment;
  if (status === "success") return "paid";
  if (status === "cancelled") return "canceled";
  if (action.type === "redirect" && action.url) return "bank_challenge";
  if (in_progress) return "waiting";
  if (action.type === "redirect") return "hosted_form";
  return action.type === "card_form" ? "card_form" : "canceled";
}

/** Renders a payment by its state (docs/domain/payments.md). */
export function PaymentView({ result, ...viewData }: PaymentViewData & { result: FormResult | undefined }) {
  const { revalidate } = useRevalidator();
  const refresh = useCallback(() => revalidate(), [revalidate]);
  const isStale = useIsStale(viewData);
  const state = isStale ? "unknown" : getViewState(viewData.payment);
  const previousState = useRef(state);
  const container = useRef<HTMLDivElement>(null);
  // The card form is rendered anew after a card was declined.
  const [keptCard, setKeptCard] = useState<KeptCard>();
  useEffect(() => {
    // A new state reads like a new page, so move the scroll position and the focus to its top.
    if (previousState.current !== state) {
      window.scrollTo(0, 0);
      container.current?.focus({ preventScroll: true });
    }
    previousState.current = state;
  }, [state]);
  return (
    <div ref={container} tabIndex={-1} className="mx-auto max-w-page px-4 pt-6 outline-none lg:pt-12">
      <PaymentStateView {...{ state, viewData, result, refresh, keptCard, setKeptCard }} />
    </div>
  );
}

/** Returns true if "Pay" succeeded but the revalidation after it failed, so that the payment shown is outdated. */
function useIsStale({ id, payment }: PaymentViewData): boolean {
  const { data, state } = usePayFetcher(id);
  const [lastResponse, setLastResponse] = useState({ data, payment });
  if (lastResponse.data !== data) setLastResponse({ data, payment });
  return state === "idle" && data?.ok === true && lastResponse.data === data && lastResponse.payment === payment;
}

type PaymentStateViewProps = {
  state: ViewState;
  viewData: PaymentViewData;
  result: FormResult | undefined;
  refresh: () => Promise<void>;
  keptCard: KeptCard | undefined;
  setKeptCard: (card: KeptCard) => void;
};

function PaymentStateView({ state, viewData, result, refresh, keptCard, setKeptCard }: PaymentStateViewProps) {
  const i18n = useAccountI18n();
  const { payment, order, complementCards, id } = viewData;
  if (!payment || state === "unknown") return <UnreadableState id={id} onReadable={refresh} />;
  switch (state) {
    case "card_form":
    case "hosted_form":
      return <PayableState {...{ ...viewData, payment, result, keptCard, setKeptCard }} onExpired={refresh} />;
    case "paid":
      return (
        <>
          <PaidState payment={payment} order={order} signInMethods={viewData.signInMethods}>
            <RecipientIdentity status={viewData.identity} result={result} />
            {order && viewData.joining ? <JoinedOrders order={order} joining={viewData.joining} /> : null}
          </PaidState>
          {complementCards.length > 0 ? (
            <section className="mt-10 lg:mt-14">
              <SectionHeader
                title={i18n.t("payment.complements")}
                {...(order?.status === "paid" ? { link: createParcelLink(order.id, i18n) } : {})}
              />
              <CardRow cards={complementCards} i18n={i18n} />
            </section>
          ) : null}
        </>
      );
    case "waiting":
      return (
        <>
          <PendingState id={id} onSettled={refresh} />
          <SummaryBelow payment={payment} order={order} />
        </>
      );
    case "bank_challenge":
      return (
        <>
          {viewData.hasReturnedFromBank ? (
            <PendingState id={id} onSettled={refresh} bankUrl={payment.action.url} />
          ) : (
            <BankChallengeState id={id} url={payment.action.url ?? ""} onSettled={refresh} />
          )}
          <SummaryBelow payment={payment} order={order}>
            <OtherPaymentMethods payment={payment} result={result} />
          </SummaryBelow>
        </>
      );
    case "canceled":
      return (
        <>
          <CanceledState payment={payment} order={order} result={result} />
          <SummaryBelow payment={payment} order={order} />
        </>
      );
  }
}

/** Leads to adding products to the parcel of an order, which is possible until it is packed. */
function createParcelLink(orderId: number, { t, to }: AccountI18n) {
  return { href: to(`/profile/orders/${orderId}/edit`), text: t("payment.add_to_parcel") };
}

type SummaryBelowProps = { payment: Payment; order: Order | null; children?: ReactNode };

/** The order summary below a state that has nothing to fill in, with further actions. */
function SummaryBelow({ payment, order, children }: SummaryBelowProps) {
  return (
    <div className="mx-auto max-w-xl">
      <PaymentOrderSummary payment={payment} order={order} />
      {children}
    </div>
  );
}

type PayableStateProps = PaymentViewData & {
  payment: Payment;
  result: FormResult | undefined;
  onExpired: () => Promise<void>;
  keptCard: KeptCard | undefined;
  setKeptCard: (card: KeptCard) => void;
};

/** The card form or the hosted payment form, the remaining time, and why the last attempt failed. */
function PayableState({ payment, order, isRetry, now, result, onExpired, keptCard, setKeptCard }: PayableStateProps) {
  const { t, format } = useAccountI18n();
  const { pathname } = useLocation();
  const secondsLeft = useTimeLeft(payment.expires_at, now);
  useEffect(() => {
    if (secondsLeft === 0) void onExpired();
  }, [secondsLeft, onExpired]);
  const [paymentResult, methodResult] =
    result?.values["intent"] === "change_method" ? [undefined, result] : [result, undefined];
  const declineReasonKey = payment.decline_reason ? (`payment.declined_${payment.decline_reason}` as const) : null;
  return (
    <div className="mx-auto max-w-[1040px]">
      <h1 className="text-3xl lg:text-4xl">
        {t(payment.purpose === "order_edit" ? "payment.edit_title" : "payment.title")}
      </h1>
      {payment.purpose === "order_edit" ? <p className="mt-2 text-base text-ink-2">{t("payment.edit_text")}</p> : null}
      {payment.terms_required ? <p className="mt-2 text-base text-ink-2">{t("payment.placed_text")}</p> : null}
      <p className="mt-2 flex items-start gap-2 text-sm text-yamabuki-800">
        <Clock size={18} strokeWidth={1.5} aria-hidden className="mt-px shrink-0" />
        <span>
          {t("payment.until", { time: format.dateTime(payment.expires_at) })}
          {secondsLeft === null ? null : (
            <span className="num">{` ${t("payment.left", { time: formatCountdown(secondsLeft) })}`}</span>
          )}
        </span>
      </p>
      {payment.status === "error" && !isRetry && declineReasonKey ? (
        <Alert kind="error" className="mt-5">
          <b className="font-semibold">{t("payment.declined")}</b> {t(declineReasonKey)}
        </Alert>
      ) : null}
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px] lg:gap-7">
        <div>
          {payment.action.type === "card_form" ? (
            <CardForm
              paymentId={payment.id}
              amount={format.money(payment.amount, payment)}
              gateway={payment.action.url ?? ""}
              action={pathname}
              result={paymentResult}
              testMode={payment.test_mode}
              keptCard={keptCard}
              onCardSubmitted={setKeptCard}
            >
              <PaymentConsents payment={payment} />
            </CardForm>
          ) : (
            <HostedPaymentForm
              paymentId={payment.id}
              amount={format.money(payment.amount, payment)}
              action={pathname}
              method={payment.method}
              result={paymentResult}
              testMode={payment.test_mode}
            >
              <PaymentConsents payment={payment} />
            </HostedPaymentForm>
          )}
          <OtherPaymentMethods payment={payment} result={methodResult} />
        </div>
        <PaymentOrderSummary payment={payment} order={order} />
      </div>
    </div>
  );
}

/** Returns the remaining seconds by the server's clock; null before hydration. */
function useTimeLeft(expiresAt: string, now: string): number | null {
  const [deadline, setDeadline] = useState<number | null>(null);
  useEffect(() => setDeadline(Date.now() + Date.parse(expiresAt) - Date.parse(now)), [expiresAt, now]);
  const secondsLeft = useSecondsLeft(deadline);
  return deadline === null ? null : secondsLeft;
}

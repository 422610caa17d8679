import type { Order } from "@furoshiki/api/orders";
import type { Payment } from "@furoshiki/api/payments";
import { Ban, Landmark, LoaderCircle, MessageCircle, RotateCcw, WifiOff } from "lucide-react";
import { Form, useLocation, useNavigation } from "react-router";
import type { FormResult } from "../forms/form-result.ts";
import { InfoLink } from "../navigation/info-link.tsx";
import { useRootData } from "../store-config/root-data.ts";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { PaymentOutcome, PaymentOutcomeIcon } from "./payment-outcome.tsx";
import { usePaymentPolling } from "./payment-polling.ts";

type PaymentStateProps = { payment: Payment; order: Order | null };

type PendingStateProps = {
  id: string;
  onSettled: () => Promise<void>;
  /** URL of the bank page, if the customer has returned from it before the payment was decided. */
  bankUrl?: string | undefined;
};

/** The payment was submitted and waits for the result of the gateway. */
export function PendingState({ id, onSettled, bankUrl }: PendingStateProps) {
  const { t, to } = useAccountI18n();
  const { isLost, pollNow } = usePaymentPolling(to(`/jpcart/payment/${id}/status`), onSettled);
  if (isLost) return <UnknownState id={id} onRetry={pollNow} />;
  return (
    <PaymentOutcome
      illustration={
        <PaymentOutcomeIcon tone="info">
          <LoaderCircle
            size={36}
            strokeWidth={1.5}
            aria-hidden
            className="animate-[spin_1.6s_linear_infinite] motion-reduce:animate-none"
          />
        </PaymentOutcomeIcon>
      }
      title={t("payment.waiting_title")}
      actions={
        <>
          <RefreshLink />
          {bankUrl ? (
            <a href={bankUrl} className={buttonClass({ kind: "outline", size: "lg" })}>
              {t("payment.bank_back")}
            </a>
          ) : null}
        </>
      }
    >
      {t(bankUrl ? "payment.returned_text" : "payment.waiting_text")}
    </PaymentOutcome>
  );
}

/** Reloads the page; for browsers without JavaScript. */
function RefreshLink() {
  const { t } = useAccountI18n();
  const { pathname } = useLocation();
  return (
    <div className="hidden scriptless:block">
      <a href={pathname} className={buttonClass({ kind: "outline", size: "lg" })}>
        {t("payment.check_again")}
      </a>
    </div>
  );
}

/** The payment could not be loaded: polls its status and refreshes the page once it is available. */
export function UnreadableState({ id, onReadable }: { id: string; onReadable: () => Promise<void> }) {
  const { to } = useAccountI18n();
  const { pollNow } = usePaymentPolling(to(`/jpcart/payment/${id}/status`), onReadable, () => true);
  return <UnknownState id={id} onRetry={pollNow} />;
}

/** The payment status is unknown. The page offers no second payment, so that the customer is not charged twice (docs/domain/payments.md). */
function UnknownState({ id, onRetry }: { id: string; onRetry: () => void }) {
  const { t } = useAccountI18n();
  const whatsappUrl = useRootData()?.config.whatsapp?.url;
  return (
    <PaymentOutcome
      isAlert
      illustration={
        <PaymentOutcomeIcon tone="danger">
          <WifiOff size={36} strokeWidth={1.5} aria-hidden />
        </PaymentOutcomeIcon>
      }
      title={t("payment.unknown_title")}
      actions={
        <>
          <Button
            size="lg"
            icon={<RotateCcw size={18} strokeWidth={1.5} aria-hidden />}
            onClick={onRetry}
            className="scriptless:hidden"
          >
            {t("payment.check_again")}
          </Button>
          <RefreshLink />
          {whatsappUrl ? (
            <a href={whatsappUrl} className={buttonClass({ kind: "outline", size: "lg" })}>
              <MessageCircle size={18} strokeWidth={1.5} aria-hidden />
              {t("payment.whatsapp")}
            </a>
          ) : null}
        </>
      }
    >
      {t("payment.unknown_text")}
      <span className="num mt-2 block text-xs break-all text-ink-3">
        {t("payment.unknown_id", { id: id.slice(0, 8) })}
      </span>
    </PaymentOutcome>
  );
}

/** The bank requires a challenge (3-D Secure) on its page. If it is completed in another tab, this page updates. */
export function BankChallengeState({
  id,
  url,
  onSettled,
}: {
  id: string;
  url: string;
  onSettled: () => Promise<void>;
}) {
  const { t, to } = useAccountI18n();
  usePaymentPolling(to(`/jpcart/payment/${id}/status`), onSettled);
  return (
    <PaymentOutcome
      illustration={
        <PaymentOutcomeIcon tone="info">
          <Landmark size={36} strokeWidth={1.5} aria-hidden />
        </PaymentOutcomeIcon>
      }
      title={t("payment.bank_title")}
      actions={
        <a href={url} className={buttonClass({ size: "lg" })}>
          {t("payment.bank_go")}
        </a>
      }
    >
      {t("payment.bank_text")}
      <span className="mt-2 block text-sm">{t("payment.bank_until")}</span>
    </PaymentOutcome>
  );
}

/** The payment was canceled or expired. While the order awaits payment, the customer can start a new payment. */
export function CanceledState({ payment, order, result }: PaymentStateProps & { result: FormResult | undefined }) {
  const { t, format } = useAccountI18n();
  const { state } = useNavigation();
  const isPayable = order?.status === "awaiting_payment" && order.pay_until !== null;
  const hasRefund = payment.refund !== null;
  return (
    <PaymentOutcome
      illustration={
        <PaymentOutcomeIcon tone="neutral">
          <Ban size={36} strokeWidth={1.5} aria-hidden />
        </PaymentOutcomeIcon>
      }
      title={t(payment.status === "cancelled" ? "payment.cancelled_title" : "payment.expired_title")}
      actions={
        isPayable ? (
          <Form method="post">
            <input type="hidden" name="intent" value="retry" />
            <input type="hidden" name="order_id" value={payment.order_id} />
            <Button type="submit" size="lg" full busy={state !== "idle"}>
              {t("payment.pay_again")}
            </Button>
          </Form>
        ) : (
          <>
            {order ? (
              <Link to={`/profile/orders/${payment.order_id}`} className={buttonClass({ size: "lg" })}>
                {t("payment.open_order")}
              </Link>
            ) : null}
            <Link to="/cart" className={buttonClass({ kind: order ? "outline" : "primary", size: "lg" })}>
              {t("cart.go")}
            </Link>
          </>
        )
      }
    >
      {result && !result.ok ? (
        <Alert kind="error" className="mb-4 text-left">
          {result.message}
        </Alert>
      ) : null}
      {isPayable && order?.pay_until
        ? t("payment.cancelled_reserved", { time: format.dateTime(order.pay_until) })
        : t(hasRefund ? "payment.cancelled_refund" : "payment.cancelled_text")}
      {isPayable ? null : (
        <InfoLink slug="payment" className="mt-2 block text-sm text-tokiwa-700 underline underline-offset-4">
          {t("payment.how")}
        </InfoLink>
      )}
    </PaymentOutcome>
  );
}

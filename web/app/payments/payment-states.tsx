import type { Order } from "@furoshiki/api/orders";
import type { Payment } from "@furoshiki/api/payments";
import { Ban, Landmark, LoaderCircle, MessageCircle, RotateCcw, WifiOff } from "lucide-react";
import { Form, useLocation, useNavigation } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { usePlaces } from "../lib/identity.ts";
import { InfoLink } from "../lib/info-link.tsx";
import { useKnown } from "../lib/known.ts";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { orderNumber } from "../orders/order-number.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import bundle from "./bundle.svg?url";
import { Outcome, OutcomeIcon } from "./outcome.tsx";
import { usePaymentPolling } from "./poll.ts";

type Of = { payment: Payment; order: Order | null };

/** Paid: what comes next. */
export function Paid({ payment, order }: Of) {
  const { t } = useShop();
  const places = usePlaces();
  const email = useKnown()?.user?.email;
  const number = orderNumber(payment.order_id);
  return (
    <Outcome
      art={<img src={bundle} alt="" width={840} height={840} className="size-48 lg:size-64" />}
      title={t("payment.success_title")}
      actions={
        <>
          {order ? (
            <Link to={`/profile/orders/${payment.order_id}`} className={buttonClass({ size: "lg" })}>
              {t("payment.open_order")}
            </Link>
          ) : null}
          <Link to="/" className={buttonClass({ kind: order ? "outline" : "primary", size: "lg" })}>
            {t("error.to_home")}
          </Link>
        </>
      }
    >
      {payment.amount === 0 ? `${t("payment.success_covered")} ` : null}
      {order && !order.shipping
        ? t("payment.success_certificates", { number })
        : order && email
          ? t("payment.success_text", { ...places, number, email })
          : t("payment.success_text_link", { ...places, number })}
    </Outcome>
  );
}

type WaitingProps = {
  id: string;
  onDecided: () => Promise<void>;
  /** The bank's page from which the shopper came back, perhaps too early. */
  bankUrl?: string | undefined;
};

/** A card was sent, or confirmed with the bank; the gateway has not told the end yet. */
export function Waiting({ id, onDecided, bankUrl }: WaitingProps) {
  const { t, to } = useShop();
  const { lost, askNow } = usePaymentPolling(to(`/jpcart/payment/${id}/status`), onDecided);
  if (lost) return <Unknown id={id} onAsk={askNow} />;
  return (
    <Outcome
      art={
        <OutcomeIcon tone="way">
          <LoaderCircle
            size={36}
            strokeWidth={1.5}
            aria-hidden
            className="animate-[spin_1.6s_linear_infinite] motion-reduce:animate-none"
          />
        </OutcomeIcon>
      }
      title={t("payment.waiting_title")}
      actions={
        <>
          <AskByLink />
          {bankUrl ? (
            <a href={bankUrl} data-document="" className={buttonClass({ kind: "outline", size: "lg" })}>
              {t("payment.bank_back")}
            </a>
          ) : null}
        </>
      }
    >
      {t(bankUrl ? "payment.returned_text" : "payment.waiting_text")}
    </Outcome>
  );
}

/** Where no script runs, the page itself is asked for again. */
function AskByLink() {
  const { t } = useShop();
  const { pathname } = useLocation();
  return (
    <div className="hidden scriptless:block">
      <a href={pathname} className={buttonClass({ kind: "outline", size: "lg" })}>
        {t("payment.ask_again")}
      </a>
    </div>
  );
}

/** The page could not be read: asks for the state of the payment, and refreshes the page once it is known. */
export function Unread({ id, onReadable }: { id: string; onReadable: () => Promise<void> }) {
  const { to } = useShop();
  const { askNow } = usePaymentPolling(to(`/jpcart/payment/${id}/status`), onReadable, () => true);
  return <Unknown id={id} onAsk={askNow} />;
}

/** Nobody can tell how it stands: money is not taken twice (spec §8, error loading payment status). */
function Unknown({ id, onAsk }: { id: string; onAsk: () => void }) {
  const { t } = useShop();
  const whatsapp = useKnown()?.config.whatsapp?.url;
  return (
    <Outcome
      alarm
      art={
        <OutcomeIcon tone="bad">
          <WifiOff size={36} strokeWidth={1.5} aria-hidden />
        </OutcomeIcon>
      }
      title={t("payment.unknown_title")}
      actions={
        <>
          <Button
            size="lg"
            icon={<RotateCcw size={18} strokeWidth={1.5} aria-hidden />}
            onClick={onAsk}
            className="scriptless:hidden"
          >
            {t("payment.ask_again")}
          </Button>
          <AskByLink />
          {whatsapp ? (
            <a href={whatsapp} className={buttonClass({ kind: "outline", size: "lg" })}>
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
    </Outcome>
  );
}

/** The bank asks for a further step on its own page; answered in another tab, this one follows. */
export function Challenged({ id, url, onDecided }: { id: string; url: string; onDecided: () => Promise<void> }) {
  const { t, to } = useShop();
  usePaymentPolling(to(`/jpcart/payment/${id}/status`), onDecided);
  return (
    <Outcome
      art={
        <OutcomeIcon tone="way">
          <Landmark size={36} strokeWidth={1.5} aria-hidden />
        </OutcomeIcon>
      }
      title={t("payment.bank_title")}
      actions={
        <a href={url} data-document="" className={buttonClass({ size: "lg" })}>
          {t("payment.bank_go")}
        </a>
      }
    >
      {t("payment.bank_text")}
      <span className="mt-2 block text-sm">{t("payment.bank_until")}</span>
    </Outcome>
  );
}

/** Called off, or its time is over. While the order waits for its money, its customer may pay anew. */
export function Called({ payment, order, answer }: Of & { answer: FormAnswer | undefined }) {
  const { t, format } = useShop();
  const { state } = useNavigation();
  const payable = order?.status === "awaiting_payment" && order.pay_until !== null;
  const late = payment.refund !== null;
  return (
    <Outcome
      art={
        <OutcomeIcon tone="off">
          <Ban size={36} strokeWidth={1.5} aria-hidden />
        </OutcomeIcon>
      }
      title={t(payment.status === "cancelled" ? "payment.cancelled_title" : "payment.over_title")}
      actions={
        payable ? (
          <Form method="post">
            <input type="hidden" name="intent" value="again" />
            <input type="hidden" name="order_id" value={payment.order_id} />
            <Button type="submit" size="lg" full busy={state !== "idle"}>
              {t("payment.again")}
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
      {answer && !answer.ok ? (
        <Note kind="error" className="mb-4 text-left">
          {answer.message}
        </Note>
      ) : null}
      {payable && order?.pay_until
        ? t("payment.cancelled_kept", { time: format.dateTime(order.pay_until) })
        : t(late ? "payment.cancelled_refund" : "payment.cancelled_text")}
      {payable ? null : (
        <InfoLink slug="payment" className="mt-2 block text-sm text-tokiwa-700 underline underline-offset-4">
          {t("payment.how")}
        </InfoLink>
      )}
    </Outcome>
  );
}

import type { Order } from "@furoshiki/api/orders";
import type { Payment } from "@furoshiki/api/payments";
import { Clock } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { CardRow, SectionHead } from "../catalogue/card-row.tsx";
import type { ShownCard } from "../catalogue/shown-card.ts";
import { clockText, useSecondsLeft } from "../lib/countdown.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Note } from "../ui/note.tsx";
import { CardForm } from "./card-form.tsx";
import { OrderAside } from "./order-aside.tsx";
import { OtherMethods } from "./other-methods.tsx";
import { PayElsewhere } from "./pay-elsewhere.tsx";
import { usePayFetcher } from "./pay-fetcher.ts";
import { Called, Challenged, Paid, Unread, Waiting } from "./payment-states.tsx";

export type PaymentFacts = {
  id: string;
  payment: Payment | null;
  order: Order | null;
  /** A fresh attempt was asked for: what happened to the last one is not told again. */
  fresh: boolean;
  /** The shopper comes from a page of the bank's. */
  returned: boolean;
  meanwhile: ShownCard[];
  now: string;
};

type State = "unknown" | "paid" | "waiting" | "bank" | "form" | "elsewhere" | "over";

function stateOf(payment: Payment | null): State {
  if (!payment) return "unknown";
  const { status, in_progress, action } = payment;
  if (status === "success") return "paid";
  if (status === "cancelled") return "over";
  if (action.type === "redirect" && action.url) return "bank";
  if (in_progress) return "waiting";
  if (action.type === "redirect") return "elsewhere";
  return action.type === "card_form" ? "form" : "over";
}

/** A payment in the state in which it is (spec §4, Order payment page). */
export function PaymentView({ answer, ...facts }: PaymentFacts & { answer: FormAnswer | undefined }) {
  const { revalidate } = useRevalidator();
  const again = useCallback(() => revalidate(), [revalidate]);
  const isStale = useIsStale(facts);
  const state = isStale ? "unknown" : stateOf(facts.payment);
  const shown = useRef(state);
  useEffect(() => {
    // Another state is another page to the reader: it begins at its top.
    if (shown.current !== state) window.scrollTo(0, 0);
    shown.current = state;
  }, [state]);
  return (
    <div className="mx-auto max-w-page px-4 pt-6 lg:pt-12">
      <InState state={state} facts={facts} answer={answer} again={again} />
    </div>
  );
}

/** True if "Pay" succeeded and the refresh after it failed: the payment on the screen is the one from before. */
function useIsStale({ id, payment }: PaymentFacts): boolean {
  const { data, state } = usePayFetcher(id);
  const [answered, setAnswered] = useState({ data, payment });
  if (answered.data !== data) setAnswered({ data, payment });
  return state === "idle" && data?.ok === true && answered.data === data && answered.payment === payment;
}

type InStateProps = {
  state: State;
  facts: PaymentFacts;
  answer: FormAnswer | undefined;
  again: () => Promise<void>;
};

function InState({ state, facts, answer, again }: InStateProps) {
  const shop = useShop();
  const { payment, order, meanwhile, id } = facts;
  if (!payment || state === "unknown") return <Unread id={id} onReadable={again} />;
  switch (state) {
    case "form":
    case "elsewhere":
      return <Paying {...facts} payment={payment} answer={answer} onOver={again} />;
    case "paid":
      return (
        <>
          <Paid payment={payment} order={order} />
          {meanwhile.length > 0 ? (
            <section className="mt-4">
              <SectionHead title={shop.t("payment.meanwhile")} />
              <CardRow cards={meanwhile} shop={shop} />
            </section>
          ) : null}
        </>
      );
    case "waiting":
    case "bank":
    case "over":
      return (
        <>
          {state === "waiting" ? (
            <Waiting id={id} onDecided={again} />
          ) : state === "bank" ? (
            facts.returned ? (
              <Waiting id={id} onDecided={again} bankUrl={payment.action.url} />
            ) : (
              <Challenged id={id} url={payment.action.url ?? ""} onDecided={again} />
            )
          ) : (
            <Called payment={payment} order={order} answer={answer} />
          )}
          <Aside payment={payment} order={order}>
            {state === "bank" ? <OtherMethods payment={payment} answer={answer} /> : null}
          </Aside>
        </>
      );
  }
}

type AsideProps = { payment: Payment; order: Order | null; children: ReactNode };

function Aside({ payment, order, children }: AsideProps) {
  return (
    <div className="mx-auto max-w-xl">
      <OrderAside payment={payment} order={order} />
      {children}
    </div>
  );
}

type PayingProps = PaymentFacts & { payment: Payment; answer: FormAnswer | undefined; onOver: () => Promise<void> };

/** The card form or the way to the provider's page, until when it waits, and why the last attempt failed. */
function Paying({ payment, order, fresh, now, answer, onOver }: PayingProps) {
  const { t, format } = useShop();
  const { pathname } = useLocation();
  const left = useTimeLeft(payment.expires_at, now);
  useEffect(() => {
    if (left === 0) void onOver();
  }, [left, onOver]);
  const [paid, changed] = answer?.values["intent"] === "method" ? [undefined, answer] : [answer, undefined];
  const reason = payment.decline_reason ? (`payment.declined_${payment.decline_reason}` as const) : null;
  return (
    <div className="mx-auto max-w-[1040px]">
      <h1 className="text-3xl lg:text-4xl">{t("payment.title")}</h1>
      <p className="mt-2 flex items-start gap-2 text-sm text-yamabuki-800">
        <Clock size={18} strokeWidth={1.5} aria-hidden className="mt-px shrink-0" />
        <span>
          {t("payment.until", { time: format.dateTime(payment.expires_at) })}
          {left === null ? null : <span className="num">{` ${t("payment.left", { time: clockText(left) })}`}</span>}
        </span>
      </p>
      {payment.status === "error" && !fresh && reason ? (
        <Note kind="error" className="mt-5">
          <b className="font-semibold">{t("payment.declined")}</b> {t(reason)}
        </Note>
      ) : null}
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px] lg:gap-7">
        <div>
          {payment.action.type === "card_form" ? (
            <CardForm
              paymentId={payment.id}
              amount={format.money(payment.amount, payment)}
              gateway={payment.action.url ?? ""}
              action={pathname}
              answer={paid}
              testMode={payment.test_mode}
            />
          ) : (
            <PayElsewhere
              paymentId={payment.id}
              amount={format.money(payment.amount, payment)}
              action={pathname}
              method={payment.method}
              answer={paid}
              testMode={payment.test_mode}
            />
          )}
          <OtherMethods payment={payment} answer={changed} />
        </div>
        <OrderAside payment={payment} order={order} />
      </div>
    </div>
  );
}

/** Seconds left by the server's clock; null until the page runs in a browser. */
function useTimeLeft(expiresAt: string, now: string): number | null {
  const [until, setUntil] = useState<number | null>(null);
  useEffect(() => setUntil(Date.now() + Date.parse(expiresAt) - Date.parse(now)), [expiresAt, now]);
  const left = useSecondsLeft(until);
  return until === null ? null : left;
}

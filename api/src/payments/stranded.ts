import { withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { moveOrder } from "../orders/service.ts";
import { attemptToSend } from "./attempt-sql.ts";
import { askingOf } from "./attempts.ts";
import { isGatewayDown } from "./background.ts";
import { giveMoneyBack } from "./give-back.ts";
import { addMending, closeLostAttempt, lostAttempts, noteChecked, openAttempts, strandedMoney } from "./mending-sql.ts";
import { providerNamed } from "./providers.ts";
import { openRefunds } from "./refund-sql.ts";
import { sendRefund, settleRefund } from "./refunds.ts";
import { settlePayment } from "./settle.ts";
import { lockOrder, movePayment, payPayment } from "./sql.ts";
import { openEvents } from "./webhook-sql.ts";
import { processWebhook } from "./webhooks.ts";

const BATCH = 100;
const AT_ONCE = 5;
/** A call or a webhook that has not come by then may have been lost: the provider is asked. */
const WAITED_MS = 30_000;
const DAY_MS = 86_400_000;

/** Something between shop and provider that does not move by itself. */
export type Stranded = Readonly<{
  finding:
    | "event_not_acted_on"
    | "asked_never_confirmed"
    | "end_not_told"
    | "paid_no_order_moved"
    | "refund_not_ended"
    | "order_past_its_time";
  orderId: number | null;
  paymentId: string | null;
  /** What is about to be done. */
  plan: string;
  /** @returns what was done; null where nothing needed to be after all. */
  mend: () => Promise<string | null>;
}>;

/** Events that were stored and not acted on. */
export async function openEventsFound(house: House): Promise<Stranded[]> {
  return (await openEvents(house.db, BATCH)).map(({ provider, event_id }) => ({
    finding: "event_not_acted_on",
    orderId: null,
    paymentId: null,
    plan: `act on event ${event_id} of ${provider}`,
    mend: async () => {
      await processWebhook(house, provider, event_id);
      return `acted on event ${event_id} of ${provider}`;
    },
  }));
}

/** Attempts whose answer was lost: the provider may have them, or never got them. */
export async function lostAttemptsFound(house: House): Promise<Stranded[]> {
  const now = house.clock.now().getTime();
  const begun = { after: new Date(now - DAY_MS), before: new Date(now - WAITED_MS) };
  return (await lostAttempts(house.db, begun, BATCH)).map(({ id, payment_id, order_id }) => ({
    finding: "asked_never_confirmed",
    orderId: order_id,
    paymentId: payment_id,
    plan: `ask the provider whether it has attempt ${id}`,
    mend: () => recoverAttempt(house, id),
  }));
}

async function recoverAttempt(house: House, id: string): Promise<string | null> {
  const attempt = await attemptToSend(house.db, id);
  const provider = providerNamed(house, attempt.provider);
  await noteChecked(house.db, [id], house.clock.now());
  const told = await provider.recover(await askingOf(house, attempt));
  if (told) return `the provider has attempt ${id}: ${await settlePayment(house, provider, told)}`;
  return withTransaction(house.db, async (db) => {
    await lockOrder(db, attempt.order_id);
    if (!(await closeLostAttempt(db, id, house.clock.now()))) return null;
    await movePayment(db, attempt.payment_id, { status: "error" });
    return `the provider never got attempt ${id}: it was closed, another one is free`;
  });
}

/** Attempts that the provider has ended without a word, and those that nobody waits for any more: they are called off. */
export async function untoldEndsFound(house: House): Promise<Stranded[]> {
  const now = house.clock.now();
  const open = await openAttempts(house.db, new Date(now.getTime() - WAITED_MS), BATCH);
  const found = await eachOnItsOwn(house, open, async (attempt): Promise<Stranded | null> => {
    const { id, provider_ref: ref, order_id: orderId, payment_id: paymentId } = attempt;
    const provider = providerNamed(house, attempt.provider);
    await noteChecked(house.db, [id], now);
    const about = { finding: "end_not_told", orderId, paymentId } as const;
    if (attempt.order_status !== "awaiting_payment" || attempt.pay_until <= now)
      return {
        ...about,
        plan: `call attempt ${id} off at the provider: its order does not wait any more`,
        mend: async () => {
          const told = await provider.cancel(ref);
          return told ? `asked to call attempt ${id} off: ${await settlePayment(house, provider, told)}` : null;
        },
      };
    const told = await provider.read(ref);
    if (told?.status === "pending") return null;
    if (!told) throw new Error(`the provider ${provider.name} does not know its own payment of attempt ${id}`);
    return {
      ...about,
      plan: `settle attempt ${id}, which the provider calls ${told.status}`,
      mend: async () => `settled attempt ${id}: ${await settlePayment(house, provider, told)}`,
    };
  });
  return found.filter((one) => one !== null);
}

/** Money that was taken and moved no order. */
export async function strandedMoneyFound(house: House): Promise<Stranded[]> {
  return (await strandedMoney(house.db, BATCH)).map(({ payment_id, order_id, order_status }) => {
    const waits = order_status === "awaiting_payment";
    return {
      finding: "paid_no_order_moved",
      orderId: order_id,
      paymentId: payment_id,
      plan: waits ? "call the order paid" : "give the money back: the order was called off",
      mend: () => (waits ? callPaid(house, order_id, payment_id) : giveBack(house, order_id)),
    };
  });
}

async function callPaid(house: House, orderId: number, paymentId: string): Promise<string | null> {
  const now = house.clock.now();
  return withTransaction(house.db, async (db) => {
    const order = await lockOrder(db, orderId);
    if (order?.status !== "awaiting_payment") return null;
    await payPayment(db, { id: paymentId, orderId }, now);
    await moveOrder(db, orderId, "paid", { now });
    return "called the order paid";
  });
}

async function giveBack(house: House, orderId: number): Promise<string | null> {
  return withTransaction(house.db, async (db) => {
    const order = await lockOrder(db, orderId);
    if (order?.status !== "cancelled") return null;
    return (await giveMoneyBack(house, db, orderId, "order_cancelled")) ? "asked for the money to go back" : null;
  });
}

/** Refunds that were not sent, or whose end has not been told. */
export async function openRefundsFound(house: House): Promise<Stranded[]> {
  return (await openRefunds(house.db, BATCH)).map(
    ({ id, provider_ref: ref, provider: name, order_id, payment_id }) => ({
      finding: "refund_not_ended",
      orderId: order_id,
      paymentId: payment_id,
      plan: ref === null ? `ask the provider for refund ${id}` : `ask the provider how refund ${id} stands`,
      mend: async () => {
        if (ref === null) {
          await sendRefund(house, id);
          return `asked the provider for refund ${id}`;
        }
        const provider = providerNamed(house, name);
        const told = await provider.readRefund(ref);
        const outcome = told ? await settleRefund(house, provider, told) : "unknown_refund";
        return outcome === "nothing_yet" ? null : `asked the provider about refund ${id}: ${outcome}`;
      },
    }),
  );
}

/** Mends what was found, each on its own, and writes down what was done. @returns how many were mended. */
export async function mendAll(house: House, found: readonly Stranded[]): Promise<number> {
  const mended = await eachOnItsOwn(house, found, async (one) => {
    const deed = await one.mend();
    const isWorthAWord = one.finding !== "order_past_its_time";
    const { finding, orderId: order_id, paymentId: payment_id } = one;
    if (deed !== null && isWorthAWord)
      await addMending(house.db, { at: house.clock.now(), finding, deed, order_id, payment_id });
    return deed;
  });
  return mended.filter((deed) => deed !== null).length;
}

/** Runs `work` for each, a few at a time; one that fails is logged and does not keep the others from theirs. */
async function eachOnItsOwn<T, R>(house: House, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const waiting = [...items];
  const takeTurns = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      try {
        done.push(await work(item));
      } catch (error) {
        if (!isGatewayDown(error)) house.log.error("a payment could not be mended", error);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  return done;
}

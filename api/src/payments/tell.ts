import { z } from "zod";
import { formatMoney } from "../money/format.ts";
import { orderNumber } from "../orders/order-number.ts";
import { notify } from "../notifications/service.ts";
import { type Tx, withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { type Job, jobFor, type Queue, queueJob } from "../platform/jobs.ts";
import { layOutLetter, letterAddress } from "../platform/letter-layout.ts";
import { type Locale, localePath } from "../platform/locale.ts";
import { type LetterWriter, queueMail } from "../platform/mail.ts";
import { text } from "../platform/texts.ts";
import { declineReasons } from "./schema.ts";
import { payerOf, type Payer } from "./tell-sql.ts";

/** So long a shopper whose card was declined is left to try again by himself. */
const TRIES_AGAIN_MS = 10 * 60_000;

const failedQueue: Queue<{ paymentId: string }> = {
  name: "payments.tell_failed",
  payload: z.object({ paymentId: z.string() }),
};

/** Has the customer told of a declined payment, unless it goes through in the meantime. */
export async function tellFailedLater(db: Tx, paymentId: string, now: Date): Promise<void> {
  await queueJob(db, failedQueue, { paymentId }, { after: new Date(now.getTime() + TRIES_AGAIN_MS) });
}

export const tellFailedJob: Job = jobFor(failedQueue, async ({ db, clock }, { paymentId }) => {
  await withTransaction(db, async (tx) => {
    const payer = await payerOf(tx, paymentId);
    if (!payer || !canPayStill(payer, clock.now())) return;
    await tell(tx, payer, { event: "failed", path: `/user/payment/${paymentId}`, dedupKey: `failed:${paymentId}` });
  });
});

/** Tells the customer that money of his is on its way back. The order's own moves are told by the order. */
export async function tellRefunded(db: Tx, refund: { id: string; paymentId: string; amountMinor: number }) {
  const payer = await payerOf(db, refund.paymentId);
  if (!payer) return;
  await tell(db, payer, {
    event: "money_back",
    path: `/profile/orders/${payer.order_id}`,
    dedupKey: `money_back:${refund.id}`,
    amountMinor: refund.amountMinor,
  });
}

type Event = "failed" | "money_back";
type News = { event: Event; path: string; dedupKey: string; amountMinor?: number };

/** By bell and by letter, in the language that the order was placed in. */
async function tell(db: Tx, payer: Payer, { event, path, dedupKey, amountMinor = payer.amount_minor }: News) {
  const { customer_id, email, locale } = payer;
  const said = sayingOf(payer, amountMinor);
  await notify(db, customer_id, {
    kind: `payment_${event}`,
    title: text(locale, `payment_told_${event}_title`, said),
    messageHtml: text(locale, `payment_told_${event}_text`, said),
    actions: [{ name: text(locale, `payment_told_${event}_action`), href: localePath(locale, path) }],
    dedupKey: `payment:${dedupKey}`,
  });
  const params = { paymentId: payer.id, amountMinor };
  await queueMail(db, {
    recipient: email,
    locale,
    template: `payment_${event}`,
    params,
    dedupKey: `payment:${dedupKey}`,
  });
}

const mailed = z.object({ paymentId: z.string(), amountMinor: z.number() });

/** Written as it is sent: a payment that went through by then is not told as failed. */
const writerOf =
  (event: Event, path: (payer: Payer) => string): LetterWriter =>
  async ({ db, clock, config }: House, { params, shop }) => {
    const { paymentId, amountMinor } = mailed.parse(params);
    const payer = await payerOf(db, paymentId);
    if (!payer || (event === "failed" && !canPayStill(payer, clock.now()))) return null;
    const { locale } = payer;
    const said = sayingOf(payer, amountMinor);
    return layOutLetter({
      locale,
      shop,
      subject: text(locale, `payment_told_${event}_title`, said),
      paragraphs: [text(locale, `payment_told_${event}_text`, said), text(locale, `payment_told_${event}_more`, said)],
      action: { name: text(locale, `payment_told_${event}_action`), href: letterAddress(config, locale, path(payer)) },
    });
  };

/** The letters of this room, by template. */
export const letters = {
  payment_failed: writerOf("failed", ({ id }) => `/user/payment/${id}`),
  payment_money_back: writerOf("money_back", ({ order_id }) => `/profile/orders/${order_id}`),
} satisfies Record<string, LetterWriter>;

function canPayStill({ status, order_status, expires_at }: Payer, now: Date): boolean {
  return status === "error" && order_status === "awaiting_payment" && expires_at > now;
}

function sayingOf(payer: Payer, amountMinor: number) {
  const { locale, order_id, sign, minor_digits: minorDigits, rounding_digits: roundingDigits, expires_at } = payer;
  const reason = declineReasons.find((known) => known === payer.decline_reason) ?? "general_decline";
  return {
    number: orderNumber(order_id),
    sum: formatMoney(amountMinor, { sign, minorDigits, roundingDigits }, locale),
    until: momentIn(expires_at, locale),
    reason,
  };
}

/** By the clock in Moscow: `8 ноября, 14:02`. */
function momentIn(moment: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === "ru-RU" ? locale : "en-GB", {
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Europe/Moscow",
  }).format(moment);
}

import { moveOrder } from "../orders/service.ts";
import { withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import type { Job } from "../platform/jobs.ts";
import { isUnderWay } from "./attempts.ts";
import { isGatewayDown } from "./background.ts";
import { providerNamed } from "./providers.ts";
import { openRefunds } from "./refund-sql.ts";
import { sendRefund, settleRefund } from "./refunds.ts";
import { settlePayment } from "./settle.ts";
import {
  endAttempt,
  liveAttemptOf,
  livePaymentOf,
  lockOrder,
  movePayment,
  openAttempts,
  ordersLeavingPayment,
  ordersPastPayment,
} from "./sql.ts";
import { openEvents } from "./webhook-sql.ts";
import { processWebhook } from "./webhooks.ts";

const BATCH = 100;
/** A webhook that has not come by then may have been lost: the provider is asked. */
const WEBHOOK_WAITED_MS = 60_000;

/** Acts on events that were stored and not acted on. @returns how many were closed. */
export async function processOpenWebhooks(house: House): Promise<number> {
  const events = await openEvents(house.db, BATCH);
  return eachOnItsOwn(house, events, async ({ provider, event_id }) => {
    await processWebhook(house, provider, event_id);
  });
}

/**
 * Asks the provider about attempts whose end has not been told, and calls off those that nobody waits for any more.
 * @returns how many were asked about.
 */
export async function reconcileAttempts(house: House): Promise<number> {
  const now = house.clock.now();
  const open = await openAttempts(house.db, new Date(now.getTime() - WEBHOOK_WAITED_MS), BATCH);
  return eachOnItsOwn(house, open, async (attempt) => {
    const provider = providerNamed(house, attempt.provider);
    const isAwaited = attempt.order_status === "awaiting_payment" && attempt.pay_until > now;
    const told = isAwaited ? await provider.read(attempt.provider_ref) : await provider.cancel(attempt.provider_ref);
    if (told) await settlePayment(house, provider, told);
    else house.log.error("the provider does not know its own payment", undefined, { attempt: attempt.id });
  });
}

/** Sends refunds that were not sent, and asks about those whose end has not been told. @returns how many. */
export async function sendOpenRefunds(house: House): Promise<number> {
  return eachOnItsOwn(house, await openRefunds(house.db, BATCH), async (refund) => {
    if (refund.provider_ref === null) return sendRefund(house, refund.id);
    const provider = providerNamed(house, refund.provider);
    const told = await provider.readRefund(refund.provider_ref);
    if (told) await settleRefund(house, provider, told);
  });
}

/**
 * Calls off orders whose time to pay is over (decisions: 60 minutes), which gives their stock back, and closes the
 * payments of orders that are over. An order whose card is with the provider waits for the end of that.
 * @returns how many orders and payments ended.
 */
export async function expirePayments(house: House, now: Date = house.clock.now()): Promise<number> {
  const [past, left] = await Promise.all([
    ordersPastPayment(house.db, now, BATCH),
    ordersLeavingPayment(house.db, BATCH),
  ]);
  let ended = 0;
  await eachOnItsOwn(house, [...past, ...left], async (orderId) => {
    if (await expireOrder(house, orderId, now)) ended++;
  });
  return ended;
}

async function expireOrder(house: House, orderId: number, now: Date): Promise<boolean> {
  return withTransaction(house.db, async (db) => {
    const order = await lockOrder(db, orderId);
    const isPast = order?.status === "awaiting_payment" && order.pay_until <= now;
    if (!isPast && order?.status !== "cancelled") return false;
    const payment = await livePaymentOf(db, orderId);
    const attempt = payment && (await liveAttemptOf(db, payment.id));
    if (attempt && isUnderWay(attempt, now)) return false;
    if (attempt)
      await endAttempt(db, attempt.id, { status: "failed", decline_reason: "gateway_unavailable", ended_at: now });
    const closed = payment ? await movePayment(db, payment.id, { status: "cancelled" }) : false;
    const released = isPast && (await moveOrder(db, orderId, "cancelled", { now, cause: "expired" }));
    return closed || released;
  });
}

/** Runs `work` for each; one that fails is logged and does not keep the others from theirs. @returns how many went well. */
async function eachOnItsOwn<T>(house: House, items: readonly T[], work: (item: T) => Promise<void>): Promise<number> {
  let done = 0;
  for (const item of items) {
    try {
      await work(item);
      done++;
    } catch (error) {
      if (!isGatewayDown(error)) house.log.error("a payment job failed", error);
    }
  }
  return done;
}

/** What was missed is caught up with; orders end last, so that none is called off whose money is just being told. */
export async function catchUp(house: House): Promise<void> {
  const events = await processOpenWebhooks(house);
  const attempts = await reconcileAttempts(house);
  const refunds = await sendOpenRefunds(house);
  const ended = await expirePayments(house);
  if (events + attempts + refunds + ended > 0)
    house.log.info("caught up with payments", { events, attempts, refunds, ended });
}

export const jobs: readonly Job[] = [{ name: "payments.catch_up", schedule: "* * * * *", work: catchUp }];

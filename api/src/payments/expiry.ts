import { moveOrder } from "../orders/service.ts";
import { type Db, withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { isUnderWay } from "./attempts.ts";
import { endAttempt, liveAttemptOf } from "./attempt-sql.ts";
import { ordersLeavingPayment, ordersPastPayment } from "./mending-sql.ts";
import { livePaymentOf, lockOrder, movePayment } from "./sql.ts";
import type { Stranded } from "./stranded.ts";

const BATCH = 100;
/** So long an order outlives its time for a shopper who is on the bank's page; money that comes later goes back. */
const PAGE_GRACE_MS = 5 * 60_000;

/**
 * Orders whose time to pay is over (decisions: 60 minutes), which are called off and give their stock back, and orders
 * that are over while a payment of theirs stands open. An order whose card the provider has in hand waits for its end.
 */
export async function ordersPastTimeFound(house: House): Promise<Stranded[]> {
  const now = house.clock.now();
  const [past, left] = await Promise.all([
    ordersPastPayment(house.db, now, BATCH),
    ordersLeavingPayment(house.db, BATCH),
  ]);
  const found: Stranded[] = [];
  for (const { id: orderId, pay_until: payUntil } of [...past, ...left]) {
    const { attempt } = await liveOf(house.db, orderId);
    if (attempt && isWaitedFor(attempt, payUntil, now)) continue;
    found.push({
      finding: "order_past_its_time",
      orderId,
      paymentId: null,
      plan: "call the order off and close its payment",
      mend: async () => ((await expireOrder(house, orderId, now)) ? "called off" : null),
    });
  }
  return found;
}

async function expireOrder(house: House, orderId: number, now: Date): Promise<boolean> {
  return withTransaction(house.db, async (db) => {
    const order = await lockOrder(db, orderId);
    const isPast = order?.status === "awaiting_payment" && order.pay_until <= now;
    if (!isPast && order?.status !== "cancelled") return false;
    const { payment, attempt } = await liveOf(db, orderId);
    if (attempt && isWaitedFor(attempt, order.pay_until, now)) return false;
    if (attempt) {
      const decline_reason = attempt.provider_ref === null ? "gateway_unavailable" : "expired_on_confirmation";
      await endAttempt(db, attempt.id, { status: "failed", decline_reason, ended_at: now });
    }
    const closed = payment ? await movePayment(db, payment.id, { status: "cancelled" }) : false;
    const released = isPast && (await moveOrder(db, orderId, "cancelled", { now, cause: "expired" }));
    return closed || released;
  });
}

async function liveOf(db: Db, orderId: number) {
  const payment = await livePaymentOf(db, orderId);
  return { payment, attempt: payment && (await liveAttemptOf(db, payment.id)) };
}

type LiveAttempt = NonNullable<Awaited<ReturnType<typeof liveAttemptOf>>>;

function isWaitedFor(attempt: LiveAttempt, payUntil: Date, now: Date): boolean {
  const isLeft = attempt.status === "challenge" && now.getTime() >= payUntil.getTime() + PAGE_GRACE_MS;
  return !isLeft && isUnderWay(attempt, now);
}

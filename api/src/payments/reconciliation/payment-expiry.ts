import { transitionOrder } from "../../orders/status/transition-order.ts";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { isInProgress } from "../attempts/attempt-state.ts";
import { endAttempt, findLiveAttempt } from "../attempts/attempt-sql.ts";
import { listCanceledOrdersWithOpenPayment, listExpiredOrders } from "./reconciliation-sql.ts";
import { findLivePayment, lockOrder, updatePaymentStatus } from "../sql.ts";
import type { Discrepancy } from "./reconciliation.ts";

const BATCH_SIZE = 100;
/**
 * How long an order outlives its payment deadline while the shopper is on the provider's page. Money that arrives later
 * is refunded.
 */
const HOSTED_PAGE_GRACE_MS = 5 * 60_000;

/**
 * Finds orders whose payment deadline (60 minutes) has passed, which are canceled and release their stock, and canceled
 * orders that still have an open payment. An order whose card is being processed is skipped until the result is known.
 * See docs/domain/payments.md.
 */
export async function findExpiredOrders(app: AppContext): Promise<Discrepancy[]> {
  const now = app.clock.now();
  const [expired, canceled] = await Promise.all([
    listExpiredOrders(app.db, now, BATCH_SIZE),
    listCanceledOrdersWithOpenPayment(app.db, BATCH_SIZE),
  ]);
  const discrepancies: Discrepancy[] = [];
  for (const { id: orderId, pay_until: payUntil } of [...expired, ...canceled]) {
    const { attempt } = await findLivePaymentAndAttempt(app.db, orderId);
    if (attempt && isResultAwaited(attempt, payUntil, now)) continue;
    discrepancies.push({
      finding: "order_expired",
      orderId,
      paymentId: null,
      plan: "cancel the order and close its payment",
      repair: async () => ((await expireOrder(app, orderId, now)) ? "canceled" : null),
    });
  }
  return discrepancies;
}

/** Cancels an expired order and closes its payment. Returns false if there was nothing to do. */
async function expireOrder(app: AppContext, orderId: number, now: Date): Promise<boolean> {
  return withTransaction(app.db, async (db) => {
    const order = await lockOrder(db, orderId);
    const isExpired = order?.status === "awaiting_payment" && order.pay_until <= now;
    if (!isExpired && order?.status !== "cancelled") return false;
    const { payment, attempt } = await findLivePaymentAndAttempt(db, orderId);
    if (attempt && isResultAwaited(attempt, order.pay_until, now)) return false;
    if (attempt) {
      const decline_reason = attempt.provider_ref === null ? "gateway_unavailable" : "expired_on_confirmation";
      await endAttempt(db, attempt.id, { status: "failed", decline_reason, ended_at: now });
    }
    const hasClosedPayment = payment ? await updatePaymentStatus(db, payment.id, { status: "cancelled" }) : false;
    const hasCanceledOrder =
      isExpired && (await transitionOrder(app, db, orderId, "cancelled", { now, cause: "expired" }));
    return hasClosedPayment || hasCanceledOrder;
  });
}

async function findLivePaymentAndAttempt(db: Db, orderId: number) {
  const payment = await findLivePayment(db, orderId);
  return { payment, attempt: payment && (await findLiveAttempt(db, payment.id)) };
}

type LiveAttempt = NonNullable<Awaited<ReturnType<typeof findLiveAttempt>>>;

/** Whether the result of an attempt must be awaited before its order may be canceled. */
function isResultAwaited(attempt: LiveAttempt, payUntil: Date, now: Date): boolean {
  const isAbandoned = attempt.status === "challenge" && now.getTime() >= payUntil.getTime() + HOSTED_PAGE_GRACE_MS;
  return !isAbandoned && isInProgress(attempt, now);
}

import { withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { transitionOrder } from "../../orders/status/transition-order.ts";
import { getAttemptToSend } from "../attempts/attempt-sql.ts";
import { buildPaymentRequest } from "../attempts/attempts.ts";
import { isGatewayUnavailable } from "../background-tasks.ts";
import { refundRemainingAmount } from "../refunds/full-refund.ts";
import {
  addCorrection,
  closeLostAttempt,
  listLostAttempts,
  markAttemptsChecked,
  listOpenAttempts,
  listUnappliedPayments,
} from "./reconciliation-sql.ts";
import { listOpenRefunds } from "../refunds/refund-sql.ts";
import { sendRefund, settleRefund } from "../refunds/refunds.ts";
import { settlePayment } from "../attempts/settle-payment.ts";
import { lockOrder, updatePaymentStatus, markPaymentPaid } from "../sql.ts";
import { listUnprocessedEvents } from "../webhooks/webhook-sql.ts";
import { processWebhook } from "../webhooks/webhooks.ts";

const BATCH_SIZE = 100;
const CONCURRENCY = 5;
/** The provider is asked about an attempt that has had no response or webhook for this time. */
const MIN_AGE_MS = 30_000;
const DAY_MS = 86_400_000;

/** A discrepancy between the shop and a provider that does not resolve itself. */
export type Discrepancy = Readonly<{
  finding:
    | "webhook_not_processed"
    | "attempt_not_confirmed"
    | "result_not_reported"
    | "payment_not_applied"
    | "refund_not_completed"
    | "order_expired";
  orderId: number | null;
  paymentId: string | null;
  /** What `repair` is going to do, for operators. */
  plan: string;
  /**
   * Repairs the discrepancy.
   * @returns what was done; null if nothing was necessary after all.
   */
  repair: () => Promise<string | null>;
}>;

/** Finds webhook events that were stored but not processed. */
export async function findUnprocessedEvents(app: AppContext): Promise<Discrepancy[]> {
  return (await listUnprocessedEvents(app.db, BATCH_SIZE)).map(({ provider, event_id }) => ({
    finding: "webhook_not_processed",
    orderId: null,
    paymentId: null,
    plan: `process event ${event_id} of ${provider}`,
    repair: async () => {
      await processWebhook(app, provider, event_id);
      return `processed event ${event_id} of ${provider}`;
    },
  }));
}

/** Finds attempts whose response was lost: the provider may or may not have received them. */
export async function findLostAttempts(app: AppContext): Promise<Discrepancy[]> {
  const now = app.clock.now().getTime();
  const started = { after: new Date(now - DAY_MS), before: new Date(now - MIN_AGE_MS) };
  return (await listLostAttempts(app.db, started, BATCH_SIZE)).map(({ id, payment_id, order_id }) => ({
    finding: "attempt_not_confirmed",
    orderId: order_id,
    paymentId: payment_id,
    plan: `ask the provider whether it has attempt ${id}`,
    repair: () => recoverAttempt(app, id),
  }));
}

async function recoverAttempt(app: AppContext, id: string): Promise<string | null> {
  const attempt = await getAttemptToSend(app.db, id);
  const provider = app.paymentProviders.get(attempt.provider);
  await markAttemptsChecked(app.db, [id], app.clock.now());
  const providerPayment = await provider.recoverPayment(await buildPaymentRequest(app, attempt));
  if (providerPayment) return `the provider has attempt ${id}: ${await settlePayment(app, provider, providerPayment)}`;
  return withTransaction(app.db, async (db) => {
    await lockOrder(db, attempt.order_id);
    if (!(await closeLostAttempt(db, id, app.clock.now()))) return null;
    await updatePaymentStatus(db, attempt.payment_id, { status: "error" });
    return `the provider never received attempt ${id}: it was closed, another one can be started`;
  });
}

/**
 * Finds attempts that ended at the provider without a report, and attempts whose order no longer awaits payment, which
 * are canceled.
 */
export async function findUnreportedResults(app: AppContext): Promise<Discrepancy[]> {
  const now = app.clock.now();
  const openAttempts = await listOpenAttempts(
    app.db,
    { startedBefore: new Date(now.getTime() - MIN_AGE_MS), now },
    BATCH_SIZE,
  );
  const discrepancies = await mapConcurrently(app, openAttempts, async (attempt): Promise<Discrepancy | null> => {
    const { id, provider_ref: ref, order_id: orderId, payment_id: paymentId } = attempt;
    const provider = app.paymentProviders.get(attempt.provider);
    await markAttemptsChecked(app.db, [id], now);
    const fields = { finding: "result_not_reported", orderId, paymentId } as const;
    if (!attempt.is_awaited)
      return {
        ...fields,
        plan: `cancel attempt ${id} at the provider: its order no longer awaits payment`,
        repair: async () => {
          const providerPayment = await provider.cancel(ref);
          return providerPayment
            ? `requested to cancel attempt ${id}: ${await settlePayment(app, provider, providerPayment)}`
            : null;
        },
      };
    const providerPayment = await provider.getPayment(ref);
    if (providerPayment?.status === "pending") return null;
    if (!providerPayment)
      throw new Error(`the provider ${provider.name} does not know its own payment of attempt ${id}`);
    return {
      ...fields,
      plan: `settle attempt ${id}, whose status at the provider is ${providerPayment.status}`,
      repair: async () => `settled attempt ${id}: ${await settlePayment(app, provider, providerPayment)}`,
    };
  });
  return discrepancies.filter((discrepancy) => discrepancy !== null);
}

/**
 * Payments of orders that were placed earlier are not looked at again and again: there are ever more of them. A payment that
 * arrives later, or a cancellation, changes its order in its own transaction, and `audit` compares all of them.
 */
const MAX_CANCELABLE_MS = 90 * DAY_MS;

/** Finds successful payments that did not change their order. */
export async function findUnappliedPayments(app: AppContext): Promise<Discrepancy[]> {
  const placedAfter = new Date(app.clock.now().getTime() - MAX_CANCELABLE_MS);
  return (await listUnappliedPayments(app.db, placedAfter, BATCH_SIZE)).map(
    ({ payment_id, order_id, order_status }) => {
      const isAwaitingPayment = order_status === "awaiting_payment";
      return {
        finding: "payment_not_applied",
        orderId: order_id,
        paymentId: payment_id,
        plan: isAwaitingPayment ? "mark the order as paid" : "refund the payment: the order was canceled",
        repair: () =>
          isAwaitingPayment ? markOrderPaid(app, order_id, payment_id) : refundCanceledOrder(app, order_id),
      };
    },
  );
}

async function markOrderPaid(app: AppContext, orderId: number, paymentId: string): Promise<string | null> {
  const now = app.clock.now();
  return withTransaction(app.db, async (db) => {
    const order = await lockOrder(db, orderId);
    if (order?.status !== "awaiting_payment") return null;
    await markPaymentPaid(db, { id: paymentId, orderId, purpose: "order" }, now);
    await transitionOrder(app, db, orderId, "paid", { now });
    return "marked the order as paid";
  });
}

async function refundCanceledOrder(app: AppContext, orderId: number): Promise<string | null> {
  return withTransaction(app.db, async (db) => {
    const order = await lockOrder(db, orderId);
    if (order?.status !== "cancelled") return null;
    return (await refundRemainingAmount(app, db, orderId, "order_cancelled")) ? "requested a refund" : null;
  });
}

/** Finds refunds that were not sent, or whose result was not reported. */
export async function findOpenRefunds(app: AppContext): Promise<Discrepancy[]> {
  return (await listOpenRefunds(app.db, BATCH_SIZE)).map(
    ({ id, provider_ref: ref, provider: name, order_id, payment_id }) => ({
      finding: "refund_not_completed",
      orderId: order_id,
      paymentId: payment_id,
      plan: ref === null ? `send refund ${id} to the provider` : `ask the provider for the status of refund ${id}`,
      repair: async () => {
        if (ref === null) {
          await sendRefund(app, id);
          return `sent refund ${id} to the provider`;
        }
        const provider = app.paymentProviders.get(name);
        const providerRefund = await provider.getRefund(ref);
        const outcome = providerRefund ? await settleRefund(app, provider, providerRefund) : "unknown_refund";
        return outcome === "pending" ? null : `asked the provider about refund ${id}: ${outcome}`;
      },
    }),
  );
}

/**
 * Repairs discrepancies independently of each other and records what was done.
 * @returns the number of repairs.
 */
export async function repairAll(app: AppContext, discrepancies: readonly Discrepancy[]): Promise<number> {
  const actions = await mapConcurrently(app, discrepancies, async (one) => {
    const action = await one.repair();
    const shouldRecord = one.finding !== "order_expired";
    const { finding, orderId: order_id, paymentId: payment_id } = one;
    if (action !== null && shouldRecord)
      await addCorrection(app.db, { created_at: app.clock.now(), finding, action, order_id, payment_id });
    return action;
  });
  return actions.filter((action) => action !== null).length;
}

/** Calls `callback` for each item, a few at a time. A failure is logged and does not affect the other items. */
async function mapConcurrently<T, R>(
  app: AppContext,
  items: readonly T[],
  callback: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items];
  const runWorker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift())
      try {
        results.push(await callback(item));
      } catch (error) {
        if (!isGatewayUnavailable(error)) app.log.error("a payment could not be reconciled", error);
      }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
  return results;
}

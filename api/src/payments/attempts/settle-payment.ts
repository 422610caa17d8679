import { channel } from "node:diagnostics_channel";
import { transitionOrder } from "../../orders/status/transition-order.ts";
import { afterCommit, type Tx, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { runInBackground } from "../background-tasks.ts";
import { addCorrection } from "../reconciliation/reconciliation-sql.ts";
import { toDecimalAmount } from "../providers/decimal-amount.ts";
import type { PaymentProvider, ProviderPayment } from "../../platform/payment-provider.ts";
import { getFullRefundId, sendRefund } from "../refunds/refunds.ts";
import { addRefund, hasRefund } from "../refunds/refund-sql.ts";
import { type SettlementContext, decideSettlement, type Settlement } from "./settlement.ts";
import {
  endAttempt,
  findAttempt,
  linkAttempt,
  findLiveAttempt,
  lockAttempt,
  markAttemptSucceeded,
} from "./attempt-sql.ts";
import { lockOrder, lockPayment, updatePaymentStatus, markPaymentPaid } from "../sql.ts";

/** The result of a report, stored with the webhook event that caused it. */
export type SettlementOutcome = Settlement["outcome"] | "unknown_payment";

/**
 * Updates attempt, payment and order to the provider's state of a payment. Idempotent.
 * @param providerPayment as read from the provider, never from a webhook's body.
 * @param onSettled work that must be committed together with the changes.
 */
export async function settlePayment(
  app: AppContext,
  provider: PaymentProvider,
  providerPayment: ProviderPayment,
  onSettled: (db: Tx, outcome: SettlementOutcome) => Promise<void> = async () => undefined,
): Promise<SettlementOutcome> {
  return withTransaction(app.db, async (db) => {
    const outcome = await settleInTransaction(app, db, provider, providerPayment);
    await onSettled(db, outcome);
    return outcome;
  });
}

async function settleInTransaction(
  app: AppContext,
  db: Tx,
  provider: PaymentProvider,
  providerPayment: ProviderPayment,
): Promise<SettlementOutcome> {
  const foundAttempt = await findAttempt(db, provider.name, {
    ref: providerPayment.ref,
    attemptId: providerPayment.metadata.attemptId,
  });
  if (!foundAttempt) {
    app.log.error("a provider reported an unknown payment", undefined, { ref: providerPayment.ref });
    return "unknown_payment";
  }
  // Rows are always locked in this order: order, payment, attempt.
  const order = await lockOrder(db, foundAttempt.order_id);
  const payment = await lockPayment(db, foundAttempt.payment_id);
  const attempt = await lockAttempt(db, foundAttempt.id);
  if (!order) throw new Error(`payment ${payment.id} has no order`);
  await linkAttempt(db, attempt.id, providerPayment);
  const liveAttempt = await findLiveAttempt(db, payment.id);
  const context: SettlementContext = {
    attempt,
    payment: {
      id: payment.id,
      status: payment.status,
      purpose: payment.purpose,
      amount: toDecimalAmount(payment.amount_minor, { code: payment.currency, minorDigits: foundAttempt.minor_digits }),
    },
    order,
    hasOtherLiveAttempt: liveAttempt !== undefined && liveAttempt.id !== attempt.id,
    isRefundRequested: await hasRefund(db, getFullRefundId(attempt.id)),
  };
  const settlement = decideSettlement(providerPayment, context);
  await applySettlement(app, db, settlement, context, payment.amount_minor);
  const result = getResult(settlement);
  if (result !== null) afterCommit(db, () => paymentSettled.publish({ result }));
  return settlement.outcome;
}

/** Metrics count these messages (server/src/telemetry/store-counters.ts). */
const paymentSettled = channel("furoshiki.payment_settled");

/** Returns how a settlement is counted; null if nothing has changed. */
function getResult(settlement: Settlement): string | null {
  switch (settlement.outcome) {
    case "paid":
      return "succeeded";
    case "declined":
      return "failed";
    case "mismatch":
      return "mismatch";
    case "refund_requested":
      return settlement.shouldRecordSuccess ? "refused" : null;
    case "pending":
    case "already_settled":
      return null;
  }
}

async function applySettlement(
  app: AppContext,
  db: Tx,
  settlement: Settlement,
  context: SettlementContext,
  amountMinor: number,
): Promise<void> {
  const now = app.clock.now();
  const { attempt, payment, order } = context;
  switch (settlement.outcome) {
    case "pending":
    case "already_settled":
      return;
    case "mismatch":
      app.log.error("a payment does not match its request: manual action required", undefined, {
        payment: payment.id,
        attempt: attempt.id,
      });
      await endAttempt(db, attempt.id, { status: "failed", decline_reason: "amount_mismatch", ended_at: now });
      await updatePaymentStatus(db, payment.id, { status: "error" });
      await addCorrection(db, {
        created_at: now,
        finding: "amount_mismatch",
        action: `left to the operator: attempt ${attempt.id} has another amount, currency or order than requested`,
        order_id: order.id,
        payment_id: payment.id,
      });
      return;
    case "declined":
      await endAttempt(db, attempt.id, { status: "failed", decline_reason: settlement.reason, ended_at: now });
      if (await updatePaymentStatus(db, payment.id, { status: "error" }))
        for (const handler of app.orderEventHandlers)
          await handler.onPaymentDeclined?.(db, { paymentId: payment.id, now });
      return;
    case "paid":
      await markAttemptSucceeded(db, attempt.id, now);
      await markPaymentPaid(db, { id: payment.id, orderId: order.id, purpose: payment.purpose }, now);
      if (payment.purpose === "order") await transitionOrder(app, db, order.id, "paid", { now });
      else
        for (const handler of app.orderEventHandlers)
          await handler.onOrderEditPaid?.(db, { orderId: order.id, paymentId: payment.id, now });
      return;
    case "refund_requested": {
      if (settlement.shouldRecordSuccess) await markAttemptSucceeded(db, attempt.id, now);
      const id = getFullRefundId(attempt.id);
      const { reason } = settlement;
      await addRefund(db, {
        id,
        payment_id: payment.id,
        attempt_id: attempt.id,
        amount_minor: amountMinor,
        reason,
        created_at: now,
      });
      afterCommit(db, () => runInBackground(app, "sending a refund", () => sendRefund(app, id)));
    }
  }
}

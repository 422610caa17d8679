import { channel } from "node:diagnostics_channel";
import { applyPartialRefund, type RefundedAmounts } from "../../orders/status/partial-refund.ts";
import { transitionOrder } from "../../orders/status/transition-order.ts";
import { afterCommit, type Tx, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { toDecimalAmount } from "../providers/decimal-amount.ts";
import type { RefundDestination } from "../../platform/order-events.ts";
import type { PaymentProvider, ProviderRefund } from "../../platform/payment-provider.ts";
import { createReceipt } from "../receipts/order-receipt.ts";
import { endRefund, findRefund, getRefundedAmounts, linkRefund, findRefundToSend } from "./refund-sql.ts";
import { lockOrder } from "../sql.ts";

/** Returns the id of the automatic refund of an attempt: always the same, so that it is refunded once. */
export function getFullRefundId(attemptId: string): string {
  return `back-${attemptId}`;
}

/**
 * Sends a refund to the provider. Idempotent.
 * @throws refusal `gateway_unavailable`.
 */
export async function sendRefund(app: AppContext, id: string): Promise<void> {
  const refund = await findRefundToSend(app.db, id);
  if (!refund) return;
  const provider = app.paymentProviders.get(refund.provider);
  const amount = toDecimalAmount(refund.amount_minor, { code: refund.currency, minorDigits: refund.minor_digits });
  const receipt = provider.issuesReceipts ? await createReceipt(app.db, { ...refund, refund }) : null;
  const { attempt_ref: ref, order_id: orderId } = refund;
  const providerRefund = await provider.refund({ refundId: id, ref, orderId, amount, receipt });
  if (!providerRefund) {
    app.log.error("a refund was refused: manual action required", undefined, { refund: id });
    await withTransaction(app.db, async (tx) => failRefund(app, tx, refund));
    return;
  }
  await linkRefund(app.db, id, providerRefund.ref);
  await settleRefund(app, provider, providerRefund);
}

/**
 * Applies the provider's state of a refund. A canceled or returned order whose payment is completely refunded becomes
 * `refunded`.
 * @param providerRefund as read from the provider, never from a webhook's body.
 * @param onSettled work that must be committed together with the result.
 */
export async function settleRefund(
  app: AppContext,
  provider: PaymentProvider,
  providerRefund: ProviderRefund,
  onSettled: (db: Tx, outcome: RefundOutcome) => Promise<void> = async () => undefined,
): Promise<RefundOutcome> {
  return withTransaction(app.db, async (db) => {
    const outcome = await settleInTransaction(app, db, provider, providerRefund);
    await onSettled(db, outcome);
    return outcome;
  });
}

/** The result of a report about a refund, stored with the webhook event that caused it. */
export type RefundOutcome = "refunded" | "refund_cancelled" | "already_settled" | "pending" | "unknown_refund";

async function settleInTransaction(
  app: AppContext,
  db: Tx,
  provider: PaymentProvider,
  providerRefund: ProviderRefund,
): Promise<RefundOutcome> {
  const refund = await findRefund(db, provider.name, { ref: providerRefund.ref, refundId: providerRefund.refundId });
  if (!refund) {
    app.log.error("a provider reported an unknown refund", undefined, { ref: providerRefund.ref });
    return "unknown_refund";
  }
  if (providerRefund.status === "pending") return "pending";
  const order = await lockOrder(db, refund.order_id);
  const now = app.clock.now();
  await linkRefund(db, refund.id, providerRefund.ref);
  const hasSucceeded = providerRefund.status === "succeeded";
  const hasEnded = hasSucceeded
    ? await endRefund(db, refund.id, { status: "succeeded", ended_at: now })
    : await failRefund(app, db, refund);
  if (!hasEnded) return "already_settled";
  if (!hasSucceeded) {
    app.log.error("a refund was canceled by the provider: manual action required", undefined, { refund: refund.id });
    return "refund_cancelled";
  }
  afterCommit(db, () => refundSettled.publish({ result: "succeeded" }));
  await applyRefund(app, db, order?.status, { ...refund, destination: "payment_method" });
  return "refunded";
}

type SucceededRefund = {
  id: string;
  order_id: number;
  payment_id: string;
  reason: string;
  amount_minor: number;
  destination: RefundDestination;
};

/**
 * Applies a refund that has succeeded to its order, whose row must be locked: it becomes `refunded`, or its points and
 * gift card get back their share.
 */
export async function applyRefund(
  app: AppContext,
  db: Tx,
  orderStatus: string | undefined,
  { id, order_id: orderId, payment_id: paymentId, reason, amount_minor: amountMinor, destination }: SucceededRefund,
): Promise<void> {
  const now = app.clock.now();
  const amounts = await getRefundedAmounts(db, orderId);
  // The change of the order status sends its own notification.
  const isOfOrder = reason !== "paid_twice" && reason !== "order_edited";
  if (reason !== "paid_twice" && isClosed(orderStatus) && isEverythingRefunded(amounts))
    await transitionOrder(app, db, orderId, "refunded", { now });
  else {
    if (isOfOrder) await applyPartialRefund(app, db, orderId, amounts, now);
    const event = { refundId: id, paymentId, amountMinor, destination };
    for (const handler of app.orderEventHandlers) await handler.onPaymentRefunded?.(db, event);
  }
}

/** Changes an order to `refunded` that was returned after everything had been refunded without a provider. */
export async function markOrderRefunded(app: AppContext, tx: Tx, orderId: number): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (isClosed(order?.status) && isEverythingRefunded(await getRefundedAmounts(tx, orderId)))
    await transitionOrder(app, tx, orderId, "refunded", { now: app.clock.now() });
}

const isClosed = (status: string | undefined) => status === "cancelled" || status === "returned";

function isEverythingRefunded({ refundedMinor, paidMinor, refundedValueMinor, valueMinor }: RefundedAmounts): boolean {
  return paidMinor > 0 ? refundedMinor >= paidMinor : refundedValueMinor >= valueMinor;
}

/** Metrics count these messages (server/src/telemetry/store-counters.ts). */
const refundSettled = channel("furoshiki.refund_settled");

/** Marks a pending refund as failed. @returns false if it had already ended */
async function failRefund(
  { clock, orderEventHandlers }: AppContext,
  tx: Tx,
  { id, order_id: orderId }: { id: string; order_id: number },
): Promise<boolean> {
  const now = clock.now();
  if (!(await endRefund(tx, id, { status: "failed", ended_at: now }))) return false;
  afterCommit(tx, () => refundSettled.publish({ result: "failed" }));
  for (const handler of orderEventHandlers) await handler.onRefundFailed?.(tx, { orderId, now });
  return true;
}

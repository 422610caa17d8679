import type { DecimalAmount, ProviderPayment } from "../../platform/payment-provider.ts";

/** The shop's state of an attempt when the provider reports its result. */
export type SettlementContext = Readonly<{
  attempt: { id: string; status: "pending" | "challenge" | "succeeded" | "failed" };
  payment: {
    id: string;
    status: "awaiting" | "success" | "error" | "cancelled";
    purpose: "order" | "order_edit";
    amount: DecimalAmount;
  };
  order: { id: number; status: string };
  /** Whether another attempt of the same payment is in progress or has succeeded. */
  hasOtherLiveAttempt: boolean;
  /** Whether a refund of the whole attempt has been requested, because its money came twice or too late. */
  isRefundRequested: boolean;
}>;

export type Settlement =
  /** The provider has not decided yet: no change. */
  | { outcome: "pending" }
  /** The report is a duplicate or out of date: no change. */
  | { outcome: "already_settled" }
  /** Amount, currency, payment or order do not match: nothing is paid, an operator must look. */
  | { outcome: "mismatch" }
  | { outcome: "paid" }
  | { outcome: "declined"; reason: string }
  /**
   * The order no longer awaits the money, so it is refunded. The attempt is marked as succeeded unless another one is
   * live: a payment has at most one live attempt.
   */
  | { outcome: "refund_requested"; reason: "order_released" | "paid_twice"; shouldRecordSuccess: boolean };

/**
 * Decides what the provider's report of a payment changes. A pure function: duplicate, late and out-of-order reports
 * lead to the same state, in which an order is paid once. See docs/domain/payments.md.
 */
export function decideSettlement(providerPayment: ProviderPayment, context: SettlementContext): Settlement {
  const { attempt, payment, order, hasOtherLiveAttempt, isRefundRequested } = context;
  if (providerPayment.status === "pending") return { outcome: "pending" };
  // Money that is given back pays nothing, even if the other attempt has failed since and the report comes once more.
  if (attempt.status === "succeeded" || isRefundRequested) return { outcome: "already_settled" };
  if (providerPayment.status === "canceled") {
    if (attempt.status === "failed") return { outcome: "already_settled" };
    return { outcome: "declined", reason: providerPayment.reason ?? "general_decline" };
  }
  const isMatch =
    providerPayment.amount.value === payment.amount.value &&
    providerPayment.amount.currency === payment.amount.currency &&
    providerPayment.metadata.paymentId === payment.id &&
    providerPayment.metadata.orderId === String(order.id);
  if (!isMatch) return { outcome: "mismatch" };
  // A payment that was replaced by another payment method but paid nevertheless pays the order if it still awaits
  // payment. The payment of an edit is canceled together with the edit.
  const isAwaitingPayment =
    payment.purpose === "order"
      ? order.status === "awaiting_payment" && payment.status !== "success"
      : payment.status === "awaiting" || payment.status === "error";
  if (isAwaitingPayment && !hasOtherLiveAttempt) return { outcome: "paid" };
  const isAlreadyPaid = hasOtherLiveAttempt || payment.status === "success" || order.status !== "cancelled";
  return {
    outcome: "refund_requested",
    reason: isAlreadyPaid ? "paid_twice" : "order_released",
    shouldRecordSuccess: !hasOtherLiveAttempt,
  };
}

import type { DecimalAmount, ProviderPayment } from "./provider.ts";

/** What the shop knows of an attempt when the provider tells its end. */
export type Known = Readonly<{
  attempt: { id: string; status: "pending" | "challenge" | "succeeded" | "failed" };
  payment: { id: string; status: "awaiting" | "success" | "error" | "cancelled"; amount: DecimalAmount };
  order: { id: number; status: string };
  /** Another attempt of the same payment is under way or has succeeded. */
  hasOtherLiveAttempt: boolean;
}>;

export type Settlement =
  /** The provider has not decided: nothing moves. */
  | { outcome: "nothing_yet" }
  /** What is told was done before, or would lead backwards: nothing moves. */
  | { outcome: "already" }
  /** Amount, currency, payment or order are not ours: nobody is paid, a person must look. */
  | { outcome: "mismatch" }
  | { outcome: "paid" }
  | { outcome: "declined"; reason: string }
  /** The money came for an order that does not wait for it: it is recorded and goes back. */
  | { outcome: "refund_requested"; reason: "order_released" | "paid_twice"; recordSuccess: boolean };

/**
 * Decides what the end of a payment moves. Pure, so that the same news ten times, late or out of order, gives the same
 * shop: one order, one payment (decisions: Payment).
 */
export function settlementOf(told: ProviderPayment, known: Known): Settlement {
  const { attempt, payment, order, hasOtherLiveAttempt } = known;
  if (told.status === "pending") return { outcome: "nothing_yet" };
  if (attempt.status === "succeeded") return { outcome: "already" };
  if (told.status === "canceled") {
    if (attempt.status === "failed") return { outcome: "already" };
    return { outcome: "declined", reason: told.reason ?? "general_decline" };
  }
  const isOurs =
    told.amount.value === payment.amount.value &&
    told.amount.currency === payment.amount.currency &&
    told.about.paymentId === payment.id &&
    told.about.orderId === String(order.id);
  if (!isOurs) return { outcome: "mismatch" };
  // One that was called off for another way to pay, and was paid after all, pays the order that still waits.
  const isAwaited = order.status === "awaiting_payment" && payment.status !== "success";
  if (isAwaited && !hasOtherLiveAttempt) return { outcome: "paid" };
  const isPaidOtherwise = hasOtherLiveAttempt || payment.status === "success" || order.status !== "cancelled";
  return {
    outcome: "refund_requested",
    reason: isPaidOtherwise ? "paid_twice" : "order_released",
    recordSuccess: !hasOtherLiveAttempt,
  };
}

import type { Confirmation } from "../orders/confirmations.ts";
import type { Tx } from "../platform/db/database.ts";
import { endAttempt, findLiveAttempt } from "./attempts/attempt-sql.ts";
import { isInProgress } from "./attempts/attempt-state.ts";
import { lockPayment, updatePaymentStatus } from "./sql.ts";

/**
 * Closes the open payment of an order edit, which is expired or canceled; money that arrives later is refunded. The
 * caller must have locked the order.
 * @returns false if a payment is in progress, whose result must be awaited
 */
export async function closeEditPayment(tx: Tx, paymentId: string, now: Date): Promise<boolean> {
  const attempt = await findLiveAttempt(tx, paymentId);
  // A customer on the page of the provider can be left there: what they pay is refunded.
  if (attempt && attempt.status !== "challenge" && isInProgress(attempt, now)) return false;
  if (attempt) {
    const decline_reason = attempt.provider_ref === null ? "gateway_unavailable" : "expired_on_confirmation";
    await endAttempt(tx, attempt.id, { status: "failed", decline_reason, ended_at: now });
  }
  await updatePaymentStatus(tx, paymentId, { status: "cancelled" });
  return true;
}

/** Cancels the payment of the edit of a canceled order, even if the customer is paying: the money is refunded. */
export async function cancelEditPayment(tx: Tx, paymentId: string): Promise<void> {
  await updatePaymentStatus(tx, paymentId, { status: "cancelled" });
}

/** Returns how the customer confirmed the import duty of a payment; null if they did not. */
export async function getDutyConfirmation(tx: Tx, paymentId: string): Promise<Confirmation | null> {
  const { duty_confirmed } = await lockPayment(tx, paymentId);
  return duty_confirmed as Confirmation | null;
}

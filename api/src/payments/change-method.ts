import { updatePaymentMethod } from "../orders/payment-method.ts";
import { withTransaction } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { findLiveAttempt } from "./attempts/attempt-sql.ts";
import { isInProgress, createInProgressRefusal } from "./attempts/attempt-state.ts";
import { type MethodCode, refusals } from "./schema.ts";
import { createPayment } from "./create-payment.ts";
import { settlePayment } from "./attempts/settle-payment.ts";
import { findPayment, findLivePayment, lockOrder, updatePaymentStatus } from "./sql.ts";

/**
 * Changes the payment method of an unpaid order: the current payment is canceled, at the provider first, and replaced
 * by a new one. If the canceled payment succeeds nevertheless, it pays the order (`decideSettlement`). Idempotent: a
 * repeated call returns the same payment.
 * @returns the id of the payment that is now open.
 * @throws refusal `payment_not_found`, `payment_ended`, `payment_in_progress`, `payment_not_offered` or
 * `gateway_unavailable`.
 */
export async function changePaymentMethod(app: AppContext, id: string, method: MethodCode): Promise<string> {
  const payment = await findPayment(app.db, id);
  if (!payment) throw refuse(refusals, "payment_not_found");
  // The difference of an edit is paid by the method of its order.
  if (payment.purpose === "order_edit") throw refuse(refusals, "payment_ended");
  if (payment.method !== method) await cancelAtProvider(app, payment.provider, id);
  return withTransaction(app.db, async (tx) => {
    const now = app.clock.now();
    const order = await lockOrder(tx, payment.order_id);
    if (order?.status !== "awaiting_payment" || order.pay_until <= now) throw refuse(refusals, "payment_ended");
    const livePayment = await findLivePayment(tx, order.id);
    if (livePayment?.method === method) return livePayment.id;
    if (livePayment && livePayment.id !== id) throw refuse(refusals, "payment_ended");
    const attempt = livePayment && (await findLiveAttempt(tx, livePayment.id));
    // A hosted page that waits for the shopper can be abandoned, but a card that is being charged cannot.
    if (attempt && attempt.status !== "challenge" && isInProgress(attempt, now)) throw createInProgressRefusal();
    if (livePayment) await updatePaymentStatus(tx, livePayment.id, { status: "cancelled" });
    await updatePaymentMethod(tx, order.id, method);
    const {
      total_minor: totalMinor,
      currency,
      pay_until: payUntil,
      country,
      unconfirmed_duty_minor: dutyMinor,
    } = order;
    const payable = { id: order.id, totalMinor, currency, payUntil, method, country, dutyMinor };
    return (await createPayment(tx, payable, { providers: app.config.paymentProviders })).id;
  });
}

/** Cancels a payment at the provider as far as possible and applies the result. */
async function cancelAtProvider(app: AppContext, providerName: string, paymentId: string): Promise<void> {
  const attempt = await findLiveAttempt(app.db, paymentId);
  if (!attempt?.provider_ref || attempt.status === "succeeded") return;
  const provider = app.paymentProviders.get(providerName);
  const providerPayment = await provider.cancel(attempt.provider_ref);
  if (providerPayment && providerPayment.status !== "pending") await settlePayment(app, provider, providerPayment);
}

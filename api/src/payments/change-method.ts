import { changePaymentMethod } from "../orders/service.ts";
import { withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { liveAttemptOf } from "./attempt-sql.ts";
import { isUnderWay, paymentInProgress } from "./attempts.ts";
import { providerNamed } from "./providers.ts";
import { type MethodCode, refusals } from "./schema.ts";
import { createPayment } from "./service.ts";
import { settlePayment } from "./settle.ts";
import { findPayment, livePaymentOf, lockOrder, movePayment } from "./sql.ts";

/**
 * Has an unpaid order paid another way: its payment is called off, at the provider first, and another takes its place. One
 * that goes through all the same pays the order (`settlementOf`). Asked again, it gives the same payment.
 * @returns the id of the payment that lives now. Refuses `payment_not_found`, `payment_ended`, `payment_in_progress`,
 * `payment_not_offered`, `gateway_unavailable`.
 */
export async function changeMethod(house: House, id: string, method: MethodCode): Promise<string> {
  const found = await findPayment(house.db, id);
  if (!found) throw refuse(refusals, "payment_not_found");
  if (found.method !== method) await callOff(house, found.provider, id);
  return withTransaction(house.db, async (tx) => {
    const now = house.clock.now();
    const order = await lockOrder(tx, found.order_id);
    if (order?.status !== "awaiting_payment" || order.pay_until <= now) throw refuse(refusals, "payment_ended");
    const live = await livePaymentOf(tx, order.id);
    if (live?.method === method) return live.id;
    if (live && live.id !== id) throw refuse(refusals, "payment_ended");
    const attempt = live && (await liveAttemptOf(tx, live.id));
    // A page that waits for the shopper is left; a card that is on its way is not.
    if (attempt && attempt.status !== "challenge" && isUnderWay(attempt, now)) throw paymentInProgress();
    if (live) await movePayment(tx, live.id, { status: "cancelled" });
    await changePaymentMethod(tx, order.id, method);
    const { total_minor: totalMinor, currency, pay_until: payUntil, country } = order;
    const payable = { id: order.id, totalMinor, currency, payUntil, method, country };
    return (await createPayment(tx, payable, { providers: house.config.paymentProviders })).id;
  });
}

/** Has the provider call off what it has in hand of a payment, as far as it can, and takes in how that ended. */
async function callOff(house: House, name: string, paymentId: string): Promise<void> {
  const attempt = await liveAttemptOf(house.db, paymentId);
  if (!attempt?.provider_ref || attempt.status === "succeeded") return;
  const provider = providerNamed(house, name);
  const told = await provider.cancel(attempt.provider_ref);
  if (told && told.status !== "pending") await settlePayment(house, provider, told);
}

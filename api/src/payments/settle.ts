import { moveOrder } from "../orders/service.ts";
import { afterCommit, type Tx, withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { inBackground } from "./background.ts";
import { addMending } from "./mending-sql.ts";
import { decimalAmount, type PaymentProvider, type ProviderPayment } from "./provider.ts";
import { sendRefund } from "./refunds.ts";
import { addRefund } from "./refund-sql.ts";
import { type Known, settlementOf, type Settlement } from "./settlement.ts";
import { endAttempt, findAttempt, linkAttempt, liveAttemptOf, lockAttempt, recordSuccess } from "./attempt-sql.ts";
import { lockOrder, lockPayment, movePayment, payPayment } from "./sql.ts";
import { tellFailedLater } from "./tell.ts";

/** What became of a piece of news, as kept beside the event that brought it. */
export type Outcome = Settlement["outcome"] | "unknown_payment";

/**
 * Moves attempt, payment and order by what the provider says of a payment, once however often it is told.
 * @param told as read from the provider itself, never from a webhook's body.
 * @param inSameTransaction work that must be durable together with the moves.
 */
export async function settlePayment(
  house: House,
  provider: PaymentProvider,
  told: ProviderPayment,
  inSameTransaction: (db: Tx, outcome: Outcome) => Promise<void> = async () => undefined,
): Promise<Outcome> {
  return withTransaction(house.db, async (db) => {
    const outcome = await settle(house, db, provider, told);
    await inSameTransaction(db, outcome);
    return outcome;
  });
}

async function settle(house: House, db: Tx, provider: PaymentProvider, told: ProviderPayment): Promise<Outcome> {
  const found = await findAttempt(db, provider.name, { ref: told.ref, attemptId: told.about.attemptId });
  if (!found) {
    house.log.error("a provider tells of a payment that is not ours", undefined, { ref: told.ref });
    return "unknown_payment";
  }
  // The order first, then its payment, then the attempt: every change takes them in this order.
  const order = await lockOrder(db, found.order_id);
  const payment = await lockPayment(db, found.payment_id);
  const attempt = await lockAttempt(db, found.id);
  if (!order) throw new Error(`payment ${payment.id} has no order`);
  await linkAttempt(db, attempt.id, told);
  const live = await liveAttemptOf(db, payment.id);
  const known: Known = {
    attempt,
    payment: {
      id: payment.id,
      status: payment.status,
      amount: decimalAmount(payment.amount_minor, { code: payment.currency, minorDigits: found.minor_digits }),
    },
    order,
    hasOtherLiveAttempt: live !== undefined && live.id !== attempt.id,
  };
  const settlement = settlementOf(told, known);
  await carryOut(house, db, settlement, known, payment.amount_minor);
  return settlement.outcome;
}

async function carryOut(
  house: House,
  db: Tx,
  settlement: Settlement,
  known: Known,
  amountMinor: number,
): Promise<void> {
  const now = house.clock.now();
  const { attempt, payment, order } = known;
  switch (settlement.outcome) {
    case "nothing_yet":
    case "already":
      return;
    case "mismatch":
      house.log.error("a payment was taken that is not the one asked for: look at it by hand", undefined, {
        payment: payment.id,
        attempt: attempt.id,
      });
      await endAttempt(db, attempt.id, { status: "failed", decline_reason: "amount_mismatch", ended_at: now });
      await movePayment(db, payment.id, { status: "error" });
      await addMending(db, {
        at: now,
        finding: "amount_mismatch",
        deed: `left to the operator: attempt ${attempt.id} took another sum, currency or order than was asked`,
        order_id: order.id,
        payment_id: payment.id,
      });
      return;
    case "declined":
      await endAttempt(db, attempt.id, { status: "failed", decline_reason: settlement.reason, ended_at: now });
      if (await movePayment(db, payment.id, { status: "error" })) await tellFailedLater(db, payment.id, now);
      return;
    case "paid":
      await recordSuccess(db, attempt.id, now);
      await payPayment(db, { id: payment.id, orderId: order.id }, now);
      await moveOrder(db, order.id, "paid", { now });
      return;
    case "refund_requested": {
      if (settlement.recordSuccess) await recordSuccess(db, attempt.id, now);
      const id = `back-${attempt.id}`;
      const { reason } = settlement;
      await addRefund(db, {
        id,
        payment_id: payment.id,
        attempt_id: attempt.id,
        amount_minor: amountMinor,
        reason,
        created_at: now,
      });
      afterCommit(db, () => inBackground(house, "sending a refund", () => sendRefund(house, id)));
    }
  }
}

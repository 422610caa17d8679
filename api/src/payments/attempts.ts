import { randomUUID } from "node:crypto";
import type { Tx } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { withIdempotency } from "../platform/idempotency.ts";
import { decimalAmount } from "./provider.ts";
import { providerNamed } from "./providers.ts";
import { refusals } from "./schema.ts";
import { settlePayment } from "./settle.ts";
import {
  addAttempt,
  attemptToSend,
  dropAttempt,
  findPayment,
  linkAttempt,
  liveAttemptOf,
  lockOrder,
  lockPayment,
  movePayment,
} from "./sql.ts";

/** Longer than a call to the provider may take: an attempt that old without its answer has lost it. */
const CALL_TAKES_MS = 30_000;

/** The reason kept with an attempt whose card token the provider did not take. */
const TOKEN_REFUSED = "card_token_invalid";

/**
 * Sends a card to the provider. The attempt is committed first and named to the provider by its id, so that a call that
 * got lost is repeated safely: with the same key at once, with another one after `CALL_TAKES_MS`.
 * Refuses `payment_not_found`, `payment_ended`, `payment_in_progress`, `card_token_invalid`, `gateway_unavailable`.
 */
export async function confirmPayment(
  house: House,
  asked: { id: string; cardToken: string; key: string | null },
): Promise<void> {
  const { id, cardToken, key } = asked;
  const keyed = { scope: `payments.confirm:${id}`, key, body: { card_token: cardToken } };
  const { attempt_id } = await withIdempotency(house.db, keyed, async (db) => ({
    attempt_id: await beginAttempt(db, id, house.clock.now()),
  }));
  await sendAttempt(house, attempt_id, cardToken);
}

/** True while the end of an attempt must be waited for. */
export function isUnderWay(
  attempt: { status: string | null; provider_ref: string | null; created_at: Date | null },
  now: Date,
): boolean {
  if (attempt.status === null || attempt.created_at === null) return false;
  return attempt.provider_ref !== null || now.getTime() - attempt.created_at.getTime() < CALL_TAKES_MS;
}

async function beginAttempt(db: Tx, paymentId: string, now: Date): Promise<string> {
  const found = await findPayment(db, paymentId);
  if (!found) throw refuse(refusals, "payment_not_found");
  const order = await lockOrder(db, found.order_id);
  const payment = await lockPayment(db, paymentId);
  const isOpen = payment.status === "awaiting" || payment.status === "error";
  if (!isOpen || order?.status !== "awaiting_payment" || payment.expires_at <= now)
    throw refuse(refusals, "payment_ended");
  const live = await liveAttemptOf(db, paymentId);
  if (live && isUnderWay(live, now)) throw refuse(refusals, "payment_in_progress");
  // Whether the provider got the lost call is unknown, so the same attempt is sent: it can never be taken twice.
  if (live) return live.id;
  const id = randomUUID();
  await addAttempt(db, { id, payment_id: paymentId, created_at: now });
  await movePayment(db, paymentId, { status: "awaiting" });
  return id;
}

async function sendAttempt(house: House, id: string, cardToken: string): Promise<void> {
  const attempt = await attemptToSend(house.db, id);
  if (attempt.decline_reason === TOKEN_REFUSED) throw refuse(refusals, "card_token_invalid");
  if (attempt.provider_ref !== null || attempt.status !== "pending") return;
  const provider = providerNamed(house, attempt.provider);
  const result = await provider.charge({
    attemptId: id,
    paymentId: attempt.payment_id,
    orderId: attempt.order_id,
    amount: decimalAmount(attempt.amount_minor, { code: attempt.currency, minorDigits: attempt.minor_digits }),
    cardToken,
    returnUrl: `${house.config.publicUrl}/user/payment/${attempt.payment_id}`,
  });
  switch (result.outcome) {
    case "accepted":
      await linkAttempt(house.db, id, result.payment.ref);
      if (result.payment.status !== "pending") await settlePayment(house, provider, result.payment);
      return;
    case "token_refused":
      await dropAttempt(house.db, id, TOKEN_REFUSED, house.clock.now());
      throw refuse(refusals, "card_token_invalid");
    case "already_sent":
      throw refuse(refusals, "payment_in_progress");
  }
}

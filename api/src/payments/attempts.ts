import { randomUUID } from "node:crypto";
import type { Tx } from "../platform/db.ts";
import { commonRefusals, type Refusal, refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { withIdempotency } from "../platform/idempotency.ts";
import { letterAddress } from "../platform/letter-layout.ts";
import { type Asking, decimalAmount } from "./provider.ts";
import { providerNamed } from "./providers.ts";
import { receiptFor } from "./receipts.ts";
import { refusals } from "./schema.ts";
import { settlePayment } from "./settle.ts";
import {
  addAttempt,
  attemptToSend,
  type AttemptToSend,
  dropAttempt,
  linkAttempt,
  liveAttemptOf,
} from "./attempt-sql.ts";
import { findPayment, lockOrder, lockPayment, movePayment } from "./sql.ts";

/** Longer than a call to the provider may take: an attempt that old without its answer has lost it. */
const CALL_TAKES_MS = 30_000;

/** Most attempts end within this time, in seconds. */
const RETRY_AFTER_S = 5;

/** The reason kept with an attempt whose card token the provider did not take. */
const TOKEN_REFUSED = "card_token_invalid";

/**
 * Asks the provider for the money: with a card's token, or for the page on which the shopper pays. The attempt is
 * committed first and named to the provider by its id, so that a call that got lost is repeated safely: with the same
 * key at once, with another one after `CALL_TAKES_MS`.
 * Refuses `payment_not_found`, `payment_ended`, `payment_in_progress`, `card_token_invalid`, `payment_refused`,
 * `gateway_unavailable`.
 */
export async function confirmPayment(
  house: House,
  asked: { id: string; cardToken: string | null; key: string | null },
): Promise<void> {
  const { id, cardToken, key } = asked;
  const keyed = { scope: `payments.confirm:${id}`, key, body: { card_token: cardToken } };
  const { attempt_id } = await withIdempotency(house.db, keyed, async (db) => ({
    attempt_id: await beginAttempt(house, db, id, cardToken),
  }));
  await sendAttempt(house, attempt_id, cardToken);
}

/** `payment_in_progress` with the seconds after which the payment's state is worth asking for. */
export function paymentInProgress(): Refusal {
  return refuse(refusals, "payment_in_progress", { retryAfterSeconds: RETRY_AFTER_S });
}

/** True while the end of an attempt must be waited for. */
export function isUnderWay(
  attempt: { status: string | null; provider_ref: string | null; created_at: Date | null },
  now: Date,
): boolean {
  if (attempt.status === null || attempt.created_at === null) return false;
  return attempt.provider_ref !== null || now.getTime() - attempt.created_at.getTime() < CALL_TAKES_MS;
}

async function beginAttempt(house: House, db: Tx, paymentId: string, cardToken: string | null): Promise<string> {
  const now = house.clock.now();
  const found = await findPayment(db, paymentId);
  if (!found) throw refuse(refusals, "payment_not_found");
  const takesCards = providerNamed(house, found.provider).cardTokensUrl(found.method) !== null;
  if (takesCards && cardToken === null)
    throw refuse(commonRefusals, "validation_failed", { fields: { card_token: ["required"] } });
  const order = await lockOrder(db, found.order_id);
  const payment = await lockPayment(db, paymentId);
  const isOpen = payment.status === "awaiting" || payment.status === "error";
  if (!isOpen || order?.status !== "awaiting_payment" || payment.expires_at <= now)
    throw refuse(refusals, "payment_ended");
  const live = await liveAttemptOf(db, paymentId);
  // Another tab was led to the provider's page: this one is led to the same.
  if (live?.status === "challenge" && !takesCards) return live.id;
  if (live && isUnderWay(live, now)) throw paymentInProgress();
  // Whether the provider got the lost call is unknown, so the same attempt is sent: it can never be taken twice.
  if (live) return live.id;
  const id = randomUUID();
  await addAttempt(db, { id, payment_id: paymentId, created_at: now });
  await movePayment(db, paymentId, { status: "awaiting" });
  return id;
}

async function sendAttempt(house: House, id: string, cardToken: string | null): Promise<void> {
  const attempt = await attemptToSend(house.db, id);
  if (attempt.decline_reason === TOKEN_REFUSED) throw refuse(refusals, "card_token_invalid");
  if (attempt.provider_ref !== null || attempt.status !== "pending") return;
  const provider = providerNamed(house, attempt.provider);
  const result = await provider.confirm(await askingOf(house, attempt), cardToken);
  switch (result.outcome) {
    case "accepted":
      await linkAttempt(house.db, id, result.payment);
      if (result.payment.status !== "pending") await settlePayment(house, provider, result.payment);
      return;
    case "token_refused":
      await dropAttempt(house.db, id, TOKEN_REFUSED, house.clock.now());
      throw refuse(refusals, "card_token_invalid");
    case "already_sent":
      throw paymentInProgress();
    case "refused":
      house.log.error("the provider does not take a payment", undefined, { attempt: id, reason: result.reason });
      await dropAttempt(house.db, id, result.reason, house.clock.now());
      throw refuse(refusals, "payment_refused");
  }
}

/** What the provider is told of an attempt: the same words however often it is told. */
export async function askingOf(house: House, attempt: AttemptToSend): Promise<Asking> {
  const { payment_id: paymentId, currency, minor_digits: minorDigits, locale } = attempt;
  const provider = providerNamed(house, attempt.provider);
  return {
    attemptId: attempt.id,
    paymentId,
    orderId: attempt.order_id,
    amount: decimalAmount(attempt.amount_minor, { code: currency, minorDigits }),
    method: attempt.method,
    locale,
    begunAt: attempt.created_at,
    expiresAt: attempt.expires_at,
    receipt: provider.makesReceipts ? await receiptFor(house.db, attempt) : null,
    returnUrl: letterAddress(house.config, locale, `/jpcart/payment/${paymentId}?returned=1`),
  };
}

import { randomUUID } from "node:crypto";
import type { Tx } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { withIdempotency } from "../../platform/http/idempotency.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import { toDecimalAmount } from "../providers/decimal-amount.ts";
import type { PaymentRequest } from "../../platform/payment-provider.ts";
import { createReceipt } from "../receipts/order-receipt.ts";
import { refusals } from "../schema.ts";
import { settlePayment } from "./settle-payment.ts";
import {
  addAttempt,
  getAttemptToSend,
  type AttemptToSend,
  failUnsentAttempt,
  linkAttempt,
  findLiveAttempt,
} from "./attempt-sql.ts";
import { findPayment, lockOrder, lockPayment, updatePaymentStatus } from "../sql.ts";
import { isInProgress, createInProgressRefusal } from "./attempt-state.ts";
import { type PaymentConsents, recordPaymentConsents } from "./payment-consents.ts";

/** The decline reason stored for an attempt whose card token was rejected by the provider. */
const TOKEN_REJECTED = "card_token_invalid";

/**
 * Starts a payment at the provider, with a card token or by creating the hosted page where the shopper pays. The
 * attempt is committed first, and its id is the provider's idempotency key, so that a lost call can be repeated safely:
 * immediately with the same idempotency key of the client, after `CALL_TIMEOUT_MS` with another one.
 * @param request.consents what the shopper agrees to with the payment
 * @throws refusal `payment_not_found`, `payment_ended`, `payment_in_progress`, `terms_confirmation_required`,
 * `duty_confirmation_required`, `card_token_invalid`, `payment_refused` or `gateway_unavailable`. See docs/domain/payments.md.
 */
export async function confirmPayment(
  app: AppContext,
  request: { id: string; cardToken: string | null; consents: PaymentConsents; key: string | null },
): Promise<void> {
  const { id, cardToken, key } = request;
  const idempotentRequest = { scope: `payments.confirm:${id}`, key, body: { card_token: cardToken } };
  const { attempt_id } = await withIdempotency(app.db, idempotentRequest, async (db) => ({
    attempt_id: await startAttempt(app, db, request),
  }));
  await sendAttempt(app, attempt_id, cardToken);
}

async function startAttempt(
  app: AppContext,
  db: Tx,
  { id: paymentId, cardToken, consents }: { id: string; cardToken: string | null; consents: PaymentConsents },
): Promise<string> {
  const now = app.clock.now();
  const foundPayment = await findPayment(db, paymentId);
  if (!foundPayment) throw refuse(refusals, "payment_not_found");
  const requiresCardToken =
    app.paymentProviders.get(foundPayment.provider).getCardTokensUrl(foundPayment.method) !== null;
  if (requiresCardToken && cardToken === null)
    throw refuse(commonRefusals, "validation_failed", { fields: { card_token: ["required"] } });
  const order = await lockOrder(db, foundPayment.order_id);
  const payment = await lockPayment(db, paymentId);
  const isOpen = payment.status === "awaiting" || payment.status === "error";
  // The payment of an edit is closed together with it.
  const isAwaited = payment.purpose === "order_edit" || order?.status === "awaiting_payment";
  if (!isOpen || !isAwaited || payment.expires_at <= now) throw refuse(refusals, "payment_ended");
  if (order) await recordPaymentConsents(db, { order, payment }, consents);
  const liveAttempt = await findLiveAttempt(db, paymentId);
  // Another tab was redirected to the provider's page: this one is redirected to the same page.
  if (liveAttempt?.status === "challenge" && !requiresCardToken) return liveAttempt.id;
  if (liveAttempt && isInProgress(liveAttempt, now)) throw createInProgressRefusal();
  // It is unknown whether the provider received the lost call, so the same attempt is sent again: it cannot be charged
  // twice.
  if (liveAttempt) return liveAttempt.id;
  const id = randomUUID();
  await addAttempt(db, { id, payment_id: paymentId, created_at: now });
  await updatePaymentStatus(db, paymentId, { status: "awaiting" });
  return id;
}

/** Sends an attempt to its provider and stores the result. Does nothing if the provider has accepted it before. */
async function sendAttempt(app: AppContext, id: string, cardToken: string | null): Promise<void> {
  const attempt = await getAttemptToSend(app.db, id);
  if (attempt.decline_reason === TOKEN_REJECTED) throw refuse(refusals, "card_token_invalid");
  if (attempt.provider_ref !== null || attempt.status !== "pending") return;
  const provider = app.paymentProviders.get(attempt.provider);
  const result = await provider.confirm(await buildPaymentRequest(app, attempt), cardToken);
  switch (result.outcome) {
    case "accepted":
      await linkAttempt(app.db, id, result.payment);
      if (result.payment.status !== "pending") await settlePayment(app, provider, result.payment);
      return;
    case "token_refused":
      await failUnsentAttempt(app.db, id, TOKEN_REJECTED, app.clock.now());
      throw refuse(refusals, "card_token_invalid");
    case "already_sent":
      throw createInProgressRefusal();
    case "refused":
      app.log.error("the provider rejected a payment", undefined, { attempt: id, reason: result.reason });
      await failUnsentAttempt(app.db, id, result.reason, app.clock.now());
      throw refuse(refusals, "payment_refused");
  }
}

/**
 * Builds the provider request of an attempt. It is identical each time it is built, as the idempotency key requires.
 */
export async function buildPaymentRequest(app: AppContext, attempt: AttemptToSend): Promise<PaymentRequest> {
  const { payment_id: paymentId, currency, minor_digits: minorDigits, locale } = attempt;
  const provider = app.paymentProviders.get(attempt.provider);
  return {
    attemptId: attempt.id,
    paymentId,
    orderId: attempt.order_id,
    amount: toDecimalAmount(attempt.amount_minor, { code: currency, minorDigits }),
    method: attempt.method,
    locale,
    startedAt: attempt.created_at,
    expiresAt: attempt.expires_at,
    receipt: provider.issuesReceipts ? await createReceipt(app.db, attempt) : null,
    returnUrl: getStoreUrl(app.config, locale, `/jpcart/payment/${paymentId}?returned=1`),
  };
}

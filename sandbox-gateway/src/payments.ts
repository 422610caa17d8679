import { randomUUID } from "node:crypto";
import { fromMinor, isSupportedCurrency, toMinor } from "./amounts.ts";
import { HOSTED_PAGE_BEHAVIOR, getBehavior, createDecline, type PaymentResult, failingBehaviors } from "./cards.ts";
import type { Gateway, GatewayDb } from "./gateway.ts";
import { addNotifications } from "./notifications.ts";
import { GatewayRefusal } from "./refusals.ts";
import type { PaymentObject, PaymentRequest } from "./schema.ts";
import {
  addPayment,
  endPayment,
  findPayment,
  lockPayment,
  lockUndecidedPayments,
  recordTokenFailure,
  findPaymentIdByKey,
  type PaymentRow,
  consumeToken,
} from "./sql.ts";
import type { MethodColumns } from "./tables.ts";
import { hashToken } from "./tokens.ts";

const BATCH_SIZE = 50;

/**
 * Fails the first request of a test card that is meant to fail, before anything is done.
 * @throws refusal
 * `internal_error`.
 */
export async function failOnce(gateway: Gateway, { payment_token }: PaymentRequest): Promise<void> {
  if (payment_token === undefined) return;
  if (await recordTokenFailure(gateway.db, hashToken(payment_token), failingBehaviors, gateway.clock.now()))
    throw new GatewayRefusal("internal_error", "The gateway failed. Try again with the same key.");
}

/**
 * Creates a payment; it is decided shortly after, or on the hosted page.
 * @throws refusal `invalid_request` or `invalid_token`.
 */
export async function createPayment(gateway: Gateway, db: GatewayDb, request: PaymentRequest): Promise<PaymentObject> {
  const now = gateway.clock.now();
  const amountMinor = validateAmount(request.amount);
  const paymentMethod = await resolvePaymentMethod(db, request, now);
  const { decideAfterMs, requiresChallenge } = getBehavior(paymentMethod.behavior);
  const row = await addPayment(db, {
    ...paymentMethod,
    id: randomUUID(),
    shop_id: gateway.shop.id,
    amount_minor: amountMinor,
    currency: request.amount.currency,
    description: request.description,
    metadata: request.metadata,
    return_url: request.return_url ?? null,
    challenge: requiresChallenge ? "pending" : null,
    locale: request.locale,
    created_at: now,
    decide_at: new Date(now.getTime() + decideAfterMs),
  });
  return serializePayment(gateway, row);
}

/**
 * Returns the columns of the payment method and consumes the card token.
 * @throws refusal `invalid_request` or
 * `invalid_token`.
 */
async function resolvePaymentMethod(db: GatewayDb, request: PaymentRequest, now: Date): Promise<MethodColumns> {
  if (request.payment_token === undefined) {
    if (request.amount.currency !== "RUB")
      throw new GatewayRefusal("invalid_request", "Only rubles can be paid without a card.", {
        parameter: "payment_method_data.type",
      });
    const emptyCard = { brand: null, first6: null, last4: null, expiry_month: null, expiry_year: null };
    return { ...emptyCard, method: "sbp", behavior: HOSTED_PAGE_BEHAVIOR };
  }
  const card = await consumeToken(db, hashToken(request.payment_token), now);
  if (card) return { ...card, method: "bank_card" };
  throw new GatewayRefusal("invalid_token", "The token does not exist, was used before or has expired.", {
    parameter: "payment_token",
  });
}

/**
 * Returns a payment.
 * @throws refusal `not_found`.
 */
export async function getPayment(gateway: Gateway, id: string): Promise<PaymentObject> {
  const row = await findPayment(gateway.db, gateway.shop.id, id);
  if (!row) throw createNotFound("payment");
  return serializePayment(gateway, row);
}

/**
 * Returns the payment created with an idempotency key, for a shop that lost the response.
 * @throws refusal `not_found`.
 */
export async function getPaymentByKey(gateway: Gateway, key = ""): Promise<PaymentObject> {
  const id = await findPaymentIdByKey(gateway.db, gateway.shop.id, key);
  if (id === undefined) throw createNotFound("payment");
  return getPayment(gateway, id);
}

/**
 * Cancels an undecided payment. Idempotent.
 * @throws refusal `not_found` or `invalid_request`.
 */
export async function cancelPayment(gateway: Gateway, db: GatewayDb, id: string): Promise<PaymentObject> {
  const row = await lockPayment(db, gateway.shop.id, id);
  if (!row) throw createNotFound("payment");
  if (row.status === "canceled") return serializePayment(gateway, row);
  if (row.status === "succeeded")
    throw new GatewayRefusal("invalid_request", "The payment has succeeded: refund it instead.", {
      parameter: "payment_id",
    });
  const now = gateway.clock.now();
  const updated = await endPayment(db, id, {
    status: "canceled",
    cancel_party: "merchant",
    cancel_reason: "canceled_by_merchant",
    ended_at: now,
  });
  const object = serializePayment(gateway, updated);
  await addNotifications(gateway, db, "payment.canceled", object);
  return object;
}

/**
 * Decides the payments that are due and stores their notifications.
 * @returns the number of payments.
 */
export async function decidePayments(gateway: Gateway): Promise<number> {
  const now = gateway.clock.now();
  return gateway.db.transaction().execute(async (db) => {
    const rows = await lockUndecidedPayments(db, now, BATCH_SIZE);
    for (const row of rows) await decidePayment(gateway, db, row);
    return rows.length;
  });
}

/** Ends a payment according to its card and challenge, and stores the notifications to send, with their delays. */
export async function decidePayment(gateway: Gateway, db: GatewayDb, row: PaymentRow): Promise<void> {
  const result = getResult(row);
  const updated = await endPayment(db, row.id, {
    status: result.status,
    ...(result.status === "canceled" ? { cancel_party: result.party, cancel_reason: result.reason } : {}),
    ended_at: gateway.clock.now(),
  });
  const { notifications } = getBehavior(row.behavior);
  const getDelays = (state: "end" | "beginning") =>
    notifications.filter((notification) => notification.state === state).map(({ afterMs }) => afterMs);
  await addNotifications(gateway, db, `payment.${result.status}`, serializePayment(gateway, updated), getDelays("end"));
  await addNotifications(gateway, db, "payment.pending", serializePayment(gateway, row), getDelays("beginning"));
}

function getResult({ behavior, challenge, method }: PaymentRow): PaymentResult {
  if (challenge === "pending") return createDecline("expired_on_confirmation");
  if (challenge === "refused") return createDecline(method === "sbp" ? "refused_by_payer" : "3d_secure_failed");
  return getBehavior(behavior).end;
}

/**
 * Validates an amount and converts it to minor units.
 * @throws refusal `invalid_request`.
 */
export function validateAmount(request: { value: string; currency: string }): number {
  if (!isSupportedCurrency(request.currency))
    throw new GatewayRefusal("invalid_request", `The currency ${request.currency} is not supported.`, {
      parameter: "amount.currency",
    });
  const amountMinor = toMinor(request.value, request.currency);
  if (amountMinor === null || amountMinor === 0)
    throw new GatewayRefusal(
      "invalid_request",
      `The amount must be greater than zero, with exactly the decimals of ${request.currency}.`,
      { parameter: "amount.value" },
    );
  return amountMinor;
}

/** Creates the refusal `not_found` for a payment or refund. */
export function createNotFound(objectType: "payment" | "refund"): GatewayRefusal {
  return new GatewayRefusal("not_found", `There is no such ${objectType}.`, { parameter: `${objectType}_id` });
}

function serializePayment({ publicUrl }: Gateway, row: PaymentRow): PaymentObject {
  const formatAmount = (amountMinor: number) => ({
    value: fromMinor(amountMinor, row.currency),
    currency: row.currency,
  });
  return {
    id: row.id,
    status: row.status,
    paid: row.status === "succeeded",
    amount: formatAmount(row.amount_minor),
    refunded_amount: formatAmount(row.refunded_minor),
    refundable: row.status === "succeeded" && row.refund_requested_minor < row.amount_minor,
    description: row.description,
    metadata: row.metadata,
    payment_method: serializePaymentMethod(row),
    ...(row.status === "pending" && row.challenge === "pending"
      ? { confirmation: { type: "redirect", confirmation_url: `${publicUrl}/challenge/${row.id}` } }
      : {}),
    ...(row.cancel_party !== null && row.cancel_reason !== null
      ? { cancellation_details: { party: row.cancel_party, reason: row.cancel_reason } }
      : {}),
    created_at: row.created_at.toISOString(),
    ...(row.status === "succeeded" && row.ended_at ? { captured_at: row.ended_at.toISOString() } : {}),
    test: true,
  };
}

function serializePaymentMethod({
  method,
  first6,
  last4,
  expiry_month,
  expiry_year,
  brand,
}: PaymentRow): PaymentObject["payment_method"] {
  if (method === "sbp") return { type: "sbp" };
  return {
    type: "bank_card",
    card: {
      first6: first6 ?? "",
      last4: last4 ?? "",
      expiry_month: String(expiry_month).padStart(2, "0"),
      expiry_year: String(expiry_year),
      card_type: brand ?? "",
    },
  };
}

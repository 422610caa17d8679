import { randomUUID } from "node:crypto";
import { fromMinor, takesCurrency, toMinor } from "./amounts.ts";
import { ASKS_ON_PAGE, behaviourNamed, declinedFor, type End, failingBehaviours } from "./cards.ts";
import type { Gateway, GatewayDb } from "./gateway.ts";
import { notify } from "./notifications.ts";
import { GatewayRefusal } from "./refusals.ts";
import type { PaymentObject, PaymentRequest } from "./schema.ts";
import {
  addPayment,
  endPayment,
  findPayment,
  lockPayment,
  lockUndecidedPayments,
  noteTokenFailure,
  paymentOfKey,
  type PaymentRow,
  takeToken,
} from "./sql.ts";
import type { MethodColumns } from "./tables.ts";
import { hashOf } from "./tokens.ts";

const BATCH = 50;

/** Fails a call the first time where its card asks for that, before anything of it is done. Refuses `internal_error`. */
export async function failOnce(gateway: Gateway, { payment_token }: PaymentRequest): Promise<void> {
  if (payment_token === undefined) return;
  if (await noteTokenFailure(gateway.db, hashOf(payment_token), failingBehaviours, gateway.clock.now()))
    throw new GatewayRefusal("internal_error", "Something failed here. Try again with the same key.");
}

/** Accepts a payment; its end is decided a moment later, or on the hosted page. Refuses `invalid_request` and `invalid_token`. */
export async function acceptPayment(gateway: Gateway, db: GatewayDb, asked: PaymentRequest): Promise<PaymentObject> {
  const now = gateway.clock.now();
  const amountMinor = checkedAmount(asked.amount);
  const paidBy = await methodOf(db, asked, now);
  const { decideAfterMs, isChallenged } = behaviourNamed(paidBy.behaviour);
  const row = await addPayment(db, {
    ...paidBy,
    id: randomUUID(),
    shop_id: gateway.shop.id,
    amount_minor: amountMinor,
    currency: asked.amount.currency,
    description: asked.description,
    metadata: asked.metadata,
    return_url: asked.return_url ?? null,
    challenge: isChallenged ? "asked" : null,
    locale: asked.locale,
    created_at: now,
    decide_at: new Date(now.getTime() + decideAfterMs),
  });
  return paymentObject(gateway, row);
}

/** What an asked payment is paid by; uses up a card's token. Refuses `invalid_request` and `invalid_token`. */
async function methodOf(db: GatewayDb, asked: PaymentRequest, now: Date): Promise<MethodColumns> {
  if (asked.payment_token === undefined) {
    if (asked.amount.currency !== "RUB")
      throw new GatewayRefusal("invalid_request", "Only roubles are paid this way.", {
        parameter: "payment_method_data.type",
      });
    const noCard = { brand: null, first6: null, last4: null, expiry_month: null, expiry_year: null };
    return { ...noCard, method: "sbp", behaviour: ASKS_ON_PAGE };
  }
  const card = await takeToken(db, hashOf(asked.payment_token), now);
  if (card) return { ...card, method: "bank_card" };
  throw new GatewayRefusal("invalid_token", "There is no such token, or it was used, or its 15 minutes are over.", {
    parameter: "payment_token",
  });
}

/** Refuses `not_found`. */
export async function readPayment(gateway: Gateway, id: string): Promise<PaymentObject> {
  const row = await findPayment(gateway.db, gateway.shop.id, id);
  if (!row) throw notFound("payment");
  return paymentObject(gateway, row);
}

/** The payment that a key was used for, for a shop that has lost the answer. Refuses `not_found`. */
export async function readPaymentOfKey(gateway: Gateway, key = ""): Promise<PaymentObject> {
  const id = await paymentOfKey(gateway.db, gateway.shop.id, key);
  if (id === undefined) throw notFound("payment");
  return readPayment(gateway, id);
}

/** Cancels a payment that is not decided yet; a cancelled one stays so. Refuses `not_found` and `invalid_request`. */
export async function cancelPayment(gateway: Gateway, db: GatewayDb, id: string): Promise<PaymentObject> {
  const row = await lockPayment(db, gateway.shop.id, id);
  if (!row) throw notFound("payment");
  if (row.status === "canceled") return paymentObject(gateway, row);
  if (row.status === "succeeded")
    throw new GatewayRefusal("invalid_request", "The payment has succeeded: refund it instead.", {
      parameter: "payment_id",
    });
  const now = gateway.clock.now();
  const ended = await endPayment(db, id, {
    status: "canceled",
    cancel_party: "merchant",
    cancel_reason: "canceled_by_merchant",
    ended_at: now,
  });
  const object = paymentObject(gateway, ended);
  await notify(gateway, db, "payment.canceled", object);
  return object;
}

/** Decides the payments whose moment has come, and writes down what the shop must be told. @returns how many. */
export async function decidePayments(gateway: Gateway): Promise<number> {
  const now = gateway.clock.now();
  return gateway.db.transaction().execute(async (db) => {
    const rows = await lockUndecidedPayments(db, now, BATCH);
    for (const row of rows) await decidePayment(gateway, db, row);
    return rows.length;
  });
}

/** Ends a payment the way its card and its challenge say, and writes down what the shop must be told, how often and when. */
export async function decidePayment(gateway: Gateway, db: GatewayDb, row: PaymentRow): Promise<void> {
  const end = endOf(row);
  const ended = await endPayment(db, row.id, {
    status: end.status,
    ...(end.status === "canceled" ? { cancel_party: end.party, cancel_reason: end.reason } : {}),
    ended_at: gateway.clock.now(),
  });
  const { tellings } = behaviourNamed(row.behaviour);
  const momentsOf = (of: "end" | "beginning") =>
    tellings.filter((telling) => telling.of === of).map(({ afterMs }) => afterMs);
  await notify(gateway, db, `payment.${end.status}`, paymentObject(gateway, ended), momentsOf("end"));
  await notify(gateway, db, "payment.pending", paymentObject(gateway, row), momentsOf("beginning"));
}

function endOf({ behaviour, challenge, method }: PaymentRow): End {
  if (challenge === "asked") return declinedFor("expired_on_confirmation");
  if (challenge === "refused") return declinedFor(method === "sbp" ? "refused_by_payer" : "3d_secure_failed");
  return behaviourNamed(behaviour).end;
}

/** An asked amount in minor units. Refuses `invalid_request`. */
export function checkedAmount(asked: { value: string; currency: string }): number {
  if (!takesCurrency(asked.currency))
    throw new GatewayRefusal("invalid_request", `The currency ${asked.currency} is not taken.`, {
      parameter: "amount.currency",
    });
  const minor = toMinor(asked.value, asked.currency);
  if (minor === null || minor === 0)
    throw new GatewayRefusal(
      "invalid_request",
      `The amount must be above zero, with exactly the decimals of ${asked.currency}.`,
      { parameter: "amount.value" },
    );
  return minor;
}

export function notFound(what: "payment" | "refund"): GatewayRefusal {
  return new GatewayRefusal("not_found", `There is no such ${what}.`, { parameter: `${what}_id` });
}

function paymentObject({ address }: Gateway, row: PaymentRow): PaymentObject {
  const money = (minor: number) => ({ value: fromMinor(minor, row.currency), currency: row.currency });
  return {
    id: row.id,
    status: row.status,
    paid: row.status === "succeeded",
    amount: money(row.amount_minor),
    refunded_amount: money(row.refunded_minor),
    refundable: row.status === "succeeded" && row.refund_asked_minor < row.amount_minor,
    description: row.description,
    metadata: row.metadata,
    payment_method: wireMethod(row),
    ...(row.status === "pending" && row.challenge === "asked"
      ? { confirmation: { type: "redirect", confirmation_url: `${address}/challenge/${row.id}` } }
      : {}),
    ...(row.cancel_party !== null && row.cancel_reason !== null
      ? { cancellation_details: { party: row.cancel_party, reason: row.cancel_reason } }
      : {}),
    created_at: row.created_at.toISOString(),
    ...(row.status === "succeeded" && row.ended_at ? { captured_at: row.ended_at.toISOString() } : {}),
    test: true,
  };
}

function wireMethod({
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

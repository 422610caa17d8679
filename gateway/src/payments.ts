import { randomUUID } from "node:crypto";
import { fromMinor, takesCurrency, toMinor } from "./amounts.ts";
import { behaviourNamed } from "./cards.ts";
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
  type PaymentRow,
  takeToken,
} from "./sql.ts";
import { hashOf } from "./tokens.ts";

const BATCH = 50;

/** Accepts a payment; its end is decided a moment later. Refuses `invalid_request` and `invalid_token`. */
export async function acceptPayment(gateway: Gateway, db: GatewayDb, asked: PaymentRequest): Promise<PaymentObject> {
  const now = gateway.clock.now();
  const amountMinor = checkedAmount(asked.amount);
  const card = await takeToken(db, hashOf(asked.payment_token), now);
  if (!card)
    throw new GatewayRefusal("invalid_token", "There is no such token, or it was used, or its 15 minutes are over.", {
      parameter: "payment_token",
    });
  const row = await addPayment(db, {
    ...card,
    id: randomUUID(),
    shop_id: gateway.shop.id,
    amount_minor: amountMinor,
    currency: asked.amount.currency,
    description: asked.description,
    metadata: asked.metadata,
    return_url: asked.return_url ?? null,
    created_at: now,
    decide_at: new Date(now.getTime() + behaviourNamed(card.behaviour).decideAfterMs),
  });
  return paymentObject(row);
}

/** Refuses `not_found`. */
export async function readPayment(gateway: Gateway, id: string): Promise<PaymentObject> {
  const row = await findPayment(gateway.db, gateway.shop.id, id);
  if (!row) throw notFound("payment");
  return paymentObject(row);
}

/** Cancels a payment that is not decided yet; a cancelled one stays so. Refuses `not_found` and `invalid_request`. */
export async function cancelPayment(gateway: Gateway, db: GatewayDb, id: string): Promise<PaymentObject> {
  const row = await lockPayment(db, gateway.shop.id, id);
  if (!row) throw notFound("payment");
  if (row.status === "canceled") return paymentObject(row);
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
  const object = paymentObject(ended);
  await notify(gateway, db, "payment.canceled", object);
  return object;
}

/** Decides the payments whose moment has come, and writes down what the shop must be told. @returns how many. */
export async function decidePayments(gateway: Gateway): Promise<number> {
  const now = gateway.clock.now();
  return gateway.db.transaction().execute(async (db) => {
    const rows = await lockUndecidedPayments(db, now, BATCH);
    for (const row of rows) {
      const { outcome } = behaviourNamed(row.behaviour);
      const ended = await endPayment(db, row.id, {
        status: outcome.status,
        ...(outcome.status === "canceled" ? { cancel_party: outcome.party, cancel_reason: outcome.reason } : {}),
        ended_at: now,
      });
      await notify(gateway, db, `payment.${outcome.status}`, paymentObject(ended));
    }
    return rows.length;
  });
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

function paymentObject(row: PaymentRow): PaymentObject {
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
    payment_method: {
      type: "bank_card",
      card: {
        first6: row.first6,
        last4: row.last4,
        expiry_month: String(row.expiry_month).padStart(2, "0"),
        expiry_year: String(row.expiry_year),
        card_type: row.brand,
      },
    },
    ...(row.cancel_party !== null && row.cancel_reason !== null
      ? { cancellation_details: { party: row.cancel_party, reason: row.cancel_reason } }
      : {}),
    created_at: row.created_at.toISOString(),
    ...(row.status === "succeeded" && row.ended_at ? { captured_at: row.ended_at.toISOString() } : {}),
    test: true,
  };
}

import { randomUUID } from "node:crypto";
import { fromMinor } from "./amounts.ts";
import type { Gateway, GatewayDb } from "./gateway.ts";
import { notify } from "./notifications.ts";
import { checkedAmount, notFound } from "./payments.ts";
import { GatewayRefusal } from "./refusals.ts";
import type { RefundObject, RefundRequest } from "./schema.ts";
import {
  addRefund,
  endRefund,
  findRefund,
  lockPayment,
  lockUndecidedRefunds,
  type RefundRow,
  reserveRefund,
} from "./sql.ts";

const BATCH = 50;
const REFUND_TAKES_MS = 400;

/** Accepts a refund, full or in part: all refunds together never exceed what was captured. */
export async function acceptRefund(gateway: Gateway, db: GatewayDb, asked: RefundRequest): Promise<RefundObject> {
  const amountMinor = checkedAmount(asked.amount);
  // The lock makes refunds of one payment queue up, so each sees what the others took.
  const payment = await lockPayment(db, gateway.shop.id, asked.payment_id);
  if (!payment) throw notFound("payment");
  if (payment.status !== "succeeded")
    throw new GatewayRefusal("invalid_request", "Only a succeeded payment can be refunded.", {
      parameter: "payment_id",
    });
  if (payment.currency !== asked.amount.currency)
    throw new GatewayRefusal("invalid_request", `The payment is in ${payment.currency}.`, {
      parameter: "amount.currency",
    });
  if (payment.refund_asked_minor + amountMinor > payment.amount_minor)
    throw new GatewayRefusal("invalid_request", "Refunds together may not exceed what was captured.", {
      parameter: "amount.value",
    });
  const now = gateway.clock.now();
  await reserveRefund(db, payment.id, amountMinor);
  const refund = await addRefund(db, {
    id: randomUUID(),
    payment_id: payment.id,
    amount_minor: amountMinor,
    description: asked.description,
    metadata: asked.metadata,
    created_at: now,
    decide_at: new Date(now.getTime() + REFUND_TAKES_MS),
  });
  return refundObject({ ...refund, currency: payment.currency });
}

/** Refuses `not_found`. */
export async function readRefund(gateway: Gateway, id: string): Promise<RefundObject> {
  const row = await findRefund(gateway.db, gateway.shop.id, id);
  if (!row) throw notFound("refund");
  return refundObject(row);
}

/** Ends the refunds whose moment has come, and writes down what the shop must be told. @returns how many. */
export async function decideRefunds(gateway: Gateway): Promise<number> {
  const now = gateway.clock.now();
  return gateway.db.transaction().execute(async (db) => {
    const rows = await lockUndecidedRefunds(db, now, BATCH);
    for (const row of rows) {
      await endRefund(db, row, now);
      await notify(gateway, db, "refund.succeeded", refundObject({ ...row, status: "succeeded" }));
    }
    return rows.length;
  });
}

function refundObject(row: RefundRow & { currency: string }): RefundObject {
  return {
    id: row.id,
    payment_id: row.payment_id,
    status: row.status,
    amount: { value: fromMinor(row.amount_minor, row.currency), currency: row.currency },
    description: row.description,
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    test: true,
  };
}

import { randomUUID } from "node:crypto";
import { fromMinor } from "./amounts.ts";
import type { Gateway, GatewayDb } from "./gateway.ts";
import { addNotifications } from "./notifications.ts";
import { validateAmount, createNotFound } from "./payments.ts";
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

const BATCH_SIZE = 50;
const REFUND_DELAY_MS = 400;

/**
 * Creates a full or partial refund. All refunds of a payment together never exceed the captured amount.
 * @throws refusal `not_found` or `invalid_request`.
 */
export async function createRefund(gateway: Gateway, db: GatewayDb, request: RefundRequest): Promise<RefundObject> {
  const amountMinor = validateAmount(request.amount);
  // The lock serializes refunds of one payment, so that each sees the amounts of the others.
  const payment = await lockPayment(db, gateway.shop.id, request.payment_id);
  if (!payment) throw createNotFound("payment");
  if (payment.status !== "succeeded")
    throw new GatewayRefusal("invalid_request", "Only a succeeded payment can be refunded.", {
      parameter: "payment_id",
    });
  if (payment.currency !== request.amount.currency)
    throw new GatewayRefusal("invalid_request", `The payment is in ${payment.currency}.`, {
      parameter: "amount.currency",
    });
  if (payment.refund_requested_minor + amountMinor > payment.amount_minor)
    throw new GatewayRefusal("invalid_request", "All refunds together must not exceed the captured amount.", {
      parameter: "amount.value",
    });
  const now = gateway.clock.now();
  await reserveRefund(db, payment.id, amountMinor);
  const refund = await addRefund(db, {
    id: randomUUID(),
    payment_id: payment.id,
    amount_minor: amountMinor,
    description: request.description,
    metadata: request.metadata,
    created_at: now,
    decide_at: new Date(now.getTime() + REFUND_DELAY_MS),
  });
  return serializeRefund({ ...refund, currency: payment.currency });
}

/**
 * Returns a refund.
 * @throws refusal `not_found`.
 */
export async function getRefund(gateway: Gateway, id: string): Promise<RefundObject> {
  const row = await findRefund(gateway.db, gateway.shop.id, id);
  if (!row) throw createNotFound("refund");
  return serializeRefund(row);
}

/**
 * Completes the refunds that are due and stores their notifications.
 * @returns the number of refunds.
 */
export async function decideRefunds(gateway: Gateway): Promise<number> {
  const now = gateway.clock.now();
  return gateway.db.transaction().execute(async (db) => {
    const rows = await lockUndecidedRefunds(db, now, BATCH_SIZE);
    for (const row of rows) {
      await endRefund(db, row, now);
      await addNotifications(gateway, db, "refund.succeeded", serializeRefund({ ...row, status: "succeeded" }));
    }
    return rows.length;
  });
}

function serializeRefund(row: RefundRow & { currency: string }): RefundObject {
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

import { type Selectable, sql } from "kysely";
import type { GatewayDb } from "./gateway.ts";
import type { CardColumns, GatewayTables, MethodColumns } from "./tables.ts";

export type PaymentRow = Selectable<GatewayTables["payments"]>;
export type RefundRow = Selectable<GatewayTables["refunds"]>;
export type NotificationRow = Selectable<GatewayTables["notifications"]>;

const cardColumns = ["brand", "first6", "last4", "expiry_month", "expiry_year", "behavior"] as const;

/** Stores the token of a card. Only a hash of the token is stored. */
export async function addToken(
  db: GatewayDb,
  token: CardColumns & { token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto("tokens").values(token).execute();
}

/** Marks a token as used. Returns undefined if it does not exist, was used before or has expired. */
export async function consumeToken(db: GatewayDb, tokenHash: Buffer, now: Date): Promise<CardColumns | undefined> {
  return db
    .updateTable("tokens")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(cardColumns)
    .executeTakeFirst();
}

/**
 * Records the single failure of a test card.
 * @returns false if it failed before or has no such behavior.
 */
export async function recordTokenFailure(db: GatewayDb, tokenHash: Buffer, behaviors: string[], now: Date) {
  const { numUpdatedRows } = await db
    .updateTable("tokens")
    .set({ failed_at: now })
    .where("token_hash", "=", tokenHash)
    .where("behavior", "in", behaviors)
    .where("failed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Claims an idempotency key for a request. Returns true if the key is new or its 24 hours have passed. Waits while
 * another transaction holds the key.
 */
export async function claimIdempotencyKey(
  db: GatewayDb,
  record: { shop_id: string; key: string; request_hash: Buffer; created_at: Date },
  expiredBefore: Date,
): Promise<boolean> {
  const row = await db
    .insertInto("idempotency_keys")
    .values(record)
    .onConflict((on) =>
      on
        .columns(["shop_id", "key"])
        .doUpdateSet({ request_hash: record.request_hash, response: null, created_at: record.created_at })
        .where("idempotency_keys.created_at", "<=", expiredBefore),
    )
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the stored response to the first request with an idempotency key, and the hash of that request.
 * @throws if there is no such key
 */
export async function getFirstResponse(db: GatewayDb, shopId: string, key: string) {
  return db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "response"])
    .where("shop_id", "=", shopId)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
}

/** Returns the id of the payment created with an idempotency key; undefined if there is none. */
export async function findPaymentIdByKey(db: GatewayDb, shopId: string, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("idempotency_keys")
    .innerJoin("payments", (join) => join.on(sql<boolean>`payments.id::text = idempotency_keys.response ->> 'id'`))
    .select("payments.id")
    .where("idempotency_keys.shop_id", "=", shopId)
    .where("idempotency_keys.key", "=", key)
    .executeTakeFirst();
  return row?.id;
}

/** Stores the response to the first request with an idempotency key. */
export async function storeResponse(db: GatewayDb, shopId: string, key: string, response: object): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ response: JSON.stringify(response) })
    .where("shop_id", "=", shopId)
    .where("key", "=", key)
    .execute();
}

/** Stores a new payment. */
export async function addPayment(
  db: GatewayDb,
  payment: MethodColumns &
    Pick<PaymentRow, "id" | "shop_id" | "amount_minor" | "currency" | "description" | "metadata" | "return_url"> &
    Pick<PaymentRow, "challenge" | "locale"> & {
      created_at: Date;
      decide_at: Date;
    },
): Promise<PaymentRow> {
  return db.insertInto("payments").values(payment).returningAll().executeTakeFirstOrThrow();
}

/** Returns a payment of the shop; undefined if there is none with this id. */
export async function findPayment(db: GatewayDb, shopId: string, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom("payments").selectAll().where("id", "=", id).where("shop_id", "=", shopId).executeTakeFirst();
}

/** Returns a payment like `findPayment`, and locks it until the end of the transaction. */
export async function lockPayment(db: GatewayDb, shopId: string, id: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom("payments")
    .selectAll()
    .where("id", "=", id)
    .where("shop_id", "=", shopId)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks payments that are due, oldest first, skipping those locked by other processes. */
export async function lockUndecidedPayments(db: GatewayDb, now: Date, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom("payments")
    .selectAll()
    .where("status", "=", "pending")
    .where("decide_at", "<=", now)
    .orderBy("decide_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Stores the result of a pending payment. @throws if it is not pending */
export async function endPayment(
  db: GatewayDb,
  id: string,
  result: { status: "succeeded" | "canceled"; cancel_party?: string; cancel_reason?: string; ended_at: Date },
): Promise<PaymentRow> {
  return db
    .updateTable("payments")
    .set(result)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores the shopper's answer from the hosted page. @throws if the payment was answered before */
export async function setChallengeAnswer(
  db: GatewayDb,
  id: string,
  challenge: "confirmed" | "refused",
): Promise<PaymentRow> {
  return db
    .updateTable("payments")
    .set({ challenge })
    .where("id", "=", id)
    .where("challenge", "=", "pending")
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Reserves an amount for a refund. A check constraint prevents more than the captured amount. */
export async function reserveRefund(db: GatewayDb, paymentId: string, amountMinor: number): Promise<void> {
  await db
    .updateTable("payments")
    .set({ refund_requested_minor: sql`refund_requested_minor + ${amountMinor}` })
    .where("id", "=", paymentId)
    .execute();
}

/** Stores a new refund. */
export async function addRefund(
  db: GatewayDb,
  refund: Pick<RefundRow, "id" | "payment_id" | "amount_minor" | "description" | "metadata"> & {
    created_at: Date;
    decide_at: Date;
  },
): Promise<RefundRow> {
  return db.insertInto("refunds").values(refund).returningAll().executeTakeFirstOrThrow();
}

/** Returns a refund with the currency of its payment. */
export async function findRefund(
  db: GatewayDb,
  shopId: string,
  id: string,
): Promise<(RefundRow & { currency: string }) | undefined> {
  return db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.payment_id")
    .selectAll("refunds")
    .select("payments.currency")
    .where("refunds.id", "=", id)
    .where("payments.shop_id", "=", shopId)
    .executeTakeFirst();
}

/** Locks refunds that are due, with currency and shop, skipping those locked by other processes. */
export async function lockUndecidedRefunds(
  db: GatewayDb,
  now: Date,
  limit: number,
): Promise<(RefundRow & { currency: string; shop_id: string })[]> {
  return db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.payment_id")
    .selectAll("refunds")
    .select(["payments.currency", "payments.shop_id"])
    .where("refunds.status", "=", "pending")
    .where("refunds.decide_at", "<=", now)
    .orderBy("refunds.decide_at")
    .limit(limit)
    .forUpdate("refunds")
    .skipLocked()
    .execute();
}

/** Marks a refund as succeeded and adds its amount to the refunded amount of the payment. */
export async function endRefund(db: GatewayDb, refund: RefundRow, now: Date): Promise<void> {
  await db.updateTable("refunds").set({ status: "succeeded", ended_at: now }).where("id", "=", refund.id).execute();
  await db
    .updateTable("payments")
    .set({ refunded_minor: sql`refunded_minor + ${refund.amount_minor}` })
    .where("id", "=", refund.payment_id)
    .execute();
}

/** Returns when the next pending payment or refund is due; null if there is none. */
export async function getNextDecisionTime(db: GatewayDb): Promise<Date | null> {
  const [payment, refund] = await Promise.all(
    (["payments", "refunds"] as const).map((table) =>
      db
        .selectFrom(table)
        .select("decide_at")
        .where("status", "=", "pending")
        .orderBy("decide_at")
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  const times = [payment, refund].flatMap((row) => (row ? [row.decide_at.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Stores a notification to be sent at `next_attempt_at`. */
export async function addNotification(
  db: GatewayDb,
  notification: Pick<NotificationRow, "id" | "shop_id" | "event_id" | "body"> & {
    created_at: Date;
    next_attempt_at: Date;
  },
): Promise<void> {
  await db.insertInto("notifications").values(notification).execute();
}

/**
 * Claims notifications that are due and schedules their next attempt after `delaysMs[attempts]` (null after the last one).
 * A process that crashes while sending loses nothing, and two processes never send the same attempt.
 */
export async function claimNotifications(
  db: GatewayDb,
  now: Date,
  limit: number,
  delaysMs: readonly number[],
): Promise<NotificationRow[]> {
  return db
    .with("due", (query) =>
      query
        .selectFrom("notifications")
        .select("id")
        .where("next_attempt_at", "<=", now)
        .orderBy("next_attempt_at")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("notifications")
    .set({
      attempts: sql`attempts + 1`,
      // An array index out of bounds yields null: no further attempt.
      next_attempt_at: sql`${now}::timestamptz + (${delaysMs}::float8[])[attempts + 1] * interval '1 millisecond'`,
    })
    .where("id", "in", (query) => query.selectFrom("due").select("id"))
    .returningAll()
    .execute();
}

/** Marks a notification as delivered: it is not sent again. */
export async function markNotificationDelivered(db: GatewayDb, id: string, now: Date): Promise<void> {
  await db
    .updateTable("notifications")
    .set({ next_attempt_at: null, delivered_at: now, last_error: null })
    .where("id", "=", id)
    .execute();
}

/** Stores the error of the last attempt to send a notification. */
export async function recordFailure(db: GatewayDb, id: string, error: string): Promise<void> {
  await db.updateTable("notifications").set({ last_error: error }).where("id", "=", id).execute();
}

/** Returns when the next notification is due; null if there is none. */
export async function getNextDeliveryTime(db: GatewayDb): Promise<Date | null> {
  const row = await db
    .selectFrom("notifications")
    .select("next_attempt_at")
    .where("next_attempt_at", "is not", null)
    .orderBy("next_attempt_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at ?? null;
}

/** Deletes expired tokens, and idempotency keys and delivered notifications older than the given times. */
export async function deleteExpired(
  db: GatewayDb,
  before: { tokensExpired: Date; keysCreated: Date; notificationsCreated: Date },
): Promise<void> {
  await db.deleteFrom("tokens").where("expires_at", "<", before.tokensExpired).execute();
  await db.deleteFrom("idempotency_keys").where("created_at", "<", before.keysCreated).execute();
  await db
    .deleteFrom("notifications")
    .where("created_at", "<", before.notificationsCreated)
    .where("next_attempt_at", "is", null)
    .execute();
}

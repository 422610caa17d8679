import { type Selectable, sql } from "kysely";
import type { GatewayDb } from "./gateway.ts";
import type { CardColumns, GatewayTables, MethodColumns } from "./tables.ts";

export type PaymentRow = Selectable<GatewayTables["payments"]>;
export type RefundRow = Selectable<GatewayTables["refunds"]>;
export type NotificationRow = Selectable<GatewayTables["notifications"]>;

const cardColumns = ["brand", "first6", "last4", "expiry_month", "expiry_year", "behaviour"] as const;

export async function addToken(
  db: GatewayDb,
  token: CardColumns & { token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto("tokens").values(token).execute();
}

/** Uses a token up. Undefined when there is none, it was used before, or its time is over. */
export async function takeToken(db: GatewayDb, tokenHash: Buffer, now: Date): Promise<CardColumns | undefined> {
  return db
    .updateTable("tokens")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(cardColumns)
    .executeTakeFirst();
}

/** Notes the one failure of a token's behaviour. @returns false when it has failed before, or there is none such. */
export async function noteTokenFailure(db: GatewayDb, tokenHash: Buffer, behaviours: string[], now: Date) {
  const { numUpdatedRows } = await db
    .updateTable("tokens")
    .set({ failed_at: now })
    .where("token_hash", "=", tokenHash)
    .where("behaviour", "in", behaviours)
    .where("failed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Takes an idempotence key for a request. True when it is fresh or its 24 hours are over;
 * while another request with it is under way, this one waits for its end.
 */
export async function takeKey(
  db: GatewayDb,
  taken: { shop_id: string; key: string; request_hash: Buffer; created_at: Date },
  forgottenBefore: Date,
): Promise<boolean> {
  const row = await db
    .insertInto("idempotence_keys")
    .values(taken)
    .onConflict((on) =>
      on
        .columns(["shop_id", "key"])
        .doUpdateSet({ request_hash: taken.request_hash, answer: null, created_at: taken.created_at })
        .where("idempotence_keys.created_at", "<=", forgottenBefore),
    )
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

export async function firstAnswer(db: GatewayDb, shopId: string, key: string) {
  return db
    .selectFrom("idempotence_keys")
    .select(["request_hash", "answer"])
    .where("shop_id", "=", shopId)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
}

/** The payment that was made under a key; undefined where none was. */
export async function paymentOfKey(db: GatewayDb, shopId: string, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("idempotence_keys")
    .innerJoin("payments", (join) => join.on(sql<boolean>`payments.id::text = idempotence_keys.answer ->> 'id'`))
    .select("payments.id")
    .where("idempotence_keys.shop_id", "=", shopId)
    .where("idempotence_keys.key", "=", key)
    .executeTakeFirst();
  return row?.id;
}

export async function keepAnswer(db: GatewayDb, shopId: string, key: string, answer: object): Promise<void> {
  await db
    .updateTable("idempotence_keys")
    .set({ answer: JSON.stringify(answer) })
    .where("shop_id", "=", shopId)
    .where("key", "=", key)
    .execute();
}

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

export async function findPayment(db: GatewayDb, shopId: string, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom("payments").selectAll().where("id", "=", id).where("shop_id", "=", shopId).executeTakeFirst();
}

/** The payment, held until the transaction ends. */
export async function lockPayment(db: GatewayDb, shopId: string, id: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom("payments")
    .selectAll()
    .where("id", "=", id)
    .where("shop_id", "=", shopId)
    .forUpdate()
    .executeTakeFirst();
}

/** Payments whose moment has come, oldest first; those that another process holds are left to it. */
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

export async function endPayment(
  db: GatewayDb,
  id: string,
  end: { status: "succeeded" | "canceled"; cancel_party?: string; cancel_reason?: string; ended_at: Date },
): Promise<PaymentRow> {
  return db
    .updateTable("payments")
    .set(end)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps what the shopper answered on the hosted page. */
export async function answerChallenge(
  db: GatewayDb,
  id: string,
  challenge: "confirmed" | "refused",
): Promise<PaymentRow> {
  return db
    .updateTable("payments")
    .set({ challenge })
    .where("id", "=", id)
    .where("challenge", "=", "asked")
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets money aside for a refund. The table itself refuses more than was captured. */
export async function reserveRefund(db: GatewayDb, paymentId: string, amountMinor: number): Promise<void> {
  await db
    .updateTable("payments")
    .set({ refund_asked_minor: sql`refund_asked_minor + ${amountMinor}` })
    .where("id", "=", paymentId)
    .execute();
}

export async function addRefund(
  db: GatewayDb,
  refund: Pick<RefundRow, "id" | "payment_id" | "amount_minor" | "description" | "metadata"> & {
    created_at: Date;
    decide_at: Date;
  },
): Promise<RefundRow> {
  return db.insertInto("refunds").values(refund).returningAll().executeTakeFirstOrThrow();
}

/** A refund with the currency of its payment. */
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

/** Refunds whose moment has come, with currency and shop; those that another process holds are left to it. */
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

export async function endRefund(db: GatewayDb, refund: RefundRow, now: Date): Promise<void> {
  await db.updateTable("refunds").set({ status: "succeeded", ended_at: now }).where("id", "=", refund.id).execute();
  await db
    .updateTable("payments")
    .set({ refunded_minor: sql`refunded_minor + ${refund.amount_minor}` })
    .where("id", "=", refund.payment_id)
    .execute();
}

/** The moment at which the next pending payment or refund is decided. */
export async function nextDecision(db: GatewayDb): Promise<Date | null> {
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
  const moments = [payment, refund].flatMap((row) => (row ? [row.decide_at.getTime()] : []));
  return moments.length > 0 ? new Date(Math.min(...moments)) : null;
}

export async function addNotification(
  db: GatewayDb,
  notification: Pick<NotificationRow, "id" | "shop_id" | "event_id" | "body"> & { created_at: Date; next_try_at: Date },
): Promise<void> {
  await db.insertInto("notifications").values(notification).execute();
}

/**
 * Takes notifications that are due and puts off their next try by `gapsMs[tries]` (none left: given up), so a process
 * that dies while it sends loses nothing, and two processes never send the same try.
 */
export async function claimNotifications(
  db: GatewayDb,
  now: Date,
  limit: number,
  gapsMs: readonly number[],
): Promise<NotificationRow[]> {
  return db
    .with("due", (query) =>
      query
        .selectFrom("notifications")
        .select("id")
        .where("next_try_at", "<=", now)
        .orderBy("next_try_at")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("notifications")
    .set({
      tries: sql`tries + 1`,
      // An array read past its end is null: no further try.
      next_try_at: sql`${now}::timestamptz + (${gapsMs}::float8[])[tries + 1] * interval '1 millisecond'`,
    })
    .where("id", "in", (query) => query.selectFrom("due").select("id"))
    .returningAll()
    .execute();
}

export async function endNotification(db: GatewayDb, id: string, now: Date): Promise<void> {
  await db
    .updateTable("notifications")
    .set({ next_try_at: null, delivered_at: now, last_error: null })
    .where("id", "=", id)
    .execute();
}

export async function noteFailure(db: GatewayDb, id: string, error: string): Promise<void> {
  await db.updateTable("notifications").set({ last_error: error }).where("id", "=", id).execute();
}

export async function nextDelivery(db: GatewayDb): Promise<Date | null> {
  const row = await db
    .selectFrom("notifications")
    .select("next_try_at")
    .where("next_try_at", "is not", null)
    .orderBy("next_try_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_try_at ?? null;
}

/** Forgets what has served: tokens past their time, keys and told notifications older than they are kept. */
export async function sweep(
  db: GatewayDb,
  before: { tokensEnded: Date; keysMade: Date; notificationsMade: Date },
): Promise<void> {
  await db.deleteFrom("tokens").where("expires_at", "<", before.tokensEnded).execute();
  await db.deleteFrom("idempotence_keys").where("created_at", "<", before.keysMade).execute();
  await db
    .deleteFrom("notifications")
    .where("created_at", "<", before.notificationsMade)
    .where("next_try_at", "is", null)
    .execute();
}

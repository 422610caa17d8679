import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import type { Known } from "./settlement.ts";

type Attempt = Known["attempt"];

/** The attempt that is under way or has succeeded. */
export async function liveAttemptOf(db: Db, paymentId: string) {
  return db
    .selectFrom("payment_attempts")
    .select(["id", "status", "provider_ref", "created_at"])
    .where("payment_id", "=", paymentId)
    .where("status", "in", ["pending", "challenge", "succeeded"])
    .executeTakeFirst();
}

/** An attempt with what the provider must be told of it. */
export async function attemptToSend(db: Db, id: string) {
  const row = await db
    .selectFrom("payment_attempts as a")
    .innerJoin("payments as p", "p.id", "a.payment_id")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .innerJoin("currencies as c", "c.code", "p.currency")
    .select([
      "a.id",
      "a.status",
      "a.provider_ref",
      "a.decline_reason",
      "p.provider",
      "p.method",
      "p.expires_at",
      "a.created_at",
    ])
    .select(["p.id as payment_id", "p.order_id", "p.amount_minor", "p.currency", "c.minor_digits", "o.locale"])
    .where("a.id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...row, locale: row.locale as Locale };
}
export type AttemptToSend = Awaited<ReturnType<typeof attemptToSend>>;

export async function addAttempt(tx: Tx, attempt: { id: string; payment_id: string; created_at: Date }): Promise<void> {
  await tx.insertInto("payment_attempts").values(attempt).execute();
}

/** Keeps what the provider calls an attempt, and the page on which it waits for the shopper. */
export async function linkAttempt(db: Db, id: string, told: { ref: string; actionUrl: string | null }): Promise<void> {
  await db
    .updateTable("payment_attempts")
    .set({
      provider_ref: told.ref,
      ...(told.actionUrl === null
        ? {}
        : {
            action_url: told.actionUrl,
            status: sql<string>`case when status = 'pending' then 'challenge' else status end`,
          }),
    })
    .where("id", "=", id)
    .where("provider_ref", "is", null)
    .execute();
}

/** The attempt that a provider's payment belongs to: by the provider's reference, or by our id where it has none yet. */
export async function findAttempt(db: Db, provider: string, told: { ref: string; attemptId: string }) {
  return db
    .selectFrom("payment_attempts as a")
    .innerJoin("payments as p", "p.id", "a.payment_id")
    .innerJoin("currencies as c", "c.code", "p.currency")
    .select(["a.id", "a.payment_id", "p.order_id", "c.minor_digits"])
    .where("p.provider", "=", provider)
    .where((where) =>
      where.or([
        where("a.provider_ref", "=", told.ref),
        where.and([where("a.id", "=", told.attemptId), where("a.provider_ref", "is", null)]),
      ]),
    )
    .executeTakeFirst();
}

/** The state of an attempt, held until the transaction ends. */
export async function lockAttempt(tx: Tx, id: string): Promise<Attempt> {
  const row = await tx
    .selectFrom("payment_attempts")
    .select(["id", "status"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { id: row.id, status: row.status as Attempt["status"] };
}

/** Ends an attempt that is under way. @returns false when it had ended before. */
export async function endAttempt(
  db: Db,
  id: string,
  end: { status: "succeeded" | "failed"; decline_reason?: string; ended_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payment_attempts")
    .set(end)
    .where("id", "=", id)
    .where("status", "in", ["pending", "challenge"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that an attempt has taken the money, also one that the shop had given up. */
export async function recordSuccess(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable("payment_attempts")
    .set({ status: "succeeded", ended_at: now })
    .where("id", "=", id)
    .where("status", "<>", "succeeded")
    .execute();
}

/** Ends an attempt that the provider refused to take. One that it has taken meanwhile, by a repeated call, stays. */
export async function dropAttempt(db: Db, id: string, reason: string, now: Date): Promise<void> {
  await db
    .updateTable("payment_attempts")
    .set({ status: "failed", decline_reason: reason, ended_at: now })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("provider_ref", "is", null)
    .execute();
}

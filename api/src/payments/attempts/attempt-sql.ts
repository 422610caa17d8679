import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { SettlementContext } from "./settlement.ts";

type Attempt = SettlementContext["attempt"];

/** Finds the attempt that is in progress or has succeeded. */
export async function findLiveAttempt(db: Db, paymentId: string) {
  return db
    .selectFrom("payment_attempts")
    .select(["id", "status", "provider_ref", "created_at"])
    .where("payment_id", "=", paymentId)
    .where("status", "in", ["pending", "challenge", "succeeded"])
    .executeTakeFirst();
}

/** Loads an attempt with everything the provider needs to know about it. */
export async function getAttemptToSend(db: Db, id: string) {
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
    .select(sql<string | null>`case p.purpose when 'order_edit' then p.id end`.as("edit_payment_id"))
    .where("a.id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...row, locale: row.locale as Locale };
}
export type AttemptToSend = Awaited<ReturnType<typeof getAttemptToSend>>;

/** Inserts a pending attempt. A unique index prevents a second live attempt of the payment. */
export async function addAttempt(tx: Tx, attempt: { id: string; payment_id: string; created_at: Date }): Promise<void> {
  await tx.insertInto("payment_attempts").values(attempt).execute();
}

/** Stores the provider's reference of an attempt and, if the shopper must act, the URL of the page where they do. */
export async function linkAttempt(
  db: Db,
  id: string,
  providerPayment: { ref: string; actionUrl: string | null },
): Promise<void> {
  await db
    .updateTable("payment_attempts")
    .set({
      provider_ref: providerPayment.ref,
      ...(providerPayment.actionUrl === null
        ? {}
        : {
            action_url: providerPayment.actionUrl,
            status: sql<string>`case when status = 'pending' then 'challenge' else status end`,
          }),
    })
    .where("id", "=", id)
    .where("provider_ref", "is", null)
    .execute();
}

/**
 * Finds the attempt of a provider's payment: by the provider's reference, or by our attempt id if no reference is
 * stored yet.
 */
export async function findAttempt(db: Db, provider: string, providerPayment: { ref: string; attemptId: string }) {
  return db
    .selectFrom("payment_attempts as a")
    .innerJoin("payments as p", "p.id", "a.payment_id")
    .innerJoin("currencies as c", "c.code", "p.currency")
    .select(["a.id", "a.payment_id", "p.order_id", "c.minor_digits"])
    .where("p.provider", "=", provider)
    .where((where) =>
      where.or([
        where("a.provider_ref", "=", providerPayment.ref),
        where.and([where("a.id", "=", providerPayment.attemptId), where("a.provider_ref", "is", null)]),
      ]),
    )
    .executeTakeFirst();
}

/** Locks an attempt until the end of the transaction and returns its status. */
export async function lockAttempt(tx: Tx, id: string): Promise<Attempt> {
  const row = await tx
    .selectFrom("payment_attempts")
    .select(["id", "status"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { id: row.id, status: row.status as Attempt["status"] };
}

/**
 * Ends an attempt that is in progress.
 * @returns false if it had already ended.
 */
export async function endAttempt(
  db: Db,
  id: string,
  result: { status: "succeeded" | "failed"; decline_reason?: string; ended_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payment_attempts")
    .set(result)
    .where("id", "=", id)
    .where("status", "in", ["pending", "challenge"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks an attempt as succeeded, even if the shop had already given it up. */
export async function markAttemptSucceeded(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable("payment_attempts")
    .set({ status: "succeeded", ended_at: now })
    .where("id", "=", id)
    .where("status", "<>", "succeeded")
    .execute();
}

/**
 * Fails an attempt that the provider rejected. Does nothing if a repeated call has reached the provider in the
 * meantime.
 */
export async function failUnsentAttempt(db: Db, id: string, reason: string, now: Date): Promise<void> {
  await db
    .updateTable("payment_attempts")
    .set({ status: "failed", decline_reason: reason, ended_at: now })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("provider_ref", "is", null)
    .execute();
}

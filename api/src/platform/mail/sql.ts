import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import type { Locale } from "../i18n/locale.ts";

/** An email that will be rendered and sent. */
export type QueuedEmail = {
  recipient: string;
  locale: Locale;
  template: string;
  params?: Record<string, unknown>;
  /** An email with the same key is sent only once, however often it is enqueued. */
  dedupKey: string;
};

/**
 * Inserts an email.
 * @returns its id, or null if its `dedupKey` exists already
 */
export async function insertEmail(db: Db, email: QueuedEmail): Promise<number | null> {
  const row = await db
    .insertInto("emails")
    .values({
      recipient: email.recipient,
      locale: email.locale,
      template: email.template,
      params: JSON.stringify(email.params ?? {}),
      dedup_key: email.dedupKey,
    })
    .onConflict((on) => on.column("dedup_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Deletes an email that was not sent. The job that would send it then does nothing. */
export async function deleteUnsentEmail(db: Tx, dedupKey: string): Promise<void> {
  await db.deleteFrom("emails").where("dedup_key", "=", dedupKey).where("sent_at", "is", null).execute();
}

/** Returns whether there is an email with a `dedupKey`, sent or not. */
export async function emailExists(db: Db, dedupKey: string): Promise<boolean> {
  const row = await db.selectFrom("emails").select("id").where("dedup_key", "=", dedupKey).executeTakeFirst();
  return row !== undefined;
}

/** Returns an unsent email; null if it was sent or does not exist. */
export async function findUnsentEmail(db: Db, id: number) {
  const row = await db
    .selectFrom("emails")
    .select(["recipient", "locale", "template", "params", "dedup_key"])
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    recipient: row.recipient,
    locale: row.locale as Locale,
    template: row.template,
    params: row.params as Record<string, unknown>,
    dedupKey: row.dedup_key,
  };
}

/**
 * Locks an unsent email for the transaction.
 * @returns false if it was sent, or another worker has locked it
 */
export async function lockUnsentEmail(db: Tx, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("emails")
    .select("id")
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Marks an email as sent.
 * @param shouldEraseRecipient true to erase the recipient and parameters
 */
export async function markEmailSent(db: Tx, id: number, sentAt: Date, shouldEraseRecipient = false): Promise<void> {
  await db
    .updateTable("emails")
    .set((eb) => ({
      sent_at: sentAt,
      attempts: eb("attempts", "+", 1),
      last_error: null,
      ...(shouldEraseRecipient ? { recipient: "", params: "{}" } : {}),
    }))
    .where("id", "=", id)
    .execute();
}

export async function recordEmailFailure(db: Db, id: number, errorMessage: string): Promise<void> {
  await db
    .updateTable("emails")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), last_error: errorMessage }))
    .where("id", "=", id)
    .execute();
}

/**
 * Erases recipient and parameters of emails that were sent before a time; their keys are kept.
 * @returns the number of erased emails, at most `limit`
 */
export async function eraseSentEmails(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update emails set recipient = '', params = '{}' where id in (
      select id from emails where sent_at < ${before} and recipient <> '' limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** True if no job is left that would send the email: it failed for the last time, or expired. */
const hasFailed = sql<boolean>`not exists (
  select from pgboss.job where name = 'email.send' and state in ('created', 'retry', 'active')
    and (data ->> 'emailId')::bigint = emails.id)`;

/** Lists unsent emails, the oldest first. */
export async function listUnsentEmails(db: Db, { onlyFailed, limit }: { onlyFailed: boolean; limit: number }) {
  return db
    .selectFrom("emails")
    .select(["id", "recipient", "template", "attempts", "queued_at as queuedAt", "last_error as lastError"])
    .select(hasFailed.as("hasFailed"))
    .where("sent_at", "is", null)
    .$if(onlyFailed, (query) => query.where(hasFailed))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Counts the emails that are not sent: those that will be, and those that were given up; at most `limit` of both. */
export async function countUnsentEmails(db: Db, limit: number): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where not has_failed) as waiting, count(*) filter (where has_failed) as failed
    from (select ${hasFailed} as has_failed from emails where sent_at is null limit ${limit}) unsent`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0 };
}

export async function isUnsentEmail(db: Db, id: number): Promise<boolean> {
  return (await findUnsentEmail(db, id)) !== null;
}

/**
 * Locks emails without a job that would send them, so that two operators do not retry the same one.
 * @param id an email, or null for all
 * @returns the ids
 */
export async function lockFailedEmailIds(db: Tx, id: number | null): Promise<number[]> {
  const failed = db.selectFrom("emails").select("id").where("sent_at", "is", null).where(hasFailed).orderBy("id");
  const locked = await failed
    .$if(id !== null, (query) => query.where("id", "=", id ?? 0))
    .forUpdate()
    .execute();
  if (locked.length === 0) return [];
  // A transaction that held the lock may have retried some, which the statement that waited for the lock did not see.
  const ids = locked.map((row) => row.id);
  return (await failed.where("id", "in", ids).execute()).map((row) => row.id);
}

import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";
import type { Locale } from "./locale.ts";

/** A letter that waits to be written and sent. */
export type QueuedMail = {
  recipient: string;
  locale: Locale;
  template: string;
  params?: Record<string, unknown>;
  /** The same key is sent once, however often it is queued. */
  dedupKey: string;
};

/** @returns the row's id, or null where this letter was queued before. */
export async function queueMailRow(db: Db, mail: QueuedMail): Promise<number | null> {
  const row = await db
    .insertInto("mails")
    .values({
      recipient: mail.recipient,
      locale: mail.locale,
      template: mail.template,
      params: JSON.stringify(mail.params ?? {}),
      dedup_key: mail.dedupKey,
    })
    .onConflict((on) => on.column("dedup_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The letter, null where it is sent. */
export async function findUnsentMail(db: Db, id: number) {
  const row = await db
    .selectFrom("mails")
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

/** Holds the letter for this transaction. @returns false where it is sent, or another worker is at it. */
export async function lockUnsentMail(db: Tx, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("mails")
    .select("id")
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/** @param isForgotten to whom it went is nobody's business any more. */
export async function noteSentMail(db: Tx, id: number, at: Date, isForgotten = false): Promise<void> {
  await db
    .updateTable("mails")
    .set((is) => ({
      sent_at: at,
      attempts: is("attempts", "+", 1),
      last_error: null,
      ...(isForgotten ? { recipient: "", params: "{}" } : {}),
    }))
    .where("id", "=", id)
    .execute();
}

export async function noteFailedMail(db: Db, id: number, complaint: string): Promise<void> {
  await db
    .updateTable("mails")
    .set((is) => ({ attempts: is("attempts", "+", 1), last_error: complaint }))
    .where("id", "=", id)
    .execute();
}

/** Forgets recipient and content of letters that were sent before `at`; their keys stay. @returns how many. */
export async function forgetSentMails(db: Db, at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("mails")
    .set({ recipient: "", params: "{}" })
    .where("sent_at", "<", at)
    .where("recipient", "<>", "")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** No job is left that would send it: it failed for the last time, or lay about for too long. */
const isDead = sql<boolean>`not exists (
  select from pgboss.job where name = 'mail.send' and state in ('created', 'retry', 'active')
    and (data ->> 'mailId')::bigint = mails.id)`;

/** Letters that are not sent, the oldest first. */
export async function waitingMails(db: Db, { onlyDead, limit }: { onlyDead: boolean; limit: number }) {
  return db
    .selectFrom("mails")
    .select(["id", "recipient", "template", "attempts", "queued_at as queuedAt", "last_error as lastError"])
    .select(isDead.as("isDead"))
    .where("sent_at", "is", null)
    .$if(onlyDead, (query) => query.where(isDead))
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function isUnsentMail(db: Db, id: number): Promise<boolean> {
  return (await findUnsentMail(db, id)) !== null;
}

/** Locks the letters that were given up, so that two operators do not revive them both. @param id one of them, or null for all. */
export async function deadMailIds(db: Tx, id: number | null): Promise<number[]> {
  const dead = db.selectFrom("mails").select("id").where("sent_at", "is", null).where(isDead).orderBy("id");
  const locked = await dead
    .$if(id !== null, (query) => query.where("id", "=", id ?? 0))
    .forUpdate()
    .execute();
  if (locked.length === 0) return [];
  // Whoever was waited for may have revived some, which the statement that waited did not see.
  const ids = locked.map((row) => row.id);
  return (await dead.where("id", "in", ids).execute()).map((row) => row.id);
}

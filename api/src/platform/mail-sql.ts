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

export async function noteSentMail(db: Tx, id: number, at: Date): Promise<void> {
  await db
    .updateTable("mails")
    .set((is) => ({ sent_at: at, attempts: is("attempts", "+", 1), last_error: null }))
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

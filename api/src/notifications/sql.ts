import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import { newsOf, tellNews } from "../platform/news.ts";

export type NotificationRow = {
  id: number;
  title: string;
  message_html: string;
  actions: { name: string; href: string }[];
  created_at: Date;
  read_at: Date | null;
};

/** What a customer has not hidden, the newest first. */
export async function openNotifications(db: Db, customerId: number, limit: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select id, title, message_html, actions, created_at, read_at from notifications
    where customer_id = ${customerId} and hidden_at is null
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Hides one, and keeps the time of the first hiding. @returns false where the customer has no such notification. */
export async function hideNotification(db: Db, customerId: number, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set((row) => ({ hidden_at: row.fn.coalesce("hidden_at", row.val(at)) }))
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await tellNews(db, `customer:${customerId}`);
  return numUpdatedRows > 0n;
}

/** How many of those that are open were not read yet. */
export async function countUnread(db: Db, customerId: number): Promise<number> {
  const { count } = await db
    .selectFrom("notifications")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("customer_id", "=", customerId)
    .where("hidden_at", "is", null)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Notes that everything up to an id was read. */
export async function markRead(db: Db, customerId: number, upTo: number, at: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ read_at: at })
    .where("customer_id", "=", customerId)
    .where("id", "<=", upTo)
    .where("read_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await tellNews(db, `customer:${customerId}`);
}

export type NewNotification = {
  customerId: number;
  kind: string;
  title: string;
  messageHtml: string;
  actions: { name: string; href: string }[];
  dedupKey: string;
};

/** Adds a notification, unless the customer had one of this key before, hidden or not. */
export async function insertNotification(db: Tx, one: NewNotification): Promise<void> {
  await db
    .insertInto("notifications")
    .values({
      customer_id: one.customerId,
      kind: one.kind,
      title: one.title,
      message_html: one.messageHtml,
      actions: JSON.stringify(one.actions),
      dedup_key: one.dedupKey,
    })
    .onConflict((on) => on.columns(["customer_id", "dedup_key"]).doNothing())
    .returning(newsOf(sql<string>`'customer:' || customer_id`).as("told"))
    .executeTakeFirst();
}

/** Deletes notifications from before a moment, read or not. @returns how many. */
export async function deleteOldNotifications(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { publishExpression, publish } from "../platform/db/pub-sub.ts";

export type NotificationRow = {
  id: number;
  kind: string;
  title: string;
  message_html: string;
  actions: { name: string; href: string }[];
  created_at: Date;
  read_at: Date | null;
};

/** Returns the customer's notifications that are not hidden, newest first. */
export async function listVisibleNotifications(db: Db, customerId: number, limit: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select id, kind, title, message_html, actions, created_at, read_at from notifications
    where customer_id = ${customerId} and hidden_at is null
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Hides a notification and keeps the time when it was first hidden.
 * @returns false if the customer has no such
 * notification
 */
export async function hideNotification(db: Db, customerId: number, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set((eb) => ({ hidden_at: eb.fn.coalesce("hidden_at", eb.val(now)) }))
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await publish(db, `customer:${customerId}`);
  return numUpdatedRows > 0n;
}

/** Returns how many notifications are neither hidden nor read. */
export async function countUnread(db: Db, customerId: number): Promise<number> {
  const { count } = await db
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("customer_id", "=", customerId)
    .where("hidden_at", "is", null)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks everything up to an id as read. */
export async function markRead(db: Db, customerId: number, upTo: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ read_at: now })
    .where("customer_id", "=", customerId)
    .where("id", "<=", upTo)
    .where("read_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await publish(db, `customer:${customerId}`);
}

export type NewNotification = {
  customerId: number;
  kind: string;
  title: string;
  messageHtml: string;
  actions: { name: string; href: string }[];
  dedupKey: string;
};

/**
 * Adds a notification, unless the customer already had one with this key, hidden or not.
 * @returns the id of the new row, and whether the customer has a browser to push it to; undefined if there was one
 */
export async function insertNotification(
  db: Tx,
  notification: NewNotification,
): Promise<{ id: number; hasBrowser: boolean } | undefined> {
  return db
    .insertInto("notifications")
    .values({
      customer_id: notification.customerId,
      kind: notification.kind,
      title: notification.title,
      message_html: notification.messageHtml,
      actions: JSON.stringify(notification.actions),
      dedup_key: notification.dedupKey,
    })
    .onConflict((on) => on.columns(["customer_id", "dedup_key"]).doNothing())
    .returning((eb) => [
      "id",
      sql<boolean>`exists (select from push_subscriptions s where s.customer_id = ${eb.ref("notifications.customer_id")})`.as(
        "hasBrowser",
      ),
      publishExpression(sql<string>`'customer:' || customer_id`).as("published"),
    ])
    .executeTakeFirst();
}

/** Deletes a notification by its key. */
export async function deleteNotification(db: Tx, customerId: number, dedupKey: string): Promise<void> {
  await db
    .deleteFrom("notifications")
    .where("customer_id", "=", customerId)
    .where("dedup_key", "=", dedupKey)
    .returning(publishExpression(sql<string>`'customer:' || customer_id`).as("published"))
    .execute();
}

/**
 * Deletes notifications created before a moment, read or not.
 * @returns how many
 */
export async function deleteOldNotifications(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

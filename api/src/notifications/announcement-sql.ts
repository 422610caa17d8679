import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { publishExpression } from "../platform/db/pub-sub.ts";

const publishToCustomer = publishExpression(sql<string>`'customer:' || customer_id`);

/**
 * @param announcement.customerId null for every customer.
 * @returns the id of the new row
 */
export async function insertAnnouncement(
  db: Tx,
  announcement: { title: string; messageHtml: string; customerId: number | null },
): Promise<number> {
  const { id } = await db
    .insertInto("announcements")
    .values({
      title: announcement.title,
      message_html: announcement.messageHtml,
      customer_id: announcement.customerId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Locks an announcement until the transaction ends.
 * @returns undefined if there is none
 */
export async function lockAnnouncement(
  db: Tx,
  id: number,
): Promise<{ id: number; isSent: boolean; isWithdrawn: boolean } | undefined> {
  const row = await db
    .selectFrom("announcements")
    .select(["id", "sent_at", "withdrawn_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && { id: row.id, isSent: row.sent_at !== null, isWithdrawn: row.withdrawn_at !== null };
}

/**
 * Creates the notifications of a locked announcement for the next batch of customers by id. Customers who registered
 * after the announcement was created are left out.
 * @returns how many customers the batch contained.
 */
export async function sendNextBatch(db: Tx, id: number, size: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with announcement as (select * from announcements where id = ${id}),
    batch as (
      select c.id from customers c, announcement a
      where c.id > a.last_customer_id and c.id = coalesce(a.customer_id, c.id)
        and c.deleted_at is null and c.created_at <= a.created_at
      order by c.id limit ${size}
    ),
    inserted as (
      insert into notifications (customer_id, kind, title, message_html, dedup_key, announcement_id)
      select batch.id, 'announcement', a.title, a.message_html, 'announcement:' || a.id, a.id from batch, announcement a
      on conflict (customer_id, dedup_key) do nothing
      returning ${publishToCustomer}
    ),
    totals as (select count(*) as count, max(id) as last_id from batch),
    updated as (
      update announcements set sent_count = sent_count + (select count(*) from inserted),
        last_customer_id = coalesce(totals.last_id, last_customer_id)
      from totals where announcements.id = ${id}
    )
    select count from totals`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Deletes the next batch of an announcement's notifications.
 * @returns how many
 */
export async function deleteNextBatch(db: Tx, id: number, size: number): Promise<number> {
  const { rows } = await sql`
    delete from notifications
    where id in (select id from notifications where announcement_id = ${id} order by id limit ${size})
    returning ${publishToCustomer}`.execute(db);
  return rows.length;
}

export async function markSent(db: Tx, id: number, now: Date): Promise<void> {
  await db.updateTable("announcements").set({ sent_at: now }).where("id", "=", id).execute();
}

export async function markWithdrawn(db: Tx, id: number, now: Date): Promise<void> {
  await db.updateTable("announcements").set({ withdrawn_at: now }).where("id", "=", id).execute();
}

/** Returns how many customers an announcement to everyone reaches. */
export async function countCustomers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("customers")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the id of the customer with this email, or undefined. */
export async function findCustomerIdByEmail(db: Db, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("customers")
    .select("id")
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the newest announcements; `email` is set if one was for a single customer. */
export async function listNewestAnnouncements(db: Db, limit: number) {
  return db
    .selectFrom("announcements as a")
    .leftJoin("customers as c", "c.id", "a.customer_id")
    .select(["a.id", "a.title", "c.email", "a.created_at", "a.sent_count", "a.sent_at", "a.withdrawn_at"])
    .orderBy("a.id", "desc")
    .limit(limit)
    .execute();
}

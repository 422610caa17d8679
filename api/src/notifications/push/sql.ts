import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { PushSubscriptionRequest } from "./schema.ts";

/** Returns the subscriptions of a customer, newest first. */
export async function listSubscriptions(db: Db, customerId: number) {
  return db
    .selectFrom("push_subscriptions")
    .select(["id", "endpoint", "device", "created_at"])
    .where("customer_id", "=", customerId)
    .orderBy("id", "desc")
    .execute();
}

/**
 * Adds a subscription. If the browser was another customer's, it becomes this one's. Only the newest `max` of the
 * customer are kept; concurrent calls for a customer wait for each other.
 */
export async function upsertSubscription(
  tx: Tx,
  customerId: number,
  { endpoint, keys, device }: PushSubscriptionRequest & { device: string },
  { max, now }: { max: number; now: Date },
): Promise<void> {
  await sql`select from customers where id = ${customerId} for no key update`.execute(tx);
  const row = { customer_id: customerId, endpoint, p256dh: keys.p256dh, auth: keys.auth, device, created_at: now };
  await tx
    .insertInto("push_subscriptions")
    .values(row)
    .onConflict((on) => on.column("endpoint").doUpdateSet(row))
    .execute();
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where customer_id = ${customerId}
      order by created_at desc, id desc offset ${max})`.execute(tx);
}

/** @returns false if the customer has no such subscription */
export async function deleteSubscription(db: Db, customerId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("push_subscriptions")
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes a subscription that its push service no longer knows, unless the browser has renewed it meanwhile. */
export async function deleteExpiredSubscription(db: Db, { id, auth }: { id: number; auth: string }): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("id", "=", id).where("auth", "=", auth).execute();
}

/** Returns a notification, if it is still unread, with the ids of its customer's subscriptions. */
export async function findUnreadNotification(db: Db, id: number) {
  const { rows } = await sql<{ customer_id: number; kind: string; created_at: Date; subscription_ids: number[] }>`
    select n.customer_id, n.kind, n.created_at,
      (select coalesce(json_agg(s.id order by s.id), '[]') from push_subscriptions s
        where s.customer_id = n.customer_id) as subscription_ids
    from notifications n where n.id = ${id} and n.read_at is null and n.hidden_at is null`.execute(db);
  return rows[0];
}

export type Delivery = {
  title: string;
  message_html: string;
  actions: { name: string; href: string }[];
  kind: string;
  customer_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
};

/** Returns what is sent to one subscription; undefined if the notification was read, or is no longer for this browser. */
export async function findDelivery(
  db: Db,
  { notificationId, subscriptionId }: { notificationId: number; subscriptionId: number },
): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select n.title, n.message_html, n.actions, n.kind, n.customer_id, s.endpoint, s.p256dh, s.auth
    from notifications n join push_subscriptions s on s.customer_id = n.customer_id
    where n.id = ${notificationId} and s.id = ${subscriptionId} and n.read_at is null and n.hidden_at is null`.execute(
    db,
  );
  return rows[0];
}

export async function findPushKeys(db: Db) {
  return db.selectFrom("push_keys").select(["public_key", "encrypted_private_key"]).executeTakeFirst();
}

/** Stores the key pair, unless another process has stored one. */
export async function insertPushKeys(
  db: Db,
  keys: { public_key: string; encrypted_private_key: Buffer; created_at: Date },
): Promise<void> {
  await db
    .insertInto("push_keys")
    .values(keys)
    .onConflict((on) => on.column("is_only").doNothing())
    .execute();
}

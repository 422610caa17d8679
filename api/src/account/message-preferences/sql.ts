import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { MessageChannel, MessageKind } from "./schema.ts";

/** Returns what a customer has switched on or off. */
export async function listStoredPreferences(db: Db, customerId: number) {
  return db
    .selectFrom("message_preferences")
    .select(["kind", "channel", "is_enabled"])
    .where("customer_id", "=", customerId)
    .execute();
}

export async function upsertPreference(
  db: Tx,
  customerId: number,
  { kind, channel, is_enabled }: { kind: MessageKind; channel: MessageChannel; is_enabled: boolean },
  now: Date,
): Promise<void> {
  await db
    .insertInto("message_preferences")
    .values({ customer_id: customerId, kind, channel, is_enabled, changed_at: now })
    .onConflict((on) =>
      on.columns(["customer_id", "kind", "channel"]).doUpdateSet((eb) => ({
        is_enabled: eb.ref("excluded.is_enabled"),
        changed_at: eb.ref("excluded.changed_at"),
      })),
    )
    .execute();
}

/** Returns the language of messages that no order decides. */
export async function getCustomerLocale(db: Db, customerId: number): Promise<Locale> {
  const row = await db.selectFrom("customers").select("locale").where("id", "=", customerId).executeTakeFirstOrThrow();
  return row.locale as Locale;
}

export async function setCustomerLocale(db: Tx, customerId: number, locale: Locale): Promise<void> {
  await db.updateTable("customers").set({ locale }).where("id", "=", customerId).execute();
}

/** SQL expression for the customers whom emails to an address reach, also before their first order (checkout). */
const selectCustomersByEmail = (email: string) => sql`
  select id from customers where email = ${email} and deleted_at is null
  union select id from customers where checkout_email = ${email} and deleted_at is null`;

/** Switches the emails of a kind off for the customer with an address; does nothing if no customer has it. */
export async function disableEmails(db: Tx, email: string, kind: MessageKind, now: Date): Promise<void> {
  await sql`
    insert into message_preferences as p (customer_id, kind, channel, is_enabled, changed_at)
    select id, ${kind}, 'email', false, ${now}::timestamptz from (${selectCustomersByEmail(email)}) owners order by id
    on conflict (customer_id, kind, channel) do update set is_enabled = false, changed_at = excluded.changed_at
      where p.is_enabled`.execute(db);
}

/** Whether the owner of an address has switched the emails of a kind off. */
export async function hasDisabledEmails(db: Db, email: string, kind: MessageKind): Promise<boolean> {
  const { rows } = await sql`
    select 1 from message_preferences
    where customer_id in (${selectCustomersByEmail(email)}) and kind = ${kind} and channel = 'email' and not is_enabled
    limit 1`.execute(db);
  return rows.length > 0;
}

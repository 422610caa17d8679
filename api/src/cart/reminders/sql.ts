import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";

/**
 * Locks carts that were last changed in the given period and whose owners consented to reminders, for this transaction.
 */
export async function lockAbandonedCarts(
  db: Tx,
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<{ customer_id: number; email: string; locale: Locale }[]> {
  const { rows } = await sql<{ customer_id: number; email: string; locale: Locale }>`
    select c.customer_id, u.email, u.locale
    from carts c join customers u on u.id = c.customer_id and u.deleted_at is null
    where c.reminded_at is null and c.updated_at > ${from} and c.updated_at <= ${to}
      and exists (select from cart_lines l where l.customer_id = c.customer_id)
      and not exists (select from orders o where o.customer_id = c.customer_id and o.placed_at >= c.updated_at)
      and ${buildConsentCondition(sql`c.customer_id`)}
    order by c.updated_at, c.customer_id limit ${limit} for update of c skip locked`.execute(db);
  return rows;
}

/** Whether the customer's consent to reminders is in force. */
export async function hasReminderConsent(db: Db, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ has_consent: boolean }>`
    select ${buildConsentCondition(sql`${customerId}::integer`)} as has_consent`.execute(db);
  return rows[0]?.has_consent ?? false;
}

function buildConsentCondition(customerId: ReturnType<typeof sql>) {
  return sql`exists (
    select from consents k where k.customer_id = ${customerId} and k.purpose = 'reminders' and k.withdrawn_at is null)`;
}

/** Marks carts as reminded, so that no further reminder is sent for them. */
export async function markReminded(db: Tx, customerIds: readonly number[], remindedAt: Date): Promise<void> {
  await sql`update carts set reminded_at = ${remindedAt} where customer_id = any(${customerIds}::integer[])`.execute(
    db,
  );
}

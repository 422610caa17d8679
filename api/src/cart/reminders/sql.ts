import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
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
      and exists (
        select from consents k where k.customer_id = c.customer_id and k.purpose = 'reminders' and k.withdrawn_at is null)
    order by c.updated_at, c.customer_id limit ${limit} for update of c skip locked`.execute(db);
  return rows;
}

/** Marks carts as reminded, so that no further reminder is sent for them. */
export async function markReminded(db: Tx, customerIds: readonly number[], remindedAt: Date): Promise<void> {
  await sql`update carts set reminded_at = ${remindedAt} where customer_id = any(${customerIds}::integer[])`.execute(
    db,
  );
}

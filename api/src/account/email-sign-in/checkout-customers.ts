import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";

/** Stands for a phone number until the customer has ordered to an address. */
const UNKNOWN_PHONE = "000000000";

/**
 * Creates the customer of a checkout that began with an email. They have no account: nobody finds them by the email, and
 * nothing is sent to it, until their order is placed (docs/domain/accounts.md).
 * @param options.verifiedAt when the email was proved with a code; null if it was not
 */
export async function createCheckoutCustomer(
  tx: Tx,
  { email, locale, verifiedAt, now }: { email: string; locale: Locale; verifiedAt: Date | null; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into customers (email, checkout_email, name, phone, locale, email_verified_at, created_at)
    values ('checkout-' || gen_random_uuid() || '@checkout.invalid', ${email}, left(split_part(${email}::text, '@', 1), 100),
      ${UNKNOWN_PHONE}, ${locale}, ${verifiedAt}, ${now})
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("the customer was not inserted");
  return row.id;
}

/**
 * Changes the email of a checkout; a new one has to be proved again.
 * @returns false if the customer has an account, whose email is changed with its confirmation only
 */
export async function changeCheckoutEmail(
  tx: Tx,
  customerId: number,
  email: string,
  verifiedAt: Date | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update customers set checkout_email = ${email}, name = left(split_part(${email}::text, '@', 1), 100),
      email_verified_at = case when checkout_email = ${email} then coalesce(email_verified_at, ${verifiedAt}) else ${verifiedAt}::timestamptz end
    where id = ${customerId} and checkout_email is not null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Whether somebody has an account with this email. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("customers")
    .select("id")
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the customers of checkouts without an order whose sessions have ended; at most 200. */
export async function listAbandonedCheckouts(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from customers c
    where checkout_email is not null
      and not exists (select from sessions s where s.customer_id = c.id and s.expires_at > ${now})
    order by created_at limit 200`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks the customer of a checkout before their data is erased.
 * @returns their placeholder email; null if they have ordered meanwhile
 */
export async function lockCheckoutCustomer(tx: Tx, customerId: number): Promise<string | null> {
  const row = await tx
    .selectFrom("customers")
    .select("email")
    .where("id", "=", customerId)
    .where("checkout_email", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  return row?.email ?? null;
}

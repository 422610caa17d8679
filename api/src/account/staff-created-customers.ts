import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { insertCustomer, lockCustomerByEmail } from "./sql.ts";

/** A customer for whom staff place an order. */
export type OrderedForCustomer = {
  id: number;
  email: string;
  locale: Locale;
  /**
   * Whether the account is that of the email's owner: they have confirmed the email, or nobody has a password yet. An
   * account with a password and an unconfirmed email may belong to somebody who has typed a foreign address.
   */
  isOwnerOfEmail: boolean;
};

/**
 * Returns the customer with an email, locked, or creates one. A created account has no password: nobody can sign in to
 * it until the owner of the email sets one with a reset link (docs/domain/manual-orders.md).
 */
export async function findOrCreateCustomer(
  tx: Tx,
  { email, name, phone, locale }: { email: string; name: string; phone: string; locale: Locale },
  now: Date,
): Promise<OrderedForCustomer> {
  await insertCustomer(tx, { email, passwordHash: null, name, phone, locale, createdAt: now });
  // Waits for a registration with the same email that is not committed yet.
  const customer = await lockCustomerByEmail(tx, email);
  const found = customer && (await lockOrderedForCustomer(tx, customer.id));
  if (!found) throw new Error("the customer was deleted while their order was placed");
  return found;
}

/** A customer as staff find them: masked by the caller. */
export type FoundCustomer = OrderedForCustomer & { name: string; phone: string; orders: number };

/** Finds the customers with a whole email, or whose phone number ends with ten digits; the newest first. */
export async function findCustomersByContact(
  db: Db,
  contact: { email: string } | { phoneDigits: string },
  limit: number,
): Promise<FoundCustomer[]> {
  // Matches the expression of the index `customers_phone`.
  const condition =
    "email" in contact
      ? sql`email = ${contact.email}`
      : sql`right(regexp_replace(phone, '\\D', '', 'g'), 10) = ${contact.phoneDigits}`;
  const { rows } = await sql<FoundCustomer>`
    select id, email, locale, phone, concat_ws(' ', name, surname) as name,
      email_verified_at is not null or password_hash is null as "isOwnerOfEmail",
      (select count(*) from orders where orders.customer_id = customers.id) as orders
    from customers where ${condition} and deleted_at is null order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Locks a customer by their id; null if there is none or the account is deleted. */
export async function lockOrderedForCustomer(tx: Tx, id: number): Promise<OrderedForCustomer | null> {
  const row = await tx
    .selectFrom("customers")
    .select(["id", "email", "locale"])
    .select(sql<boolean>`email_verified_at is not null or password_hash is null`.as("isOwnerOfEmail"))
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (row as OrderedForCustomer | undefined) ?? null;
}

import type { Tx } from "../platform/db/database.ts";
import { deleteSessions } from "./sessions/sql.ts";

/** The tables whose rows are deleted with the account. */
const ownedTables = [
  "password_resets",
  "email_links",
  "email_changes",
  "addresses",
  "second_factors",
  "known_devices",
  "message_preferences",
  "passkeys",
  "passkey_challenges",
] as const;

/** A placeholder that can never receive mail: the domain is reserved (RFC 2606). */
const getPlaceholderEmail = (customerId: number) => `deleted-${customerId}@deleted.invalid`;

/**
 * Locks the customer's row against all other changes, including new orders.
 * @returns the customer's email, followed by the pending new email if any; empty if the account is already deleted.
 */
export async function lockCustomerForDeletion(db: Tx, customerId: number): Promise<string[]> {
  const row = await db
    .selectFrom("customers")
    .select("email")
    .where("id", "=", customerId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return [];
  const pendingChange = await db
    .selectFrom("email_changes")
    .select("new_email")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return [row.email, ...(pendingChange ? [pendingChange.new_email] : [])];
}

/**
 * Anonymizes the customer's row, which orders still refer to, and deletes their sessions, links and addresses. The
 * email can be registered again. Of the consents, only the purpose and the dates are kept (docs/domain/privacy.md).
 */
export async function anonymizeAccount(db: Tx, customer: { id: number; email: string }, now: Date): Promise<void> {
  await deleteSessions(db, customer.id, null);
  for (const table of ownedTables) await db.deleteFrom(table).where("customer_id", "=", customer.id).execute();
  await db
    .updateTable("consents")
    .set((eb) => ({
      email: null,
      ip: "",
      user_agent: "",
      withdrawn_at: eb.fn.coalesce("withdrawn_at", eb.val(now)),
    }))
    .where("customer_id", "=", customer.id)
    .execute();
  await db.deleteFrom("login_codes").where("email", "=", customer.email).execute();
  await db.deleteFrom("consents").where("customer_id", "is", null).where("email", "=", customer.email).execute();
  await db
    .updateTable("customers")
    .set({
      email: getPlaceholderEmail(customer.id),
      checkout_email: null,
      // Matches no password.
      password_hash: "",
      name: "—",
      surname: null,
      phone: "000000000",
      gender: null,
      birthday: null,
      email_verified_at: null,
      deleted_at: now,
    })
    .where("id", "=", customer.id)
    .execute();
}

import type { Tx } from "../platform/db.ts";
import { deleteSessions } from "./session-sql.ts";

/** Not an address, and nobody's: the domain can never exist (RFC 2606). */
const nobody = (customerId: number) => `deleted-${customerId}@deleted.invalid`;

/**
 * Holds the customer against everything else, new orders too.
 * @returns his addresses, the one that he wanted to change to after his own; none where he is gone already.
 */
export async function lockForDeletion(db: Tx, customerId: number): Promise<string[]> {
  const row = await db
    .selectFrom("customers")
    .select("email")
    .where("id", "=", customerId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return [];
  const change = await db
    .selectFrom("email_changes")
    .select("new_email")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return [row.email, ...(change ? [change.new_email] : [])];
}

/**
 * Leaves of a customer a row without a person, for the orders that name it; his sessions, links and addresses go, his email
 * is free again. Of his consents the fact and its end stay.
 */
export async function forgetAccount(db: Tx, customer: { id: number; email: string }, now: Date): Promise<void> {
  await deleteSessions(db, customer.id, null);
  for (const table of [
    ...(["password_resets", "email_links", "email_changes", "addresses"] as const),
    ...(["second_factors", "known_devices"] as const),
  ])
    await db.deleteFrom(table).where("customer_id", "=", customer.id).execute();
  await db
    .updateTable("consents")
    .set((row) => ({
      email: null,
      ip: "",
      user_agent: "",
      withdrawn_at: row.fn.coalesce("withdrawn_at", row.val(now)),
    }))
    .where("customer_id", "=", customer.id)
    .execute();
  await db.deleteFrom("consents").where("customer_id", "is", null).where("email", "=", customer.email).execute();
  await db
    .updateTable("customers")
    .set({
      email: nobody(customer.id),
      // Fits no password.
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

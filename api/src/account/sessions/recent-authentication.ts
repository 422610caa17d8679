import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "../schema.ts";

/** How long after a sign-in, or after proving again who they are, customers may change how they sign in. */
const RECENT_MS = 10 * 60 * 1000;

type SignedInCustomer = { id: number; sessionHash: Buffer };

/**
 * Requires that the customer has an account, and has signed in or proved again who they are within the last ten minutes.
 * Locks the customer's row, so that nothing is changed for a session that ends at the same moment.
 * Refuses `account_required` (a checkout without an account has proved nothing), `recent_authentication_required`
 */
export async function requireRecentAuthentication(tx: Tx, customer: SignedInCustomer, now: Date): Promise<void> {
  const { checkout_email } = await tx
    .selectFrom("customers")
    .select("checkout_email")
    .where("id", "=", customer.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (checkout_email !== null) throw refuse(refusals, "account_required");
  if (!(await isRecentlyAuthenticated(tx, customer, now))) throw refuse(refusals, "recent_authentication_required");
}

/** Whether the customer of a session has signed in or proved again who they are within the last ten minutes. */
export async function isRecentlyAuthenticated(
  db: Db,
  { id, sessionHash }: SignedInCustomer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isRecent: boolean }>`
    select coalesce(reauthenticated_at, created_at) > ${new Date(now.getTime() - RECENT_MS)} as "isRecent"
    from sessions where token_hash = ${sessionHash} and customer_id = ${id}`.execute(db);
  return rows[0]?.isRecent ?? false;
}

/** Records that the customer of a session has proved again who they are. */
export async function recordReauthentication(tx: Tx, sessionHash: Buffer, now: Date): Promise<void> {
  await tx.updateTable("sessions").set({ reauthenticated_at: now }).where("token_hash", "=", sessionHash).execute();
}

import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

/** Erases emails to an address: unsent ones are deleted; of sent ones the recipient and content are removed. */
export async function eraseEmailsTo(db: Tx, email: string): Promise<void> {
  // The second condition is that of the index `emails_recipient`.
  await sql`delete from emails where recipient = ${email} and recipient <> '' and sent_at is null`.execute(db);
  await sql`update emails set recipient = '', params = '{}' where recipient = ${email} and recipient <> ''`.execute(db);
}

/**
 * Erases the stored responses of repeated requests.
 * @param scope of the idempotency keys, such as `orders:17`
 */
export async function eraseIdempotencyResponses(db: Tx, scope: string): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("scope", "=", scope).execute();
}

import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** @returns the number of deleted rows */
export async function deleteExpiredIdempotencyKeys(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (scope, key) in (
      select scope, key from idempotency_keys where created_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes emails by the time they were queued; one that could not be sent for so long is never sent.
 * @returns the number of deleted rows
 */
export async function deleteExpiredEmails(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from emails where id in (select id from emails where queued_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

import { sql } from "kysely";
import type { Db } from "./db.ts";

/** @returns how many were deleted. */
export async function deleteOldIdempotencyKeys(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (scope, key) in (
      select scope, key from idempotency_keys where created_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Emails by when they were queued: one that could not be sent for so long never is. @returns how many were deleted. */
export async function deleteOldMails(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mails where id in (select id from mails where queued_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import type { ProcessRecord } from "../platform/process-status.ts";

/** Rows of processes that died are deleted after this time. */
const MAX_AGE = "1 hour";

/** Records that a process runs, and deletes the rows of those that died long ago. */
export async function recordProcess(db: Db, { id, role, build, host, pid, startedAt }: ProcessRecord): Promise<void> {
  await db
    .deleteFrom("processes")
    .where("last_seen_at", "<", sql<Date>`now() - ${MAX_AGE}::interval`)
    .execute();
  await db
    .insertInto("processes")
    .values({ id, role, build, host, pid, started_at: startedAt })
    .onConflict((on) => on.column("id").doUpdateSet({ last_seen_at: sql`now()` }))
    .execute();
}

/** Deletes the row of a process that stops. */
export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom("processes").where("id", "=", id).execute();
}

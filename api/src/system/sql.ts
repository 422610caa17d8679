import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import type { ProcessRecord } from "../platform/process-status.ts";

/** A process records every 30 seconds that it runs. */
export const MAX_SILENCE_SECONDS = 90;

/** Rows of processes that died are deleted after this time. */
const MAX_AGE = "1 hour";

/**
 * Records that a process runs, and deletes the rows of those that died long ago.
 * @param now the time by the clock of the process; null if it is not known
 */
export async function recordProcess(
  db: Db,
  { id, role, build, host, pid, startedAt }: ProcessRecord,
  now: Date | null,
): Promise<void> {
  await db
    .deleteFrom("processes")
    .where("last_seen_at", "<", sql<Date>`now() - ${MAX_AGE}::interval`)
    .execute();
  await db
    .insertInto("processes")
    .values({
      ...{ id, role, build, host, pid, started_at: startedAt },
      clock_difference_seconds: now && sql<number>`extract(epoch from ${now}::timestamptz - clock_timestamp())`,
    })
    .onConflict((on) =>
      on.column("id").doUpdateSet({
        last_seen_at: sql`now()`,
        clock_difference_seconds: (eb) => eb.ref("excluded.clock_difference_seconds"),
      }),
    )
    .execute();
}

/**
 * Returns by how many seconds the clocks of the processes that run differ from that of the database, at most; 0 if none is
 * known.
 */
export async function getMaxClockDifference(db: Db): Promise<number> {
  const row = await db
    .selectFrom("processes")
    .select(sql<number | null>`max(abs(clock_difference_seconds))`.as("seconds"))
    .where("last_seen_at", ">", sql<Date>`now() - make_interval(secs => ${MAX_SILENCE_SECONDS})`)
    .executeTakeFirst();
  return row?.seconds ?? 0;
}

/** Deletes the row of a process that stops. */
export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom("processes").where("id", "=", id).execute();
}

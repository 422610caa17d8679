import type { Db } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import type { ProcessRecord } from "../platform/process-status.ts";
import { deleteProcess, recordProcess } from "./sql.ts";

const INTERVAL_MS = 30_000;

/** Where it is recorded which processes run. */
export type ProcessRegistry = Readonly<{
  /** Records that a process runs, and which time its clock shows; null if that is not known. */
  record: (process: ProcessRecord, now: Date | null) => Promise<void>;
  /** Deletes the record of a process that stops. */
  remove: (process: ProcessRecord) => Promise<void>;
}>;

/** Returns the registry in the database. */
export function createProcessRegistry(db: Db): ProcessRegistry {
  return { record: (process, now) => recordProcess(db, process, now), remove: ({ id }) => deleteProcess(db, id) };
}

/**
 * Records twice a minute that a process runs. A failure is logged once, until it succeeds again.
 * @returns a function that stops it and deletes the record
 */
export async function startHeartbeat(
  { record, remove }: ProcessRegistry,
  log: Log,
  process: ProcessRecord,
): Promise<() => Promise<void>> {
  let isFailing = false;
  let isRunning = false;
  let current: Promise<void> = Promise.resolve();
  const beat = async () => {
    isRunning = true;
    try {
      await record(process, new Date());
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error("it could not be recorded that this process runs", error);
      isFailing = true;
    }
    isRunning = false;
  };
  await beat();
  const timer = setInterval(() => {
    // While the database does not answer, statements must not pile up.
    if (!isRunning) current = beat();
  }, INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await current;
    await remove(process).catch((error: unknown) => {
      log.error("the record of this process could not be deleted", error);
    });
  };
}

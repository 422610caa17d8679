import type { Db } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import type { ProcessStatus } from "../platform/process-status.ts";
import { deleteProcess, recordProcess } from "./sql.ts";

const INTERVAL_MS = 30_000;

/**
 * Records twice a minute that a process runs. A failure is logged once, until it succeeds again.
 * @returns a function that stops it and deletes the record
 */
export async function startHeartbeat(db: Db, log: Log, status: ProcessStatus): Promise<() => Promise<void>> {
  let isFailing = false;
  let current: Promise<void> = Promise.resolve();
  const record = async () => {
    try {
      await recordProcess(db, status);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error("it could not be recorded that this process runs", error);
      isFailing = true;
    }
  };
  await record();
  const timer = setInterval(() => {
    current = record();
  }, INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await current;
    await deleteProcess(db, status.id).catch((error: unknown) => {
      log.error("the record of this process could not be deleted", error);
    });
  };
}

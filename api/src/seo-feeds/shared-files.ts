import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, utimes } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { type RootDb, withTransaction } from "../platform/db/database.ts";
import { type FileStats, type FileStorage, StorageUnavailableError } from "../platform/file-storage/file-storage.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { createPriorityQueue } from "../platform/media/priority-queue.ts";
import type { SharedFiles } from "./generated-files.ts";

/** How often a machine that has no file yet looks whether another one has generated it, in milliseconds. */
const POLL_MS = 250;
/** Less than the time after which a request gets 503. */
const MAX_WAIT_MS = 20_000;
/** After it the server ends the transaction, so that a machine that died does not keep the lock for hours. */
const MAX_GENERATION_MS = 10 * 60_000;

/**
 * Opens the generated files in a storage on the network. A file is as old as the storage says, so that all machines
 * serve it with the same `ETag` and generate it again at the same time.
 * @param folder the folder of the files in the storage
 * @param options.maxWaitMs how long a first request waits for another machine that generates, in milliseconds
 * @param options.maxGenerationMs after which the server takes the lock from a machine, in milliseconds
 */
export function openSharedFiles(
  { db, files, clock, log }: AppContext,
  folder: string,
  { maxWaitMs = MAX_WAIT_MS, maxGenerationMs = MAX_GENERATION_MS } = {},
): SharedFiles {
  // A generation needs a connection beside that of its lock: one at a time, so that those of the pool suffice.
  const queue = createPriorityQueue(1);
  const getSharedPath = (name: string) => `${folder}/${name}.gz`;

  const logOutage = (error: unknown): false => {
    if (!(error instanceof StorageUnavailableError)) throw error;
    log.error("generated files cannot be shared with other machines", error.message);
    return false;
  };
  return {
    withLock: async (names, work, isWaiting) => {
      const tryOnce = () => tryWithLock(db, `${folder} ${names.join(" ")}`, maxGenerationMs, work);
      const startedAt = performance.now();
      while (!(await queue.run("requested", tryOnce))) {
        if (!isWaiting) return;
        if (performance.now() - startedAt > maxWaitMs) throw new Error("another machine does not finish the files");
        await setTimeout(POLL_MS);
      }
    },

    download: async (localFiles, maxAgeMs) => {
      try {
        for (const file of localFiles) {
          const stats = await files.stat(getSharedPath(file.name));
          if (!stats || clock.now().getTime() - stats.modifiedAt.getTime() >= maxAgeMs) return false;
          if (!(await downloadFile(files, getSharedPath(file.name), file.path, stats))) return false;
        }
        return true;
      } catch (error) {
        return logOutage(error);
      }
    },

    upload: async (localFiles) => {
      try {
        for (const { name, path } of localFiles) {
          await files.writeFromFile(getSharedPath(name), path);
          const stats = await files.stat(getSharedPath(name));
          if (stats) await utimes(path, stats.modifiedAt, stats.modifiedAt);
        }
      } catch (error) {
        logOutage(error);
      }
    },
  };
}

/**
 * Runs `work` if no other process has the lock of `name`. The lock is that of a transaction, which the server ends if
 * `work` takes longer than `maxMs` milliseconds.
 * @returns whether it was run
 */
async function tryWithLock(db: RootDb, name: string, maxMs: number, work: () => Promise<void>): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isLocked",
        set_config('idle_in_transaction_session_timeout', ${String(maxMs)}, true)`.execute(tx);
    const isLocked = rows[0]?.isLocked === true;
    if (isLocked) await work();
    return isLocked;
  });
}

/** Copies a file of the storage, with its time. @returns false if it does not exist */
async function downloadFile(files: FileStorage, sharedPath: string, path: string, stats: FileStats): Promise<boolean> {
  const stream = await files.openStream(sharedPath);
  if (!stream) return false;
  const temporaryPath = `${path}.${randomUUID()}.download`;
  try {
    await pipeline(stream, createWriteStream(temporaryPath));
    await utimes(temporaryPath, stats.modifiedAt, stats.modifiedAt);
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
  return true;
}

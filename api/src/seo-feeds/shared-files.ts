import { createWriteStream } from "node:fs";
import { rename, rm, utimes } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { withTransaction } from "../platform/db/database.ts";
import { type FileStats, StorageUnavailableError } from "../platform/file-storage/file-storage.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { createPriorityQueue } from "../platform/media/priority-queue.ts";
import type { LocalFile, SharedFiles } from "./generated-files.ts";

/**
 * Opens the generated files in a storage on the network. A file is as old as the storage says, so that all machines
 * serve it with the same `ETag` and generate it again at the same time.
 * @param folder the folder of the files in the storage
 */
export function openSharedFiles({ db, files, clock, log }: AppContext, folder: string): SharedFiles {
  // A generation needs a connection beside that of its lock: one at a time, so that those of the pool suffice.
  const queue = createPriorityQueue(1);
  const getSharedPath = (name: string) => `${folder}/${name}.gz`;

  const download = async ({ name, path }: LocalFile, { modifiedAt }: FileStats): Promise<boolean> => {
    const stream = await files.openStream(getSharedPath(name));
    if (!stream) return false;
    const temporaryPath = `${path}.${process.pid}.download`;
    try {
      await pipeline(stream, createWriteStream(temporaryPath));
      await utimes(temporaryPath, modifiedAt, modifiedAt);
      await rename(temporaryPath, path);
    } finally {
      await rm(temporaryPath, { force: true });
    }
    return true;
  };
  const logOutage = (error: unknown): false => {
    if (!(error instanceof StorageUnavailableError)) throw error;
    log.error("generated files cannot be shared with other machines", error.message);
    return false;
  };
  return {
    withLock: (names, work) =>
      queue.run("requested", () =>
        withTransaction(db, async (tx) => {
          await sql`select pg_advisory_xact_lock(hashtextextended(${`${folder} ${names.join(" ")}`}, 0))`.execute(tx);
          await work();
        }),
      ),

    download: async (localFiles, maxAgeMs) => {
      try {
        for (const file of localFiles) {
          const stats = await files.stat(getSharedPath(file.name));
          if (!stats || clock.now().getTime() - stats.modifiedAt.getTime() >= maxAgeMs) return false;
          if (!(await download(file, stats))) return false;
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

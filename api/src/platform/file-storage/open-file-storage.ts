import { randomUUID } from "node:crypto";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { StartupError } from "../startup-error.ts";
import { type FileStorage, StorageUnavailableError } from "./file-storage.ts";
import { openFolderStorage } from "./folder-storage.ts";
import { openS3Storage } from "./s3-storage.ts";

/** Opens the bucket that S3_BUCKET names, or else DATA_DIR. */
export async function openFileStorage({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): Promise<FileStorage> {
  return s3 ? openS3Storage(s3) : openFolderStorage(dataDir);
}

/**
 * Checks that a bucket can be written to, read, listed and deleted from. An outage of the storage is only logged: what
 * does not need files works meanwhile.
 * @throws StartupError with what cannot be done and why, if an operator must correct it
 */
export async function checkFileStorage(files: FileStorage, log: Log): Promise<void> {
  if (files.getLocalPath("") !== null) return;
  const [folder, id] = ["checks", randomUUID()];
  const path = `${folder}/${id}`;
  const content = Buffer.from(id);
  const steps: Record<string, () => Promise<unknown>> = {
    "written to": () => files.write(path, content, { durable: true }),
    "read from": async () => {
      if (!(await files.read(path))?.equals(content))
        throw new StorageUnavailableError("other content", { needsOperator: true });
    },
    // Without the permission to list, S3 answers 403 instead of 404 for a missing object.
    listed: async () => {
      await files.read(`${path}-missing`);
      for await (const file of files.list(folder)) if (file.path === path) return;
      throw new StorageUnavailableError("incomplete list", { needsOperator: true });
    },
    "deleted from": () => files.delete(path),
  };
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      const message = `The bucket ${files.location} cannot be ${step}: ${error.message}.`;
      if (error.needsOperator) throw new StartupError(message);
      log.error(message);
      return;
    }
  }
}

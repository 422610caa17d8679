import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../platform/config.ts";
import { writeFileAtomically } from "../../platform/media/storage.ts";

type DataConfig = Pick<Config, "dataDir">;

/** Documents have personal data: unlike images they are stored where no public handler reads. */
function getDocumentPath({ dataDir }: DataConfig, fileKey: string): string {
  return join(dataDir, "documents", fileKey.slice(0, 2), `${fileKey}.pdf`);
}

/** Stores the file of a document, so that it survives a power failure. */
export async function storeDocumentFile(config: DataConfig, fileKey: string, file: Uint8Array): Promise<void> {
  await writeFileAtomically(getDocumentPath(config, fileKey), file, { durable: true });
}

/** Reads the file of a document; null if it does not exist. */
export async function readDocumentFile(config: DataConfig, fileKey: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readFile(getDocumentPath(config, fileKey));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Deletes files of documents; those that do not exist are ignored. */
export async function deleteDocumentFiles(config: DataConfig, fileKeys: readonly string[]): Promise<void> {
  for (const fileKey of fileKeys) await rm(getDocumentPath(config, fileKey), { force: true });
}

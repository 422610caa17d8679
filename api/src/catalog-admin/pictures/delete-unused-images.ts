import { join } from "node:path";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { deleteOriginalIfUnused } from "../../platform/media/originals.ts";
import { deleteUnusedRecord, listUnused } from "./sql.ts";

/** Longer than drafts, which may name pictures that no product has yet, are kept. */
const RETENTION_MS = 60 * 86_400_000;
const BATCH_SIZE = 100;

/**
 * Deletes the oldest pictures that nothing has used for 60 days, at most 100 at once.
 * @returns the number of pictures that were looked at
 */
export async function deleteUnusedImages({ db, config, clock }: AppContext): Promise<number> {
  const before = new Date(clock.now().getTime() - RETENTION_MS);
  const mediaIds = await listUnused(db, before, BATCH_SIZE);
  for (const id of mediaIds)
    await deleteOriginalIfUnused(db, join(config.dataDir, "media"), id, (tx) => deleteUnusedRecord(tx, id, before));
  return mediaIds.length;
}

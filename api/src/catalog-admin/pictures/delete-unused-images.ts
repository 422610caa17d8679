import { z } from "zod";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { deleteOriginalIfUnused } from "../../platform/media/originals.ts";
import { listOpenInputs } from "../../tasks/planned-tasks.ts";
import { deleteUnusedRecord, listUnused } from "./sql.ts";

/** Longer than drafts, which may name pictures that no product has yet, are kept. */
const RETENTION_MS = 60 * 86_400_000;
const BATCH_SIZE = 100;

/**
 * Deletes the oldest pictures that nothing has used for 60 days, at most 100 at once. Those that a planned change gives a
 * product stay.
 * @returns the number of pictures that were looked at
 */
export async function deleteUnusedImages({ db, files, clock }: AppContext): Promise<number> {
  const before = new Date(clock.now().getTime() - RETENTION_MS);
  const keptKeys = (await listOpenInputs(db, "products.edit")).flatMap((input) => listPictureKeys(input));
  const mediaIds = await listUnused(db, before, { limit: BATCH_SIZE, keptKeys });
  for (const id of mediaIds) await deleteOriginalIfUnused(db, files, id, (tx) => deleteUnusedRecord(tx, id, before));
  return mediaIds.length;
}

const plannedPictures = z.object({ changes: z.object({ pictures: z.object({ to: z.array(z.string()) }) }) });

/** Returns the keys of the pictures that a planned edit of a product names. */
function listPictureKeys(input: unknown): string[] {
  const references = plannedPictures.safeParse(input).data?.changes.pictures.to ?? [];
  return references.map((reference) => reference.split(":")[0] ?? reference);
}

import type { Db, Tx } from "../../platform/db/database.ts";

/** Notes since when no product uses images, so that they are deleted later unless they are used again. */
export async function markUnused(tx: Tx, mediaIds: readonly number[], since: Date): Promise<void> {
  if (mediaIds.length === 0) return;
  await tx
    .insertInto("unused_images")
    .values(mediaIds.map((media_id) => ({ media_id, since })))
    .onConflict((on) => on.column("media_id").doUpdateSet({ since }))
    .execute();
}

/** Lists the oldest images that were unused before a time. @param keptKeys the keys of images that stay @returns their ids */
export async function listUnused(
  db: Db,
  before: Date,
  { limit, keptKeys }: { limit: number; keptKeys: readonly string[] },
): Promise<number[]> {
  const rows = await db
    .selectFrom("unused_images")
    .innerJoin("media", "media.id", "media_id")
    .select("media_id")
    .where("since", "<", before)
    .where((eb) => eb.not(eb("media.key", "=", eb.fn.any(eb.val([...keptKeys])))))
    .orderBy("since")
    .limit(limit)
    .execute();
  return rows.map(({ media_id }) => media_id);
}

/** Deletes the record that an image was unused before a time; the image itself stays. */
export async function deleteUnusedRecord(tx: Tx, mediaId: number, before: Date): Promise<void> {
  await tx.deleteFrom("unused_images").where("media_id", "=", mediaId).where("since", "<", before).execute();
}

/** Finds the ids of images by their keys; those that do not exist are missing. The images stay until the commit. */
export async function lockImages(tx: Tx, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.selectFrom("media").select(["id", "key"]).where("key", "in", keys).forKeyShare().execute();
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Takes back that images are unused. */
export async function unmarkUnused(tx: Tx, mediaIds: readonly number[]): Promise<void> {
  if (mediaIds.length > 0) await tx.deleteFrom("unused_images").where("media_id", "in", mediaIds).execute();
}

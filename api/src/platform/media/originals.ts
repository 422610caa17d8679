import { type Db, getSqlState, type Tx, withTransaction } from "../db/database.ts";
import type { FileStorage } from "../file-storage/file-storage.ts";
import { mediaFormats, type MediaOriginal, mediaWidths } from "./image-urls.ts";
import { validateImage, getSvgPixelSize } from "./image-validation.ts";
import { type OriginalMime, getOriginalPath, getSizePath } from "./storage.ts";
import { getMediaKey } from "./media-key.ts";

export type NewOriginal = {
  content: Uint8Array;
  mime: OriginalMime;
  /** The natural size of an SVG that the program generated itself, which need not be validated. */
  svgSize?: { width: number; height: number };
};
export type StoredOriginal = MediaOriginal & { id: number };

const CONCURRENCY = 4;
const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Stores an original; storing it again changes nothing.
 * @throws InvalidImageError
 */
export async function storeOriginal(
  db: Db,
  files: FileStorage,
  content: Uint8Array,
  mime: OriginalMime,
): Promise<StoredOriginal> {
  const [stored] = await storeOriginals(db, files, [{ content, mime }]);
  if (!stored) throw new Error("nothing was stored");
  return stored;
}

/**
 * Stores originals with one statement. All are validated before the first is written. Split thousands into batches of a
 * few hundred.
 * @param files null inserts the rows without files, for a transaction that is rolled back
 * @returns the rows in the order of `originals`
 * @throws InvalidImageError
 */
export async function storeOriginals(
  db: Db,
  files: FileStorage | null,
  originals: readonly NewOriginal[],
): Promise<StoredOriginal[]> {
  if (originals.length === 0) return [];
  const keys = originals.map(({ content }) => getMediaKey(content));
  const unique = [...new Map(keys.map((key, index) => [key, index]))].flatMap(([key, index]) => {
    const original = originals[index];
    return original ? [{ key, ...original }] : [];
  });
  const rows = await mapConcurrently(unique, async ({ key, content, mime, svgSize }) => ({
    key,
    mime,
    ...(svgSize ? getSvgPixelSize(svgSize) : await validateImage(content, mime)),
  }));
  const writeFiles = async () => {
    if (files === null) return;
    await mapConcurrently(unique, async ({ key, content, mime }) => {
      const path = getOriginalPath(key, mime);
      const stored = await files.stat(path);
      if (stored?.size !== content.length) await files.write(path, content, { durable: true });
    });
  };
  await writeFiles();
  await db
    .insertInto("media")
    .values(rows)
    .onConflict((on) => on.column("key").doNothing())
    .execute();
  // The insert may have waited for a transaction that deleted the same image with its file.
  await writeFiles();
  const stored = await db
    .selectFrom("media")
    .select(["id", "key", "width", "height"])
    .where(
      "key",
      "in",
      unique.map(({ key }) => key),
    )
    .execute();
  const byKey = new Map(stored.map((row) => [row.key, row]));
  return keys.map((key) => {
    const row = byKey.get(key);
    if (!row) throw new Error(`the image ${key} was not stored`);
    return row;
  });
}

/** Maps items with limited concurrency. The results are in order. */
async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const runWorker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
  return results;
}

/** Lists every original, the newest last. */
export async function listOriginals(db: Db): Promise<Pick<MediaOriginal, "key" | "width">[]> {
  return db.selectFrom("media").select(["key", "width"]).orderBy("id").execute();
}

/**
 * Deletes an original with its file and sizes. The files are deleted before the commit, while the row is locked: a
 * transaction that stores the same image waits for it, and then writes the files again.
 * @throws DatabaseError of a foreign key (SQLSTATE 23503) if the image is in use; nothing is deleted then
 * @throws StorageUnavailableError; the row stays then, so that the deletion is tried again
 */
export async function deleteOriginal(db: Tx, files: FileStorage, id: number): Promise<void> {
  const row = await db.deleteFrom("media").where("id", "=", id).returning(["key", "mime"]).executeTakeFirst();
  if (!row) return;
  const sizes = mediaWidths.flatMap((width) => mediaFormats.map((format) => ({ key: row.key, width, format })));
  const results = await mapConcurrently(sizes, async (size) => {
    // All deletions have ended before the transaction does, which releases the lock of the row.
    const [result] = await Promise.allSettled([files.delete(getSizePath(size))]);
    return result;
  });
  for (const result of results) if (result.status === "rejected") throw result.reason;
  // The last: an image without its original cannot be shown or deleted again, one without sizes can.
  await files.delete(getOriginalPath(row.key, row.mime as OriginalMime));
}

/**
 * Deletes an original with its file and sizes unless it is in use, and in any case the record that it may be unused.
 * @param deleteRecord deletes that record; it is called before the deletion of the original
 */
export async function deleteOriginalIfUnused(
  db: Db,
  files: FileStorage,
  id: number,
  deleteRecord: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await withTransaction(db, async (tx) => {
      await deleteRecord(tx);
      await deleteOriginal(tx, files, id);
    });
  } catch (error) {
    if (getSqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    await withTransaction(db, deleteRecord);
  }
}

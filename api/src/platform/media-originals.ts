import { rm, stat } from "node:fs/promises";
import type { Db, Tx } from "./db.ts";
import { mediaFormats, type MediaOriginal, mediaWidths } from "./media.ts";
import { examine, sizeOfDrawing } from "./media-examination.ts";
import { type OriginalMime, originalPath, sizePath, writeWhole } from "./media-files.ts";
import { mediaKey } from "./media-key.ts";

export type NewOriginal = {
  content: Uint8Array;
  mime: OriginalMime;
  /** The natural size of a drawing that the shop made itself: such a one need not be opened to be trusted. */
  drawn?: { width: number; height: number };
};
export type StoredOriginal = MediaOriginal & { id: number };

const AT_ONCE = 4;

/** Keeps an original; keeping it again changes nothing. @throws NotAPicture */
export async function storeOriginal(
  db: Db,
  mediaDir: string,
  content: Uint8Array,
  mime: OriginalMime,
): Promise<StoredOriginal> {
  const [stored] = await storeOriginals(db, mediaDir, [{ content, mime }]);
  if (!stored) throw new Error("nothing was stored");
  return stored;
}

/**
 * Keeps many originals with one statement; the answer is in the order of the question. All are examined before the
 * first is written. A stream of thousands is best cut into pieces of some hundreds.
 * @param mediaDir null writes the rows without the files, for a transaction that is rolled back
 * @throws NotAPicture
 */
export async function storeOriginals(
  db: Db,
  mediaDir: string | null,
  originals: readonly NewOriginal[],
): Promise<StoredOriginal[]> {
  if (originals.length === 0) return [];
  const keys = originals.map(({ content }) => mediaKey(content));
  const unique = [...new Map(keys.map((key, index) => [key, index]))].flatMap(([key, index]) => {
    const original = originals[index];
    return original ? [{ key, ...original }] : [];
  });
  const rows = await inTurns(unique, async ({ key, content, mime, drawn }) => ({
    key,
    mime,
    ...(drawn ? sizeOfDrawing(drawn) : await examine(content, mime)),
  }));
  const write = async () => {
    if (mediaDir === null) return;
    await inTurns(unique, async ({ key, content, mime }) => {
      const path = originalPath(mediaDir, key, mime);
      if (!(await isWhole(path, content.length))) await writeWhole(path, content, { durable: true });
    });
  };
  await write();
  await db
    .insertInto("media")
    .values(rows)
    .onConflict((on) => on.column("key").doNothing())
    .execute();
  // The row may have waited for one who dropped the same picture, with its file.
  await write();
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
    if (!row) throw new Error(`the picture ${key} was not stored`);
    return row;
  });
}

async function isWhole(path: string, length: number): Promise<boolean> {
  return stat(path).then(
    (file) => file.size === length,
    () => false,
  );
}

/** Does the same to all, a few at a time; results in order. */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const turn = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
  return results;
}

/** Every original, the newest last. */
export async function listOriginals(db: Db): Promise<Pick<MediaOriginal, "key" | "width">[]> {
  return db.selectFrom("media").select(["key", "width"]).orderBy("id").execute();
}

/**
 * Takes an original away, with its file and its sizes. The files go before the commit, while the row is held: whoever
 * keeps the same picture anew waits for that, and then writes it again.
 * @throws DatabaseError of a foreign key (23503) where something still shows it; then nothing is gone.
 */
export async function dropOriginal(db: Tx, mediaDir: string, id: number): Promise<void> {
  const row = await db.deleteFrom("media").where("id", "=", id).returning(["key", "mime"]).executeTakeFirst();
  if (!row) return;
  await rm(originalPath(mediaDir, row.key, row.mime as OriginalMime), { force: true });
  for (const width of mediaWidths)
    for (const format of mediaFormats) await rm(sizePath(mediaDir, { key: row.key, width, format }), { force: true });
}

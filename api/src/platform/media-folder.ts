import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "./db.ts";

const ID_FILE = "folder.id";

/**
 * Compares the id of the folder for pictures with the one that the database knows; the first process sets both.
 * @param options.existingOnly sets nothing.
 * @returns what is wrong, in one line, or null.
 */
export async function checkMediaFolder(
  db: Db,
  mediaDir: string,
  { existingOnly = false } = {},
): Promise<string | null> {
  const expected = await idOfShop(db);
  const found = await idOfFolder(mediaDir);
  if (expected === null) {
    if (!existingOnly) return adoptFolder(db, mediaDir, found ?? (await markFolder(mediaDir)));
    return null;
  }
  return expected === found ? null : complaint(mediaDir);
}

async function adoptFolder(db: Db, mediaDir: string, id: string): Promise<string | null> {
  await db
    .insertInto("media_folders")
    .values({ id })
    .onConflict((on) => on.column("is_only").doNothing())
    .execute();
  // Another process may have been first.
  return (await idOfShop(db)) === id ? null : complaint(mediaDir);
}

async function idOfShop(db: Db): Promise<string | null> {
  const row = await db.selectFrom("media_folders").select("id").executeTakeFirst();
  return row?.id ?? null;
}

async function idOfFolder(mediaDir: string): Promise<string | null> {
  return readFile(join(mediaDir, ID_FILE), "utf8").then(
    (text) => text.trim(),
    () => null,
  );
}

/** Gives the folder an id; of two processes the first one's stays. */
async function markFolder(mediaDir: string): Promise<string> {
  const id = randomUUID();
  const file = join(mediaDir, ID_FILE);
  const own = `${file}.${id}`;
  await mkdir(mediaDir, { recursive: true });
  await writeFile(own, `${id}\n`);
  try {
    await link(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(own);
  }
  return (await idOfFolder(mediaDir)) ?? id;
}

function complaint(mediaDir: string): string {
  return `${mediaDir} is not the media folder of this database: pictures of other processes are missing here. Share one DATA_DIR/media between all processes, or copy it here with its file ${ID_FILE}.`;
}

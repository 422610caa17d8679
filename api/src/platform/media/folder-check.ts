import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "../db/database.ts";

const ID_FILE = "folder.id";

/**
 * Checks that the media folder belongs to the database, by an id that is stored in both; the first process sets it.
 * @param options.existingOnly true to not set the id
 * @returns a message if they do not match, or null
 */
export async function checkMediaFolder(
  db: Db,
  mediaDir: string,
  { existingOnly = false } = {},
): Promise<string | null> {
  const registeredId = await getRegisteredFolderId(db);
  const actualId = await readFolderId(mediaDir);
  if (registeredId === null) {
    if (!existingOnly) return registerFolder(db, mediaDir, actualId ?? (await writeFolderId(mediaDir)));
    return null;
  }
  return registeredId === actualId ? null : formatMismatch(mediaDir);
}

async function registerFolder(db: Db, mediaDir: string, id: string): Promise<string | null> {
  await db
    .insertInto("media_folders")
    .values({ id })
    .onConflict((on) => on.column("is_only").doNothing())
    .execute();
  // Another process may have been first.
  return (await getRegisteredFolderId(db)) === id ? null : formatMismatch(mediaDir);
}

async function getRegisteredFolderId(db: Db): Promise<string | null> {
  const row = await db.selectFrom("media_folders").select("id").executeTakeFirst();
  return row?.id ?? null;
}

async function readFolderId(mediaDir: string): Promise<string | null> {
  return readFile(join(mediaDir, ID_FILE), "utf8").then(
    (text) => text.trim(),
    () => null,
  );
}

/** Writes an id to the folder; if two processes do so, the first id is kept. */
async function writeFolderId(mediaDir: string): Promise<string> {
  const id = randomUUID();
  const file = join(mediaDir, ID_FILE);
  const temporaryFile = `${file}.${id}`;
  await mkdir(mediaDir, { recursive: true });
  await writeFile(temporaryFile, `${id}\n`);
  try {
    await link(temporaryFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(temporaryFile);
  }
  return (await readFolderId(mediaDir)) ?? id;
}

function formatMismatch(mediaDir: string): string {
  return `${mediaDir} is not the media folder of this database: images of other processes are missing here. Share one DATA_DIR/media between all processes, or copy it here with its file ${ID_FILE}.`;
}

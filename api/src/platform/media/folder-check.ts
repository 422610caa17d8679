import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Db, withTransaction } from "../db/database.ts";
import type { FileStorage } from "../file-storage/file-storage.ts";

/** The path of the file with the id. */
export const ID_PATH = "media/folder.id";

/**
 * Checks that the media files belong to the database, by an id that is stored in both; the first process sets it.
 * @param options.existingOnly true to not set the id
 * @returns a message if they do not match, or null
 */
export async function checkMediaFolder(
  db: Db,
  files: FileStorage,
  { existingOnly = false } = {},
): Promise<string | null> {
  const registeredId = (await getRegisteredFolderId(db)) ?? (existingOnly ? null : await registerFolder(db, files));
  if (registeredId === null) return null;
  return registeredId === (await readFolderId(files)) ? null : formatMismatch(files);
}

/**
 * Registers the media files; only one process at a time.
 * @returns the id that is registered, which is another one if a process with other files was first
 */
async function registerFolder(db: Db, files: FileStorage): Promise<string> {
  return withTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('media_folders'))`.execute(tx);
    const registeredId = await getRegisteredFolderId(tx);
    if (registeredId !== null) return registeredId;
    const id = (await readFolderId(files)) ?? randomUUID();
    await files.write(ID_PATH, Buffer.from(`${id}\n`), { durable: true });
    await tx.insertInto("media_folders").values({ id }).execute();
    return id;
  });
}

async function getRegisteredFolderId(db: Db): Promise<string | null> {
  const row = await db.selectFrom("media_folders").select("id").executeTakeFirst();
  return row?.id ?? null;
}

async function readFolderId(files: FileStorage): Promise<string | null> {
  return (await files.read(ID_PATH))?.toString().trim() ?? null;
}

function formatMismatch(files: FileStorage): string {
  if (files.getLocalPath("") === null)
    return `${files.location} does not have the media files of this database: copy them there from DATA_DIR with \`media copy bucket\`, or set the S3 variables to those of the other processes.`;
  return `${files.location} does not have the media files of this database: images of other processes are missing here. Share one DATA_DIR between all processes or set S3_BUCKET, or copy DATA_DIR/media here with its file folder.id.`;
}

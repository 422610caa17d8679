import type { z } from "zod";
import { afterCommit, type Db, getRootDb, type Tx } from "../db/database.ts";
import { cachedFor } from "../cache/cache.ts";
import { jsonLog } from "../log.ts";
import { deleteSetting, listSettingRows, upsertSetting } from "./sql.ts";

/** A value that can be changed without a release: its key, schema and default. */
export type Setting<T> = { readonly key: string; readonly schema: z.ZodType<T>; readonly fallback: T };
export type AnySetting = Setting<unknown>;

/** A row of the table `settings` that the schema of its setting rejects. */
export type InvalidSetting = { key: string; problem: string };

/** Defines a setting; `fallback` is its default, which is frozen. */
export function setting<T>(key: string, schema: z.ZodType<T>, fallback: T): Setting<T> {
  return { key, schema, fallback: freezeDeeply(fallback) };
}

/** Freezes a value and everything that it contains. */
function freezeDeeply<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freezeDeeply);
  return value;
}

/** Returns the value of a setting, which is frozen, because it is the same for every caller. */
export type SettingReader = <T>(definition: Setting<T>) => T;

const cachedReader = cachedFor(1000, async (db) => createSettingReader(await listSettingRows(db)));

/** Invalid rows that were logged, as `key value`: each is logged once per process. */
const loggedRows = new Set<string>();

/**
 * Returns a function that reads the current values of settings: of the settings table, or the defaults. An invalid row is
 * logged once and treated as the default, so that it does not break a page. The whole table is read at most once a second,
 * so a change is visible everywhere within a second. Each value is validated once for as long as it is kept.
 */
export async function readSettings(db: Db): Promise<SettingReader> {
  return cachedReader.get(db);
}

/** Returns the current value of one setting (see `readSettings`). */
export async function getSetting<T>(db: Db, definition: Setting<T>): Promise<T> {
  const read = await cachedReader.get(db);
  return read(definition);
}

function createSettingReader(rows: readonly { key: string; value: unknown }[]): SettingReader {
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const validated = new Map<AnySetting, unknown>();
  return <T>(definition: Setting<T>): T => {
    const { key, schema, fallback } = definition;
    if (!values.has(key)) return fallback;
    if (validated.has(definition)) return validated.get(definition) as T;
    const { success, data, error } = schema.safeParse(values.get(key));
    if (!success) logInvalidSetting(key, values.get(key), error);
    const value = success ? freezeDeeply(data) : fallback;
    validated.set(definition, value);
    return value;
  };
}

function logInvalidSetting(key: string, value: unknown, error: z.ZodError): void {
  const row = `${key} ${JSON.stringify(value)}`;
  if (loggedRows.has(row)) return;
  loggedRows.add(row);
  jsonLog.error("a setting is invalid, its default is used", undefined, { key, problem: formatSchemaErrors(error) });
}

/** Formats the errors of a schema in one line. */
export function formatSchemaErrors(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}

/** Lists the rows of the settings table that the schemas of `settings` reject. Rows of other keys are ignored. */
export async function listInvalidSettings(db: Db, settings: readonly AnySetting[]): Promise<InvalidSetting[]> {
  const values = new Map((await listSettingRows(db)).map(({ key, value }) => [key, value]));
  return settings.flatMap(({ key, schema }) => {
    if (!values.has(key)) return [];
    const { error } = schema.safeParse(values.get(key));
    return error ? [{ key, problem: formatSchemaErrors(error) }] : [];
  });
}

/** The author of a change that the program itself makes. */
const SYSTEM = "system";

/**
 * Validates and writes a setting, with an entry in its history. Other processes see it within a second.
 * @throws ZodError if the value is invalid; nothing is changed then
 */
export async function updateSetting<T>(
  db: Db,
  definition: Setting<T>,
  value: T,
  changedBy: string = SYSTEM,
): Promise<void> {
  await upsertSetting(db, { key: definition.key, value: JSON.stringify(definition.schema.parse(value)), changedBy });
  invalidateRows(db);
}

/**
 * Deletes a row, of a setting or of any other key, so that the default applies.
 * @returns false if there is none
 */
export async function resetSetting(db: Db, key: string, changedBy: string = SYSTEM): Promise<boolean> {
  const isDeleted = await deleteSetting(db, { key, changedBy });
  invalidateRows(db);
  return isDeleted;
}

/** Invalidates the cached rows; those of others when the transaction has committed. */
function invalidateRows(db: Db): void {
  cachedReader.invalidate(db);
  const rootDb = getRootDb(db);
  if (rootDb !== db) afterCommit(db as Tx, () => cachedReader.invalidate(rootDb));
}

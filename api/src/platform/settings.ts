import type { z } from "zod";
import type { Db } from "./db.ts";
import { freshWithin } from "./fresh.ts";
import { jsonLog } from "./log.ts";
import { deleteSetting, listSettingRows, upsertSetting } from "./settings-sql.ts";

/** A value that the shop may change without a release: its default, and what it takes. */
export type Setting<T> = { readonly key: string; readonly schema: z.ZodType<T>; readonly fallback: T };
export type AnySetting = Setting<unknown>;

/** A row of the table `settings` that its setting's schema refuses. */
export type InvalidSetting = { key: string; problem: string };

export function setting<T>(key: string, schema: z.ZodType<T>, fallback: T): Setting<T> {
  return { key, schema, fallback };
}

const rows = freshWithin(1000, async (db) => {
  const all = await listSettingRows(db);
  return new Map<string, unknown>(all.map((row) => [row.key, row.value]));
});

/** Rows that were logged as invalid, as `key value`: each is logged once per process. */
const logged = new Set<string>();

/**
 * The current value of a setting: what the settings table says, or the default. A row that the schema refuses is
 * logged once and counts as the default, so that one bad row never takes a page down.
 * The whole table is read at most once a second, so a change is on every page within a second.
 */
export async function settingValue<T>(db: Db, wanted: Setting<T>): Promise<T> {
  const values = await rows.get(db);
  if (!values.has(wanted.key)) return wanted.fallback;
  const value = values.get(wanted.key);
  const parsed = wanted.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  logInvalid(wanted.key, value, parsed.error);
  return wanted.fallback;
}

function logInvalid(key: string, value: unknown, error: z.ZodError): void {
  const row = `${key} ${JSON.stringify(value)}`;
  if (logged.has(row)) return;
  logged.add(row);
  jsonLog.error("a setting is invalid, its default is used", undefined, { key, problem: problemIn(error) });
}

/** What a schema refuses about a value, in one line. */
export function problemIn(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}

/** The rows of the settings table that the schemas of `settings` refuse. Rows of other keys are not looked at. */
export async function invalidSettings(db: Db, settings: readonly AnySetting[]): Promise<InvalidSetting[]> {
  const values = new Map((await listSettingRows(db)).map(({ key, value }) => [key, value]));
  return settings.flatMap(({ key, schema }) => {
    if (!values.has(key)) return [];
    const { error } = schema.safeParse(values.get(key));
    return error ? [{ key, problem: problemIn(error) }] : [];
  });
}

/** Who changes a setting when no operator does: the program itself. */
const SYSTEM = "system";

/**
 * Writes a setting after checking it, with an entry in its history; other processes see it within a second.
 * @throws ZodError if the schema refuses the value; nothing is changed then.
 */
export async function changeSetting<T>(db: Db, changed: Setting<T>, value: T, by: string = SYSTEM): Promise<void> {
  await upsertSetting(db, { key: changed.key, value: JSON.stringify(changed.schema.parse(value)), by });
  rows.forget(db);
}

/** Removes a row, of a setting or of any other key, so that the default holds. Returns false if there is none. */
export async function unsetSetting(db: Db, key: string, by: string = SYSTEM): Promise<boolean> {
  const isDeleted = await deleteSetting(db, { key, by });
  rows.forget(db);
  return isDeleted;
}

import type { z } from "zod";
import type { Db } from "./db.ts";
import { freshWithin } from "./fresh.ts";

/** A value that the shop may change without a release: its default, and what it takes. */
export type Setting<T> = { readonly key: string; readonly schema: z.ZodType<T>; readonly fallback: T };

export function setting<T>(key: string, schema: z.ZodType<T>, fallback: T): Setting<T> {
  return { key, schema, fallback };
}

const rows = freshWithin(1000, async (db) => {
  const all = await db.selectFrom("settings").select(["key", "value"]).execute();
  return new Map<string, unknown>(all.map((row) => [row.key, row.value]));
});

/**
 * The current value of a setting: what the settings table says, or the default.
 * The whole table is read at most once a second, so a change is on every page within a second.
 */
export async function settingValue<T>(db: Db, wanted: Setting<T>): Promise<T> {
  const values = await rows.get(db);
  if (!values.has(wanted.key)) return wanted.fallback;
  return wanted.schema.parse(values.get(wanted.key));
}

/** Writes a setting after checking it; other processes see it within a second. */
export async function changeSetting<T>(db: Db, changed: Setting<T>, value: T): Promise<void> {
  const checked = JSON.stringify(changed.schema.parse(value));
  await db
    .insertInto("settings")
    .values({ key: changed.key, value: checked })
    .onConflict((on) => on.column("key").doUpdateSet({ value: checked, updated_at: new Date() }))
    .execute();
  rows.forget(db);
}

import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

export type SettingRow = { key: string; value: unknown; updated_at: Date };
export type SettingChange = {
  key: string;
  old_value: unknown;
  new_value: unknown;
  changed_by: string;
  changed_at: Date;
};

export async function listSettingRows(db: Db): Promise<SettingRow[]> {
  return db.selectFrom("settings").select(["key", "value", "updated_at"]).orderBy("key").execute();
}

/**
 * Keeps others from changing settings until the end of the transaction, and returns the value of a setting; null if it is
 * not set.
 */
export async function lockSettingValue(tx: Tx, key: string): Promise<unknown> {
  await sql`lock table settings in share row exclusive mode`.execute(tx);
  const row = await tx.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? null;
}

/**
 * Writes a setting and its history in one statement. An unchanged value adds no history.
 * @param value JSON text
 */
export async function upsertSetting(
  db: Db,
  { key, value, changedBy }: { key: string; value: string; changedBy: string },
) {
  await sql`
    with old as (select value from settings where key = ${key}),
      saved as (
        insert into settings (key, value) values (${key}, ${value}::jsonb)
        on conflict (key) do update set value = excluded.value, updated_at = now()
        returning key, value)
    insert into setting_changes (key, old_value, new_value, changed_by)
    select s.key, (select value from old), s.value, ${changedBy} from saved s
    where s.value is distinct from (select value from old)`.execute(db);
}

/**
 * Deletes a setting and writes its history in one statement.
 * @returns false if there is no such row
 */
export async function deleteSetting(db: Db, { key, changedBy }: { key: string; changedBy: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with old as (delete from settings where key = ${key} returning key, value)
    insert into setting_changes (key, old_value, changed_by) select key, value, ${changedBy} from old`.execute(db);
  return numAffectedRows === 1n;
}

/** Lists changes, the newest first, of one key, or of all keys without `excludedKeys`. */
export async function listSettingChanges(
  db: Db,
  { key, excludedKeys, limit }: { key: string | undefined; excludedKeys: readonly string[]; limit: number },
): Promise<SettingChange[]> {
  let query = db
    .selectFrom("setting_changes")
    .select(["key", "old_value", "new_value", "changed_by", "changed_at"])
    .orderBy("id", "desc")
    .limit(limit);
  if (excludedKeys.length > 0) query = query.where("key", "not in", [...excludedKeys]);
  if (key !== undefined) query = query.where("key", "=", key);
  return query.execute();
}

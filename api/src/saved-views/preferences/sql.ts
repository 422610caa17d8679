import type { Db } from "../../platform/db/database.ts";
import type { ListPreference, ListPreferenceChanges, ListResource } from "./admin-schema.ts";

/** Returns how a person has arranged a list. */
export async function getListPreference(db: Db, staffId: number, resource: ListResource): Promise<ListPreference> {
  const preference = await db
    .selectFrom("list_preferences")
    .select(["columns", "is_compact"])
    .where("staff_id", "=", staffId)
    .where("resource", "=", resource)
    .executeTakeFirst();
  return preference ?? { columns: [], is_compact: false };
}

/** Changes how a person has arranged a list. */
export async function upsertListPreference(
  db: Db,
  staffId: number,
  resource: ListResource,
  { columns, is_compact }: ListPreferenceChanges,
): Promise<void> {
  const changes = { ...(columns ? { columns } : {}), ...(is_compact === undefined ? {} : { is_compact }) };
  const insertion = db.insertInto("list_preferences").values({ staff_id: staffId, resource, ...changes });
  await insertion
    .onConflict((on) => {
      const conflict = on.columns(["staff_id", "resource"]);
      return Object.keys(changes).length === 0 ? conflict.doNothing() : conflict.doUpdateSet(changes);
    })
    .execute();
}

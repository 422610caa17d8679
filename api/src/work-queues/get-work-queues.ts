import { addDays, getLastPaymentDay } from "../orders/staff/due-date.ts";
import { handlingDays } from "../orders/settings.ts";
import type { Db } from "../platform/db/database.ts";
import { parseStoreTime, toStoreDate } from "../platform/i18n/store-dates.ts";
import { getSetting } from "../platform/settings/settings.ts";
import type { Permission } from "../staff/permissions.ts";
import { MAX_EXACT_COUNT, queuePermissions, type WorkQueues, workQueueKeys } from "./admin-schema.ts";
import { countQueues } from "./admin-sql.ts";

/** Returns the queues that a person may see. @param reader.actions the names of the actions that they may execute */
export async function getWorkQueues(
  db: Db,
  reader: { staffId: number; permissions: ReadonlySet<Permission>; actions: readonly string[] },
  now: Date,
): Promise<WorkQueues> {
  const keys = workQueueKeys.filter((key) => queuePermissions[key].some((one) => reader.permissions.has(one)));
  const lastDay = getLastPaymentDay(toStoreDate(now), await getSetting(db, handlingDays));
  const dueBefore = parseStoreTime(addDays(lastDay, 1))?.time;
  if (!dueBefore) throw new Error(`${lastDay} is not a date`);
  const rows = await countQueues(db, keys, { ...reader, now, dueBefore });
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  const items = keys.flatMap((key) => {
    const row = rowsByKey.get(key);
    if (!row) return [];
    const { count, oldest_at, due } = row;
    return {
      ...{ key, count: Math.min(count, MAX_EXACT_COUNT), is_exact: count <= MAX_EXACT_COUNT },
      ...{ oldest_at: oldest_at?.toISOString() ?? null, due },
    };
  });
  return { items };
}

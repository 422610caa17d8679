import type { Db } from "../db/database.ts";
import type { AppContext } from "../http/endpoint.ts";
import { type Setting, getSetting } from "../settings/settings.ts";

const BATCH_SIZE = 5000;
const DAY_MS = 86_400_000;

/**
 * Deletes rows that are older than a setting allows, in batches, so that locks are held only briefly.
 * @param retentionSetting the setting with the number of days
 * @param deleteBatch deletes at most `limit` rows older than `before` and returns the number of deleted rows
 */
export async function deleteExpiredRows(
  { db, clock, log }: AppContext,
  retentionSetting: Setting<number>,
  deleteBatch: (db: Db, before: Date, limit: number) => Promise<number>,
): Promise<void> {
  const before = new Date(clock.now().getTime() - (await getSetting(db, retentionSetting)) * DAY_MS);
  let deleted = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE; deleted += count)
    count = await deleteBatch(db, before, BATCH_SIZE);
  if (deleted > 0) log.info("deleted expired rows", { setting: retentionSetting.key, deleted });
}

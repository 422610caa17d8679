import type { Db } from "./db.ts";
import type { House } from "./http.ts";
import { type Setting, settingValue } from "./settings.ts";

const BATCH = 5000;
const DAY_MS = 86_400_000;

/**
 * Deletes rows that are older than a setting allows, in batches, so that nothing waits long for their locks.
 * @param deleteBatch deletes at most `limit` rows from before a moment and returns how many.
 */
export async function deleteOld(
  { db, clock, log }: House,
  kept: Setting<number>,
  deleteBatch: (db: Db, before: Date, limit: number) => Promise<number>,
): Promise<void> {
  const before = new Date(clock.now().getTime() - (await settingValue(db, kept)) * DAY_MS);
  let deleted = 0;
  for (let count = BATCH; count === BATCH; deleted += count) count = await deleteBatch(db, before, BATCH);
  if (deleted > 0) log.info("deleted what is older than its retention", { setting: kept.key, deleted });
}

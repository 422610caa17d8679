import { type RootDb, withTransaction } from "../db/database.ts";
import { type ContentState, readContentChanges } from "./content-changes.ts";
import { lockCdnPurge, storeCdnPurge } from "./sql.ts";

/** Older states are not continued: `content_changes` may lack changes since then. */
const MAX_STATE_AGE_MS = 30 * 60_000;

/**
 * Calls `purge` with the tags of what has changed since its last successful call, by any process; null if everything may
 * have changed. Only one process purges at a time; the others return at once. If `purge` fails, the next call has the same
 * changes again.
 * @returns whether this process was the one that could purge
 */
export async function purgeChangedContent(
  db: RootDb,
  now: Date,
  purge: (tags: readonly string[] | null) => Promise<void>,
): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const last = await lockCdnPurge(tx);
    if (!last) return false;
    const isRecent = last.read_at !== null && now.getTime() - last.read_at.getTime() < MAX_STATE_AGE_MS;
    const { snapshot, server, version } = last;
    const since: ContentState | null =
      isRecent && snapshot !== null && server !== null && version !== null ? { snapshot, server, version } : null;
    const { state, tags } = await readContentChanges(tx, since);
    if (tags === null || tags.length > 0) await purge(tags);
    await storeCdnPurge(tx, { ...state, read_at: now });
    return true;
  });
}

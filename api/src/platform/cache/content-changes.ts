import { z } from "zod";
import { type Db, isOlderSnapshot } from "../db/database.ts";
import { findContentChanges } from "./sql.ts";

/**
 * The state of the store's content: what a snapshot of the database sees, the run of the server that took it, and the version
 * of the reference data.
 */
export const contentState = z.strictObject({
  snapshot: z.string().regex(/^\d{1,19}:\d{1,19}:[\d,]{0,10000}$/),
  server: z.string().max(100),
  version: z.int(),
});
export type ContentState = z.output<typeof contentState>;

/** The tags of what has changed since a state, and the present state. `tags` is null if everything may have changed. */
export const contentChanges = z.object({ state: contentState, tags: z.array(z.string()).nullable() });
export type ContentChanges = z.output<typeof contentChanges>;

/**
 * Returns what has changed since a state, with every change that was committed before the call.
 * @param since at most half an hour old, because old changes are deleted; null to return that everything has changed
 */
export async function readContentChanges(db: Db, since: ContentState | null): Promise<ContentChanges> {
  const { tags, ...state } = await findContentChanges(db, since?.snapshot ?? null);
  const isComparable =
    since !== null &&
    state.version === since.version &&
    state.server === since.server &&
    // An older snapshot means that the database was restored.
    !isOlderSnapshot(state.snapshot, since.snapshot);
  return { state, tags: !isComparable || tags === null || tags.includes("everything") ? null : tags };
}

import type { Tx } from "../../platform/db/database.ts";
import type { Redirect } from "./redirects.ts";
import { deleteRedirectsFrom, updateRedirectTargets, upsertRedirects } from "./sql.ts";

/**
 * Redirects the old paths of pages that moved. All of them move at once, so pages may take each other's paths. What led
 * to an old path leads to the new one, and a path that has a page again is not redirected: every redirect is one hop.
 * Rule: docs/domain/catalog.md.
 */
export async function addRedirects(db: Tx, moves: readonly Redirect[]): Promise<void> {
  const moved = moves.filter(({ from, to }) => from !== to);
  if (moved.length === 0) return;
  const newPaths = new Set(moved.map(({ to }) => to));
  await deleteRedirectsFrom(db, [...newPaths]);
  await updateRedirectTargets(db, moved);
  await upsertRedirects(
    db,
    moved.filter(({ from }) => !newPaths.has(from)),
  );
}

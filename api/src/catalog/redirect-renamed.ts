import { addRedirects } from "../content/redirects/service.ts";
import type { ImportPlan } from "../platform/data-files/data-file.ts";
import type { Tx } from "../platform/db/database.ts";

/**
 * Redirects the old path of every row whose slug changes in the import of a data file.
 *
 * @param prefix the path before the slug
 */
export async function redirectRenamed(
  db: Tx,
  prefix: "/category/" | "/manufacturer/" | "/tags/",
  { changed }: ImportPlan<{ slug: string }>,
): Promise<void> {
  const moves = changed.flatMap(({ row, before }) =>
    before ? [{ from: prefix + before.slug, to: prefix + row.slug }] : [],
  );
  await addRedirects(db, moves);
}

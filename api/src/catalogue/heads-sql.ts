import { sql } from "kysely";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";

export type Head = { title?: string; description?: string };

/** Puts a page's own words down, or takes them away. @returns false where nothing is of that slug. */
export async function setHead(
  db: Db,
  { table, slug }: { table: "products" | "categories" | "manufacturers"; slug: string },
  locale: Locale,
  head: Head | null,
): Promise<boolean> {
  const changed = head
    ? sql<string>`head || jsonb_build_object(${locale}::text, ${JSON.stringify(head)}::jsonb)`
    : sql<string>`head - ${locale}::text`;
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ head: changed })
    .where("slug", "=", slug)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";

export type SeoTexts = { title?: string; description?: string };

/**
 * Sets or, with null, removes the custom meta texts of a page.
 * @returns false if there is no row with this slug
 */
export async function setSeoTexts(
  db: Db,
  { table, slug }: { table: "products" | "categories" | "brands"; slug: string },
  locale: Locale,
  texts: SeoTexts | null,
): Promise<boolean> {
  const newValue = texts
    ? sql<string>`seo || jsonb_build_object(${locale}::text, ${JSON.stringify(texts)}::jsonb)`
    : sql<string>`seo - ${locale}::text`;
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ seo: newValue })
    .where("slug", "=", slug)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

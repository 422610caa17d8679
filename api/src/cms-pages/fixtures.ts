import { type Db, withTransaction } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { type PageText, upsertPage } from "./sql.ts";

/** Publishes a page. Defaults: Russian, version 1, without texts. */
export async function createPage(
  db: Db,
  { slug, locale = "ru-RU", ...text }: { slug: string; locale?: Locale } & Partial<PageText>,
): Promise<void> {
  const defaults = { title: "", description: "", body: "", version: "1", updated_at: new Date("2026-11-20T09:00:00Z") };
  await withTransaction(db, (tx) => upsertPage(tx, slug, locale, { ...defaults, ...text }));
}

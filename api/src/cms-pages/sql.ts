import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";

/** The text of a page in one version, published at `updated_at`. */
export type PageText = { title: string; description: string; body: string; version: string; updated_at: Date };
/** A page with all its versions and the other pages of its locale. `twin`: whether another locale has the page too. */
export type PageRow = PageText & {
  slug: string;
  has_alternate_locale: boolean;
  others: { slug: string; title: string }[];
  versions: { version: string; since: string }[];
};

/** Returns a page in its current version, or in the given one. */
export async function findPage(
  db: Db,
  slug: string,
  locale: Locale,
  version: string | undefined,
): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select p.slug, v.title, v.description, v.body, v.version, v.valid_from as updated_at,
      exists (select from pages t where t.slug = p.slug and t.locale <> p.locale) as has_alternate_locale,
      coalesce((select jsonb_agg(jsonb_build_object('slug', o.slug, 'title', o.title) order by o.title)
        from pages o where o.locale = p.locale and o.slug <> p.slug), '[]') as others,
      (select jsonb_agg(jsonb_build_object('version', e.version, 'since', e.valid_from) order by e.valid_from desc)
        from page_versions e where e.slug = p.slug and e.locale = p.locale) as versions
    from pages p join page_versions v on v.slug = p.slug and v.locale = p.locale and v.version = ${version ?? sql.ref("p.version")}
    where p.slug = ${slug} and p.locale = ${locale}`.execute(db);
  return rows[0];
}

/** Lists all pages in their current versions. */
export async function listAllPages(db: Db): Promise<(PageText & { slug: string; locale: string })[]> {
  return db
    .selectFrom("pages")
    .select(["slug", "locale", "title", "description", "body", "version", "updated_at"])
    .orderBy("slug")
    .orderBy("locale")
    .execute();
}

/** Publishes a page and keeps its version. A version that is published again replaces the texts of the earlier one. */
export async function upsertPage(db: Tx, slug: string, locale: Locale, text: PageText): Promise<void> {
  await db
    .insertInto("pages")
    .values({ slug, locale, ...text })
    .onConflict((on) => on.columns(["slug", "locale"]).doUpdateSet(text))
    .execute();
  const { updated_at: valid_from, ...version } = text;
  const { title, description, body } = text;
  await db
    .insertInto("page_versions")
    .values({ slug, locale, ...version, valid_from })
    .onConflict((on) => on.columns(["slug", "locale", "version"]).doUpdateSet({ title, description, body }))
    .execute();
}

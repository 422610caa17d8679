import { type RawBuilder, sql } from "kysely";
import type { SharedPageKind, SharedPageId } from "../../content/share-images.ts";
import type { Db } from "../../platform/db/database.ts";

/**
 * What a share image shows of a page: its title, an eyebrow (`line`; if null, the name of the shop's section), the key
 * of its image (`picture`) and its theme color (`cloth`).
 */
export type OgImageRow = { title: string; line: string | null; picture: string | null; theme_color: string };

type PageQuery = (name: SharedPageId, now: Date) => RawBuilder<OgImageRow>;

const selectPost: PageQuery = ({ kind, slug, locale }, now) => sql`
  select p.title, null as line, m.key as picture, p.theme_color from posts p left join media m on m.id = p.cover_id
  where p.kind = ${kind} and p.slug = ${slug} and p.locale = ${locale} and p.published_at <= ${now} and not p.draft`;

const pageQueries: Record<Exclude<SharedPageKind, "gift">, PageQuery> = {
  product: ({ slug, locale }) => sql`
    select ${sql.ref(locale === "ru-RU" ? "p.name_ru" : "p.name_en")} as title, brands.name as line, d.key as picture, 'shiro' as theme_color
    from products p join brands on brands.id = p.brand_id
    join product_images i on i.product_id = p.id and i.position = 0 join media d on d.id = i.media_id
    where p.slug = ${slug} and p.status in ('active', 'discontinued')`,
  category: ({ slug, locale }) => sql`
    select ${sql.ref(locale === "ru-RU" ? "name_ru" : "name_en")} as title, null as line, null as picture, theme_color
    from categories where slug = ${slug}`,
  blog: selectPost,
  news: selectPost,
  info: ({ slug, locale }) => sql`
    select title, null as line, null as picture, 'shiro' as theme_color from pages where slug = ${slug} and locale = ${locale}`,
  quiz: ({ slug, locale }) => sql`
    select title, null as line, null as picture, 'sakura' as theme_color from quizzes where id::text = ${slug} and locale = ${locale}`,
};

/** Finds what a share image shows of a page; undefined if there is no such page or it is not visible. */
export async function findSharedPage(
  db: Db,
  { kind, ...name }: Omit<SharedPageId, "kind"> & { kind: Exclude<SharedPageKind, "gift"> },
  now: Date,
): Promise<OgImageRow | undefined> {
  return (await pageQueries[kind]({ kind, ...name }, now).execute(db)).rows[0];
}

import { type RawBuilder, sql } from "kysely";
import { getIngredientDictionary } from "../../catalog/ingredients/ingredients.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { readInBatches } from "../batches.ts";

/** A page in a sitemap. */
export type SitemapEntry = { path: string; changed_at: Date | null; pictures: { key: string; width: number }[] };

/**
 * Each product file covers this many product ids, so that a product stays in its file when others are added or deleted.
 */
export const PRODUCTS_PER_FILE = 25_000;
const BATCH_SIZE = 500;

/** Lists the product files that are not empty, with the time of their newest change. */
export async function listProductFiles(db: Db): Promise<{ number: number; changed_at: Date }[]> {
  const { rows } = await sql<{ number: number; changed_at: Date }>`
    select (id - 1) / ${sql.lit(PRODUCTS_PER_FILE)} + 1 as number, max(updated_at) as changed_at
    from products where status = 'active' group by 1 order by 1`.execute(db);
  return rows;
}

/** Returns whether a product file has any products, without reading the others. */
export async function hasProductFile(db: Db, file: number): Promise<boolean> {
  const lastId = file * PRODUCTS_PER_FILE;
  const { rows } = await sql`
    select from products where id > ${lastId - PRODUCTS_PER_FILE}::bigint and id <= ${lastId}::bigint and status = 'active'
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Reads the products of a file in batches. */
export function readProductEntries(db: Db, file: number): AsyncGenerator<SitemapEntry[]> {
  const lastId = file * PRODUCTS_PER_FILE;
  return readInBatches((afterId) => listProductEntries(db, afterId, lastId), BATCH_SIZE, lastId - PRODUCTS_PER_FILE);
}

async function listProductEntries(db: Db, afterId: number, lastId: number): Promise<(SitemapEntry & { id: number })[]> {
  const { rows } = await sql<SitemapEntry & { id: number }>`
    select p.id, '/' || p.slug as path, p.updated_at as changed_at, coalesce(i.pictures, '[]') as pictures
    from (
      select id, slug, updated_at from products where id > ${afterId} and id <= ${lastId} and status = 'active'
      order by id limit ${sql.lit(BATCH_SIZE)}
    ) p
    left join lateral (
      select json_agg(json_build_object('key', m.key, 'width', m.width) order by i.position) as pictures
      from product_images i join media m on m.id = i.media_id where i.product_id = p.id
    ) i on true
    order by p.id`.execute(db);
  return rows;
}

const activeProducts = sql`select * from products where status = 'active'`;
type CollectionKind = "categories" | "brands" | "series" | "tags";

/** Which products have a page of a kind, with products aliased as p. */
const collectionMembers: Record<CollectionKind, RawBuilder<unknown>> = {
  categories: sql`true`,
  brands: sql`true`,
  series: sql`p.series_id is not null`,
  tags: sql`p.tag_ids <> '{}'`,
};

/**
 * Returns the newest change of the collection pages of a kind, that of a product; null if there are no such pages. It
 * reads only the newest products.
 */
export async function getNewestCollectionChange(db: Db, kind: CollectionKind): Promise<Date | null> {
  const { rows } = await sql<{ changed_at: Date }>`
    select p.updated_at as changed_at from products p where p.status = 'active' and ${collectionMembers[kind]}
    order by p.updated_at desc, p.id desc limit 1`.execute(db);
  return rows[0]?.changed_at ?? null;
}

const listQueries: Record<CollectionKind, RawBuilder<SitemapEntry>> = {
  categories: sql`
    select '/category/' || c.slug as path, max(p.updated_at) as changed_at, '[]'::jsonb as pictures
    from (${activeProducts}) p, unnest(p.category_path) up(id) join categories c on c.id = up.id group by c.id order by c.id`,
  brands: sql`
    select '/manufacturer/' || brands.slug as path, max(p.updated_at) as changed_at, '[]'::jsonb as pictures
    from (${activeProducts}) p join brands on brands.id = p.brand_id group by brands.id order by brands.id`,
  series: sql`
    select '/brand-series/' || p.series_id as path, max(p.updated_at) as changed_at, '[]'::jsonb as pictures
    from (${activeProducts}) p where p.series_id is not null group by p.series_id order by p.series_id`,
  tags: sql`
    select '/tags/' || t.slug as path, max(p.updated_at) as changed_at, '[]'::jsonb as pictures
    from (${activeProducts}) p, unnest(p.tag_ids) tag(id) join tags t on t.id = tag.id group by t.id order by t.id`,
};

/** Lists the collection pages that have active products; they are the same in every language. */
export async function listCollectionEntries(db: Db, kind: CollectionKind): Promise<SitemapEntry[]> {
  return (await listQueries[kind].execute(db)).rows;
}

/** Lists the pages of known ingredients of active products; they are the same in every language. */
export async function listIngredientEntries(db: Db): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ slug: string; changed_at: Date }>`
    select i.slug, max(p.updated_at) as changed_at
    from (${activeProducts}) p join product_ingredients i on i.product_id = p.id where i.place > 0
    group by i.slug`.execute(db);
  const changes = new Map(rows.map(({ slug, changed_at }) => [slug, changed_at.getTime()]));
  // Labels use several names for one ingredient, and a group has the names of all its ingredients, but each has only
  // one page.
  const dictionary = await getIngredientDictionary(db);
  return dictionary.list("ru-RU").flatMap(({ slug }) => {
    const timestamps = dictionary.listSlugs(slug).flatMap((name) => changes.get(name) ?? []);
    if (timestamps.length === 0) return [];
    return { path: `/ingredients/${slug}`, changed_at: new Date(Math.max(...timestamps)), pictures: [] };
  });
}

/** Lists the info pages of a locale. */
export async function listInfoEntries(db: Db, locale: Locale): Promise<SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select '/info/' || slug as path, updated_at as changed_at, '[]'::jsonb as pictures
    from pages where locale = ${locale} order by slug`.execute(db);
  return rows;
}

/** Lists published posts with their cover images and, for the blog, the tag pages. */
export async function listPostEntries(
  db: Db,
  kind: "blog" | "news",
  locale: Locale,
  now: Date,
): Promise<SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    with published as (select * from posts where kind = ${kind} and locale = ${locale} and published_at <= ${now} and not draft and not unlisted)
    select '/' || kind || '/' || slug as path, coalesce(updated_at, published_at) as changed_at,
      case when m.id is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('key', m.key, 'width', m.width)) end as pictures
    from published left join media m on m.id = cover_id
    union all
    select '/blog/tag/' || t.slug, max(coalesce(p.updated_at, p.published_at)), '[]'::jsonb
    from published p join post_tags t on t.post_id = p.id where p.kind = 'blog' group by t.slug
    order by changed_at desc`.execute(db);
  return rows;
}

/**
 * Returns when the newest post was published, which is the last change of its list; null if there is none in this
 * locale.
 */
export async function getNewestPostDate(
  db: Db,
  kind: "blog" | "news",
  locale: Locale,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(published_at) as at from posts where kind = ${kind} and locale = ${locale} and published_at <= ${now} and not draft and not unlisted`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** Lists the paths of the quizzes of a locale. */
export async function listQuizPaths(db: Db, locale: Locale): Promise<string[]> {
  const rows = await db.selectFrom("quizzes").select("id").where("locale", "=", locale).orderBy("id").execute();
  return rows.map(({ id }) => `/maketest/${id}`);
}

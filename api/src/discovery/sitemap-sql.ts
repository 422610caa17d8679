import { type RawBuilder, sql } from "kysely";
import { knownIngredients, namesOf } from "../catalogue/ingredients.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { batchesOf } from "./batches.ts";

/** A page as a sitemap tells of it. */
export type Entry = { path: string; changed_at: Date | null; pictures: { key: string; width: number }[] };

/** Products are numbered: so many numbers make one file, whatever is deleted or added later. */
export const PRODUCTS_A_FILE = 25_000;
const BATCH = 500;

/** The files of products that have any, with the newest change in each. */
export async function productFiles(db: Db): Promise<{ number: number; changed_at: Date }[]> {
  const { rows } = await sql<{ number: number; changed_at: Date }>`
    select (id - 1) / ${sql.lit(PRODUCTS_A_FILE)} + 1 as number, max(updated_at) as changed_at
    from products where status = 'active' group by 1 order by 1`.execute(db);
  return rows;
}

/** The products of a file, a batch at a time. */
export function productEntries(db: Db, file: number): AsyncGenerator<Entry[]> {
  const last = file * PRODUCTS_A_FILE;
  return batchesOf((after) => entriesBetween(db, after, last), BATCH, last - PRODUCTS_A_FILE);
}

async function entriesBetween(db: Db, after: number, last: number): Promise<(Entry & { id: number })[]> {
  const { rows } = await sql<Entry & { id: number }>`
    select p.id, '/' || p.slug as path, p.updated_at as changed_at, coalesce(i.pictures, '[]') as pictures
    from (
      select id, slug, updated_at from products where id > ${after} and id <= ${last} and status = 'active'
      order by id limit ${sql.lit(BATCH)}
    ) p
    left join lateral (
      select json_agg(json_build_object('key', m.key, 'width', m.width) order by i.position) as pictures
      from product_images i join media m on m.id = i.media_id where i.product_id = p.id
    ) i on true
    order by p.id`.execute(db);
  return rows;
}

const onSale = sql`select * from products where status = 'active'`;
const listed: Record<string, RawBuilder<Entry>> = {
  categories: sql`
    select '/category/' || c.slug as path, max(p.updated_at) as changed_at, '[]'::jsonb as pictures
    from (${onSale}) p, unnest(p.category_path) up(id) join categories c on c.id = up.id group by c.id order by c.id`,
  brands: sql`
    select '/manufacturer/' || m.slug as path, max(p.updated_at) as changed_at, '[]'::jsonb as pictures
    from (${onSale}) p join manufacturers m on m.id = p.manufacturer_id group by m.id order by m.id`,
  series: sql`
    select '/brand-series/' || p.series_id as path, max(p.updated_at) as changed_at, '[]'::jsonb as pictures
    from (${onSale}) p where p.series_id is not null group by p.series_id order by p.series_id`,
  tags: sql`
    select '/tags/' || t.slug as path, max(p.updated_at) as changed_at, '[]'::jsonb as pictures
    from (${onSale}) p, unnest(p.tag_ids) tag(id) join tags t on t.id = tag.id group by t.id order by t.id`,
};

/** Lists of products that have any: the same in every language. */
export async function listEntries(db: Db, kind: "categories" | "brands" | "series" | "tags"): Promise<Entry[]> {
  return (await (listed[kind] as RawBuilder<Entry>).execute(db)).rows;
}

/** What is in the goods on sale, as far as something is known of it; the same in every language. */
export async function ingredientEntries(db: Db): Promise<Entry[]> {
  const { rows } = await sql<{ slug: string; changed_at: Date }>`
    select i.slug, max(p.updated_at) as changed_at
    from (${onSale}) p join product_ingredients i on i.product_id = p.id where i.place > 0
    group by i.slug`.execute(db);
  const changes = new Map(rows.map(({ slug, changed_at }) => [slug, changed_at.getTime()]));
  // Labels call an ingredient by several names, and a group has those of all its ingredients; its page is one.
  return knownIngredients("ru-RU").flatMap(({ slug }) => {
    const times = namesOf(slug).flatMap((name) => changes.get(name) ?? []);
    if (times.length === 0) return [];
    return { path: `/ingredients/${slug}`, changed_at: new Date(Math.max(...times)), pictures: [] };
  });
}

export async function infoEntries(db: Db, locale: Locale): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select '/info/' || slug as path, updated_at as changed_at, '[]'::jsonb as pictures
    from pages where locale = ${locale} order by slug`.execute(db);
  return rows;
}

/** Posts that are out, with their covers, and, of the blog, the topics that they are under. */
export async function postEntries(db: Db, kind: "blog" | "news", locale: Locale, now: Date): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    with shown as (select * from posts where kind = ${kind} and locale = ${locale} and published_at <= ${now} and not draft and not unlisted)
    select '/' || kind || '/' || slug as path, coalesce(updated_at, published_at) as changed_at,
      case when m.id is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('key', m.key, 'width', m.width)) end as pictures
    from shown left join media m on m.id = cover_id
    union all
    select '/blog/tag/' || t.slug, max(coalesce(s.updated_at, s.published_at)), '[]'::jsonb
    from shown s join post_tags t on t.post_id = s.id where s.kind = 'blog' group by t.slug
    order by changed_at desc`.execute(db);
  return rows;
}

/** The newest post that is out: when its list changed last; null where the locale has none. */
export async function newestPost(db: Db, kind: "blog" | "news", locale: Locale, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(published_at) as at from posts where kind = ${kind} and locale = ${locale} and published_at <= ${now} and not draft and not unlisted`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

export async function quizAddresses(db: Db, locale: Locale): Promise<string[]> {
  const rows = await db.selectFrom("quizzes").select("id").where("locale", "=", locale).orderBy("id").execute();
  return rows.map(({ id }) => `/maketest/${id}`);
}

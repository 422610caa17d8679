import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../content/pictures.ts";
import type { Db } from "../platform/db.ts";
import type { Heads } from "./heads.ts";
export type CategoryRow = {
  id: number;
  parent_id: number | null;
  path: number[];
  slug: string;
  name_ru: string;
  name_en: string;
  cloth: string;
  head: Heads;
  position: number;
  count: number;
  image: MediaRow | null;
};
export type NamedRow = { id: number; slug: string; name_ru: string; name_en: string };
export type ManufacturerRow = {
  id: number;
  slug: string;
  name: string;
  name_ru: string;
  name_ja: string;
  line_ru: string;
  line_en: string;
  cloth: string;
  head: Heads;
  count: number;
};

/** Every category with the number of products on sale in it and below. */
export async function categoriesWithCounts(db: Db): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select c.id, c.parent_id, c.path, c.slug, c.name_ru, c.name_en, c.cloth, c.head, c.position, coalesce(n.count, 0) as count,
      case when media.id is null then null else jsonb_build_object('key', media.key, 'width', media.width, 'height', media.height) end as image
    from categories c
    left join media on media.id = c.image_id
    left join (
      select up.id, sum(here)::bigint as count from
        (select category_id, count(*) as here from products where status = 'active' group by 1) leaf
        join categories l on l.id = leaf.category_id, unnest(l.path) up(id)
      group by up.id
    ) n on n.id = c.id
    order by c.position, c.id`.execute(db);
  return rows;
}

export async function manufacturersWithCounts(db: Db): Promise<ManufacturerRow[]> {
  const { rows } = await sql<ManufacturerRow>`
    select m.id, m.slug, m.name, m.name_ru, m.name_ja, m.line_ru, m.line_en, m.cloth, m.head, coalesce(n.count, 0) as count
    from manufacturers m
    left join (select manufacturer_id, count(*) as count from products where status = 'active' group by 1) n on n.manufacturer_id = m.id
    order by m.position, m.name`.execute(db);
  return rows;
}

export async function allUsages(db: Db): Promise<NamedRow[]> {
  return db.selectFrom("usages").select(["id", "slug", "name_ru", "name_en"]).orderBy("position").execute();
}

export async function findTagId(db: Db, slug: string): Promise<number | undefined> {
  return (await db.selectFrom("tags").select("id").where("slug", "=", slug).executeTakeFirst())?.id;
}

export type TagRow = { slug: string; name_ru: string; name_en: string; count: number };

/** A tag with the number of products on sale that bear it. */
export async function findTag(db: Db, slug: string): Promise<TagRow | undefined> {
  const { rows } = await sql<TagRow>`
    select t.slug, t.name_ru, t.name_en,
      (select count(*) from products p where p.tag_ids @> array[t.id] and p.status = 'active') as count
    from tags t where t.slug = ${slug}`.execute(db);
  return rows[0];
}

export type SeriesRow = {
  id: number;
  name: string;
  manufacturer_id: number;
  manufacturer_name: string;
  manufacturer_slug: string;
  count: number;
};

/** A series with the number of its products on sale. */
export async function findSeries(db: Db, id: number): Promise<SeriesRow | undefined> {
  const { rows } = await sql<SeriesRow>`
    select s.id, s.name, m.id as manufacturer_id, m.name as manufacturer_name, m.slug as manufacturer_slug,
      (select count(*) from products p where p.series_id = s.id and p.status = 'active') as count
    from series s join manufacturers m on m.id = s.manufacturer_id where s.id = ${id}`.execute(db);
  return rows[0];
}

type Sold = { count: number; images: MediaRow[] };

/** The pictures of the best of some products as q. */
const bestPictures = (condition: RawBuilder<boolean>, most: number) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('key', media.key, 'width', media.width, 'height', media.height) order by best.ord) from (
    select q.id, row_number() over (order by (q.stock > 0) desc, q.units_sold desc, q.id) as ord from products q
    where ${condition} and q.status = 'active' order by 2 limit ${sql.lit(most)}) best
  join product_images i on i.product_id = best.id and i.position = 0 join media on media.id = i.media_id), '[]')`;

/** The series of a manufacturer, each with the pictures of its best two products. */
export async function seriesOf(db: Db, manufacturerId: number): Promise<(Sold & { id: number; name: string })[]> {
  const { rows } = await sql<Sold & { id: number; name: string }>`
    select s.id, s.name, (select count(*) from products p where p.series_id = s.id and p.status = 'active') as count,
      ${bestPictures(sql<boolean>`q.series_id = s.id`, 2)} as images
    from series s where s.manufacturer_id = ${manufacturerId} order by s.name`.execute(db);
  return rows;
}

/** What is thought of a manufacturer's products (stars, 0 where nobody said), and the pictures of the best three. */
export async function reputationOf(
  db: Db,
  manufacturerId: number,
): Promise<{ rating: number; images: MediaRow[] } | undefined> {
  const { rows } = await sql<{ rating: number; images: MediaRow[] }>`
    select coalesce(round(sum(p.rating_sum)::numeric / nullif(sum(p.reviews_count), 0), 1), 0)::float8 as rating,
      ${bestPictures(sql<boolean>`q.manufacturer_id = ${manufacturerId}`, 3)} as images
    from products p where p.manufacturer_id = ${manufacturerId} and p.status = 'active'`.execute(db);
  return rows[0];
}

import { sql } from "kysely";
import type { MediaRow } from "../content/pictures.ts";
import type { Db } from "../platform/db.ts";
import { baseConditions, type Filter, priceCondition, priceNow } from "./filter.ts";

export type CategoryRow = {
  id: number;
  parent_id: number | null;
  path: number[];
  slug: string;
  name_ru: string;
  name_en: string;
  cloth: string;
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
  count: number;
};

export type Shelf = {
  manufacturer_id: number;
  usage_ids: number[];
  /** Whether the price bounds of the filter hold for these products. */
  in_price: boolean;
  count: number;
  price_min: number;
  price_max: number;
};

/**
 * The listing before its faceted choices, put together by what the facets tell apart: a few hundred rows for any
 * number of products, from which every facet is counted (see facets.ts).
 */
export async function shelves(db: Db, filter: Filter): Promise<Shelf[]> {
  const price = priceNow(filter.now);
  const { rows } = await sql<Shelf>`
    select p.manufacturer_id, p.usage_ids, ${priceCondition(filter)} as in_price, count(*) as count,
      min(${price}) as price_min, max(${price}) as price_max
    from products p where ${baseConditions(filter)} group by 1, 2, 3`.execute(db);
  return rows;
}

/** Every category with the number of products on sale in it and below. */
export async function categoriesWithCounts(db: Db): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select c.id, c.parent_id, c.path, c.slug, c.name_ru, c.name_en, c.cloth, c.position, coalesce(n.count, 0) as count,
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
    select m.id, m.slug, m.name, m.name_ru, m.name_ja, m.line_ru, m.line_en, m.cloth, coalesce(n.count, 0) as count
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

export async function seriesOf(db: Db, manufacturerId: number): Promise<{ id: number; name: string; count: number }[]> {
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    select s.id, s.name, count(p.id) as count from series s left join products p on p.series_id = s.id and p.status = 'active'
    where s.manufacturer_id = ${manufacturerId} group by s.id order by s.name`.execute(db);
  return rows;
}

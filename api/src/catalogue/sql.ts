import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../content/pictures.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import {
  baseConditions,
  type Filter,
  manufacturerCondition,
  orderOf,
  priceCondition,
  priceNow,
  usageCondition,
} from "./filter.ts";
import type { Sort } from "./schema.ts";

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

export type CardRow = {
  id: number;
  slug: string;
  reference: string;
  name: string;
  manufacturer_id: number;
  manufacturer_name: string;
  manufacturer_slug: string;
  media_key: string;
  media_width: number;
  media_height: number;
  price_minor: number;
  old_price_minor: number | null;
  sale_ends_at: Date | null;
  rating_sum: number;
  reviews_count: number;
  stock: number;
  has_options: boolean;
  own_qty_limit: number | null;
  labels: string[];
  published_at: Date;
};

const column = (locale: Locale, ru: string, en: string) => sql.ref(locale === "ru-RU" ? ru : en);

/** The columns of a card; `from` yields products as p, with an `ord` that keeps their order. */
function cards(locale: Locale, from: RawBuilder<unknown>): RawBuilder<CardRow> {
  return sql<CardRow>`
    select p.id, p.slug, p.reference, ${column(locale, "p.name_ru", "p.name_en")} as name,
      p.manufacturer_id, m.name as manufacturer_name, m.slug as manufacturer_slug,
      media.key as media_key, media.width as media_width, media.height as media_height,
      p.price_minor, p.old_price_minor, p.sale_ends_at, p.rating_sum, p.reviews_count, p.stock, p.has_options,
      p.own_qty_limit, p.labels, p.published_at
    from (${from}) page(id, ord)
    join products p on p.id = page.id
    join manufacturers m on m.id = p.manufacturer_id
    join product_images i on i.product_id = p.id and i.position = 0
    join media on media.id = i.media_id
    order by page.ord`;
}

/** One page of a listing, in the order asked for. */
export async function listedCards(
  db: Db,
  filter: Filter,
  sort: Sort | undefined,
  locale: Locale,
  page: { limit: number; offset: number },
): Promise<CardRow[]> {
  const order = orderOf(sort, filter);
  const chosen = sql`
    select id, row_number() over () as ord from (
      select p.id from products p
      where ${baseConditions(filter)} and ${manufacturerCondition(filter)} and ${usageCondition(filter)} and ${priceCondition(filter)}
      order by ${order} limit ${page.limit} offset ${page.offset}
    ) chosen`;
  const { rows } = await cards(locale, chosen).execute(db);
  return rows;
}

/** Cards by id, in the order of the ids; products that are not on sale are left out. */
export async function cardsById(db: Db, ids: number[], locale: Locale): Promise<CardRow[]> {
  const { rows } = await cards(
    locale,
    sql`select p.id, array_position(${ids}::integer[], p.id) as ord from products p where p.id = any(${ids}) and p.status = 'active'`,
  ).execute(db);
  return rows;
}

/**
 * The same category and usage first, then the same series; shared tags and popularity decide among them
 * (decisions: Catalogue). Where those are few, the best of the neighbouring categories fill the row.
 * Only the most popular are weighed, so that a large category costs no more than a small one.
 */
export async function similarCards(db: Db, productId: number, locale: Locale, limit: number): Promise<CardRow[]> {
  const popular = (condition: RawBuilder<boolean>, most: number) => sql`
    (select p.id from products p, origin o where p.status = 'active' and p.id <> o.id and ${condition}
     order by (p.stock > 0) desc, p.units_sold desc, p.id limit ${most})`;
  const { rows } = await cards(
    locale,
    sql`
      with origin as (select id, category_id, series_id, usage_ids, tag_ids from products where id = ${productId}),
      near as (
        ${popular(sql<boolean>`p.category_id = o.category_id`, 200)}
        union ${popular(sql<boolean>`p.series_id = o.series_id`, 100)}
        union ${popular(
          sql<boolean>`p.category_id in (select n.id from categories c join categories n using (parent_id) where c.id = o.category_id)`,
          limit,
        )}
      )
      select p.id, row_number() over (order by
        (p.category_id = o.category_id and p.usage_ids && o.usage_ids) desc, (p.series_id = o.series_id) desc nulls last,
        (p.category_id = o.category_id) desc, (p.stock > 0) desc,
        cardinality(array(select unnest(p.tag_ids) intersect select unnest(o.tag_ids))) desc, p.units_sold desc, p.id) as ord
      from near join products p using (id), origin o
      order by ord limit ${limit}`,
  ).execute(db);
  return rows;
}

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

export async function seriesOf(db: Db, manufacturerId: number): Promise<{ id: number; name: string; count: number }[]> {
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    select s.id, s.name, count(p.id) as count from series s left join products p on p.series_id = s.id and p.status = 'active'
    where s.manufacturer_id = ${manufacturerId} group by s.id order by s.name`.execute(db);
  return rows;
}

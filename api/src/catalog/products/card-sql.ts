import { type RawBuilder, sql } from "kysely";
import type { Sides } from "../../delivery/box.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { type Collection, collections } from "../schema.ts";
import { inStock, isOffered } from "./stock.ts";
import { getCollectionRule } from "./collections.ts";

/** The row of a product card. */
export type CardRow = {
  id: number;
  slug: string;
  reference: string;
  name: string;
  brand_id: number;
  brand_name: string;
  brand_slug: string;
  /** The name in Japanese; empty if unknown. */
  brand_name_ja: string;
  series_name: string | null;
  media_key: string;
  media_width: number;
  media_height: number;
  price_minor: number;
  old_price_minor: number | null;
  reference_price_minor: number | null;
  sale_ends_at: Date | null;
  rating_sum: number;
  reviews_count: number;
  stock: number;
  has_options: boolean;
  own_qty_limit: number | null;
  labels: string[];
  published_at: Date;
  net_amount: number | null;
  net_unit: string | null;
  /** The colors of the options; null without colored options. */
  swatches: string[] | null;
  weight_g: number;
  size_mm: Sides | null;
  hazard: string;
  hs_code: string;
};

/** The columns of `CardRow`, for a query on `products p` with `cardJoins`. */
export function cardColumns(locale: Locale): RawBuilder<unknown> {
  return sql`p.id, p.slug, p.reference, ${sql.ref(locale === "ru-RU" ? "p.name_ru" : "p.name_en")} as name,
      p.brand_id, brands.name as brand_name, brands.slug as brand_slug, brands.name_ja as brand_name_ja,
      (select s.name from series s where s.id = p.series_id) as series_name,
      media.key as media_key, media.width as media_width, media.height as media_height,
      p.price_minor, p.old_price_minor, p.reference_price_minor, p.sale_ends_at, p.rating_sum, p.reviews_count, p.stock, p.has_options,
      p.own_qty_limit, p.labels, p.published_at, p.net_amount::float8 as net_amount, p.net_unit,
      p.weight_g, p.size_mm, p.hazard, p.hs_code,
      case when p.has_options then (
        select array_agg(v.swatch order by v.position, v.option_id)
        from product_variants v where v.product_id = p.id and v.swatch is not null and ${isOffered("v")}) end as swatches`;
}

/** The joins that `cardColumns` requires. */
export const cardJoins = sql`
    join brands on brands.id = p.brand_id
    join product_images i on i.product_id = p.id and i.position = 0
    join media on media.id = i.media_id`;

/** Selects cards. @param idQuery a query that returns product ids and their position (`ord`) */
export function selectCards(locale: Locale, idQuery: RawBuilder<unknown>): RawBuilder<CardRow> {
  return sql<CardRow>`
    select ${cardColumns(locale)}
    from (${idQuery}) page(id, ord) join products p on p.id = page.id ${cardJoins}
    order by page.ord`;
}

/** Selects the ids of the products of a collection that are in stock, at most `limit`, in the order of the collection. */
function selectCollection(
  collection: Collection,
  { now, newSince }: { now: Date; newSince: Date },
  limit: number,
): RawBuilder<unknown> {
  const { column, above, endsWithSale, maxProducts } = getCollectionRule(collection, { newSince });
  const [value, id] = [sql.ref(`p.${column}`), sql.ref("p.id")];
  // Numbers are literals, so that the planner can use the partial indexes.
  const bound = typeof above === "number" ? sql.lit(above) : sql`${above}`;
  const lasts = endsWithSale ? sql`coalesce(p.sale_ends_at > ${now}, true)` : sql`true`;
  const condition = sql`p.status = 'active' and ${value} > ${bound} and ${lasts}`;
  const belongs =
    maxProducts === undefined
      ? condition
      : sql`p.status = 'active' and p.id in (
          select p.id from products p where ${condition} order by ${value} desc, ${id} limit ${sql.lit(maxProducts)})`;
  return sql`
    select p.id from products p where ${belongs} and ${inStock("p")}
    order by (${inStock("p")}) desc, ${value} desc, ${id} limit ${sql.lit(limit)}`;
}

/**
 * Returns the first products in stock of each collection, each in its own sort order, in one statement. The limit is a
 * literal and not a parameter, so that the generic plan of the prepared statement uses the indexes for a few rows.
 */
export async function findCollectionPreviews(
  db: Db,
  { now, newSince }: { now: Date; newSince: Date },
  locale: Locale,
  limit: number,
): Promise<(CardRow & { collection: Collection })[]> {
  const previewQueries = collections.map(
    (name) => sql`
      select ${sql.lit(name)} as collection, id, row_number() over () as ord
      from (${selectCollection(name, { now, newSince }, limit)}) chosen`,
  );
  const { rows } = await sql<CardRow & { collection: Collection }>`
    select page.collection, ${cardColumns(locale)}
    from (${sql.join(previewQueries, sql` union all `)}) page(collection, id, ord) join products p on p.id = page.id ${cardJoins}
    order by page.collection, page.ord`.execute(db);
  return rows;
}

/** Returns cards in the order of the ids. Products that are not active are omitted. */
export async function findCardsByIds(db: Db, ids: number[], locale: Locale): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const idQuery = sql`
    select p.id, array_position(${ids}::integer[], p.id) as ord from products p
    where p.id = any(${ids}) and p.status = 'active'`;
  return (await selectCards(locale, idQuery).execute(db)).rows;
}

/** Returns the cards of the best-selling products of a category, those in stock first. */
export async function findPopularCardsInCategory(
  db: Db,
  categoryId: number,
  locale: Locale,
  limit: number,
): Promise<CardRow[]> {
  const idQuery = sql`
    select id, row_number() over () as ord from (
      select p.id from products p where p.status = 'active' and p.category_id = ${categoryId}
      order by (${inStock("p")}) desc, p.units_sold desc, p.id limit ${sql.lit(limit)}) popular`;
  return (await selectCards(locale, idQuery).execute(db)).rows;
}

/**
 * Returns products similar to the one that matches `originCondition`: first those of the same category and concern,
 * then those of the same series, sorted by shared tags and popularity. If there are too few, best sellers of sibling
 * categories follow. Only the most popular products of each group are ranked, so that the cost does not depend on the
 * size of the category. Rule: docs/domain/catalog.md.
 */
export async function findSimilarCards(
  db: Db,
  originCondition: RawBuilder<boolean>,
  locale: Locale,
  limit: number,
): Promise<CardRow[]> {
  const selectPopular = (condition: RawBuilder<boolean>, max: number) => sql`
    (select p.id from products p, origin o where p.status = 'active' and p.id <> o.id and ${condition}
     order by (${inStock("p")}) desc, p.units_sold desc, p.id limit ${sql.lit(max)})`;
  const idQuery = sql`
    with origin as (
      select p.id, p.category_id, p.series_id, p.concern_ids, p.tag_ids from products p
      where ${originCondition} and p.status in ('active', 'discontinued')
    ),
    candidates as (
      ${selectPopular(sql<boolean>`p.category_id = o.category_id`, 200)}
      union ${selectPopular(sql<boolean>`p.series_id = o.series_id`, 100)}
      union ${selectPopular(
        sql<boolean>`p.category_id in (select n.id from categories c join categories n using (parent_id) where c.id = o.category_id)`,
        limit,
      )}
    )
    select p.id, row_number() over (order by
      (p.category_id = o.category_id and p.concern_ids && o.concern_ids) desc, (p.series_id = o.series_id) desc nulls last,
      (p.category_id = o.category_id) desc, (${inStock("p")}) desc,
      cardinality(array(select unnest(p.tag_ids) intersect select unnest(o.tag_ids))) desc, p.units_sold desc, p.id) as ord
    from candidates join products p using (id), origin o
    order by ord limit ${sql.lit(limit)}`;
  return (await selectCards(locale, idQuery).execute(db)).rows;
}

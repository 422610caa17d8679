import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { BEST_SELLERS } from "./filter.ts";
import { type Collection, collections } from "./schema.ts";

/** What a card shows of a product. */
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
  was_minor: number | null;
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
};

/** The columns of a card, of products as p with `cardJoins`. */
export function cardColumns(locale: Locale): RawBuilder<unknown> {
  return sql`p.id, p.slug, p.reference, ${sql.ref(locale === "ru-RU" ? "p.name_ru" : "p.name_en")} as name,
      p.manufacturer_id, m.name as manufacturer_name, m.slug as manufacturer_slug,
      media.key as media_key, media.width as media_width, media.height as media_height,
      p.price_minor, p.old_price_minor, p.was_minor, p.sale_ends_at, p.rating_sum, p.reviews_count, p.stock, p.has_options,
      p.own_qty_limit, p.labels, p.published_at, p.net_amount::float8 as net_amount, p.net_unit`;
}

export const cardJoins = sql`
    join manufacturers m on m.id = p.manufacturer_id
    join product_images i on i.product_id = p.id and i.position = 0
    join media on media.id = i.media_id`;

/** Cards; `chosen` yields the ids of products with an `ord` that keeps their order. */
export function cards(locale: Locale, chosen: RawBuilder<unknown>): RawBuilder<CardRow> {
  return sql<CardRow>`
    select ${cardColumns(locale)}
    from (${chosen}) page(id, ord) join products p on p.id = page.id ${cardJoins}
    order by page.ord`;
}

/**
 * The beginnings of the collections, of what is in stock, each in its own order (the rules are those of `filter.ts`), in one
 * statement. Indexes lead to so few among all products. The limit stands in the statement itself: a plan that is kept for
 * later is only good when it knows how little is asked for.
 */
export async function firstOfCollections(
  db: Db,
  { now, newSince }: { now: Date; newSince: Date },
  locale: Locale,
  limit: number,
): Promise<(CardRow & { collection: Collection })[]> {
  const rules: Record<Collection, { condition: RawBuilder<unknown>; order: RawBuilder<unknown> }> = {
    "best-sales": {
      condition: sql`p.id in (
        select b.id from products b where b.status = 'active' and b.units_sold > 0
        order by b.units_sold desc, b.id limit ${sql.lit(BEST_SELLERS)})`,
      order: sql`p.units_sold desc`,
    },
    "new-products": { condition: sql`p.published_at > ${newSince}`, order: sql`p.published_at desc` },
    "prices-drop": {
      condition: sql`p.discount_percent >= 1 and coalesce(p.sale_ends_at > ${now}, true)`,
      order: sql`p.discount_percent desc`,
    },
  };
  const lists = collections.map(
    (name) => sql`select ${sql.lit(name)} as collection, id, row_number() over () as ord from (
      select p.id from products p where p.status = 'active' and p.stock > 0 and ${rules[name].condition}
      order by (p.stock > 0) desc, ${rules[name].order}, p.id limit ${sql.lit(limit)}) chosen`,
  );
  const { rows } = await sql<CardRow & { collection: Collection }>`
    select page.collection, ${cardColumns(locale)}
    from (${sql.join(lists, sql` union all `)}) page(collection, id, ord) join products p on p.id = page.id ${cardJoins}
    order by page.collection, page.ord`.execute(db);
  return rows;
}

/** Cards by id, in the order of the ids; products that are not on sale are left out. */
export async function cardsById(db: Db, ids: number[], locale: Locale): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const chosen = sql`
    select p.id, array_position(${ids}::integer[], p.id) as ord from products p
    where p.id = any(${ids}) and p.status = 'active'`;
  return (await cards(locale, chosen).execute(db)).rows;
}

/** The most popular of a category. */
export async function cardsInCategory(db: Db, categoryId: number, locale: Locale, limit: number): Promise<CardRow[]> {
  const chosen = sql`
    select id, row_number() over () as ord from (
      select p.id from products p where p.status = 'active' and p.category_id = ${categoryId}
      order by (p.stock > 0) desc, p.units_sold desc, p.id limit ${sql.lit(limit)}) popular`;
  return (await cards(locale, chosen).execute(db)).rows;
}

/**
 * Products like the one that `origin` is true of. The same category and usage first, then the same series; shared tags
 * and popularity decide among them (decisions: Catalogue). Where those are few, the best of the neighbouring categories
 * fill the row. Only the most popular are weighed, so that a large category costs no more than a small one.
 */
export async function similarCards(
  db: Db,
  origin: RawBuilder<boolean>,
  locale: Locale,
  limit: number,
): Promise<CardRow[]> {
  const popular = (condition: RawBuilder<boolean>, most: number) => sql`
    (select p.id from products p, origin o where p.status = 'active' and p.id <> o.id and ${condition}
     order by (p.stock > 0) desc, p.units_sold desc, p.id limit ${sql.lit(most)})`;
  const chosen = sql`
    with origin as (
      select p.id, p.category_id, p.series_id, p.usage_ids, p.tag_ids from products p
      where ${origin} and p.status <> 'hidden'
    ),
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
    order by ord limit ${sql.lit(limit)}`;
  return (await cards(locale, chosen).execute(db)).rows;
}

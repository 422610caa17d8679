import { type RawBuilder, sql } from "kysely";
import type { Collection, Sort } from "./schema.ts";

/** Products that words were found in, of products as p: which, and what is true of those that come first, before availability. */
export type Words = Readonly<{ condition: RawBuilder<boolean>; rank: readonly RawBuilder<boolean>[] }>;

/** What a listing asks for, in the database's own terms (prices in kopecks). */
export type Filter = {
  /** A category and everything below it. */
  categoryIds?: number[] | undefined;
  /** The list is this manufacturer's own. */
  makerId?: number | undefined;
  manufacturerIds: number[];
  usageIds: number[];
  seriesId?: number | undefined;
  tagId?: number | undefined;
  collection?: Collection | undefined;
  /** Ingredients, by every name they go by, that are not in it. */
  without?: string[] | undefined;
  /** Ingredients, by every name they go by, one of which is in it. */
  ingredient?: string[] | undefined;
  /** What a search found, and in what order (the room `search`). */
  words?: Words | undefined;
  ids: number[];
  priceMinMinor?: number | undefined;
  priceMaxMinor?: number | undefined;
  inStock: boolean;
  /** Stars as they are shown. */
  ratingMin?: number | undefined;
  /** Percent. */
  discountMin?: number | undefined;
  now: Date;
  newSince: Date;
};

/** What asks for words too. */
export type Search = Filter & { words: Words };

export const isSearch = (filter: Filter): filter is Search => filter.words !== undefined;

/** So many products are best sellers at most: a list of everything ever sold is none. */
const BEST_SELLERS = 500;

type Condition = RawBuilder<boolean>;

/** The price that holds at a moment: a sale is over to the second. */
export const priceNow = (now: Date) => sql<number>`price_at(p.price_minor, p.old_price_minor, p.sale_ends_at, ${now})`;
const onSaleNow = (now: Date): Condition => reducedFrom(1, now);
const everything: Condition = sql<boolean>`true`;

/** Everything but the choices that have facets: what every facet counts over. */
export function baseConditions(filter: Filter): Condition {
  const all: Condition[] = [sql<boolean>`p.status = 'active'`];
  if (filter.categoryIds !== undefined) all.push(sql<boolean>`p.category_id = any(${filter.categoryIds})`);
  if (filter.makerId !== undefined) all.push(sql<boolean>`p.manufacturer_id = ${filter.makerId}`);
  if (filter.seriesId !== undefined) all.push(sql<boolean>`p.series_id = ${filter.seriesId}`);
  if (filter.tagId !== undefined) all.push(sql<boolean>`p.tag_ids @> array[${filter.tagId}]::integer[]`);
  if (filter.ids.length > 0) all.push(sql<boolean>`p.id = any(${filter.ids})`);
  if (filter.collection === "best-sales") {
    all.push(sql<boolean>`p.id in (
      select b.id from products b where b.status = 'active' and b.units_sold > 0 order by b.units_sold desc, b.id limit ${sql.lit(BEST_SELLERS)})`);
  }
  if (filter.collection === "new-products") all.push(sql<boolean>`p.published_at > ${filter.newSince}`);
  if (filter.collection === "prices-drop") all.push(onSaleNow(filter.now));
  // What nobody knows the composition of stands under the empty name: it is not said to be free of anything.
  if (filter.without !== undefined)
    all.push(
      sql<boolean>`p.id not in (select i.product_id from product_ingredients i where i.slug = any(${["", ...filter.without]}))`,
    );
  if (filter.ingredient !== undefined)
    all.push(
      sql<boolean>`p.id in (select i.product_id from product_ingredients i where i.slug = any(${filter.ingredient}))`,
    );
  if (filter.words !== undefined) all.push(filter.words.condition);
  return allOf(...all);
}

export function manufacturerCondition({ manufacturerIds }: Filter): Condition {
  return manufacturerIds.length > 0 ? sql<boolean>`p.manufacturer_id = any(${manufacturerIds})` : everything;
}

export function usageCondition({ usageIds }: Filter): Condition {
  return usageIds.length > 0 ? sql<boolean>`p.usage_ids && ${usageIds}::integer[]` : everything;
}

export function priceCondition({ priceMinMinor, priceMaxMinor, now }: Filter): Condition {
  const all: Condition[] = [];
  if (priceMinMinor !== undefined) all.push(sql<boolean>`${priceNow(now)} >= ${priceMinMinor}`);
  if (priceMaxMinor !== undefined) all.push(sql<boolean>`${priceNow(now)} <= ${priceMaxMinor}`);
  return allOf(...all);
}

export const inStock: Condition = sql<boolean>`p.stock > 0`;

export function stockCondition(filter: Filter): Condition {
  return filter.inStock ? inStock : everything;
}

/** Whether so many stars are shown: tenths, rounded as on the card. @param stars by halves */
export const ratedFrom = (stars: number): Condition =>
  sql<boolean>`(p.reviews_count > 0 and 20 * p.rating_sum >= ${sql.lit(20 * stars - 1)} * p.reviews_count)`;

export function ratingCondition({ ratingMin }: Filter): Condition {
  return ratingMin === undefined ? everything : ratedFrom(ratingMin);
}

/** Whether the price fell by so many percent at least, and has not risen again. */
export const reducedFrom = (percent: number, now: Date): Condition =>
  sql<boolean>`(p.discount_percent >= ${sql.lit(percent)} and coalesce(p.sale_ends_at > ${now}, true))`;

export function discountCondition({ discountMin, now }: Filter): Condition {
  return discountMin === undefined ? everything : reducedFrom(discountMin, now);
}

/** All of these; a condition that always holds is left out. */
export function allOf(...conditions: Condition[]): Condition {
  const telling = conditions.filter((condition) => condition !== everything);
  return telling.length > 0 ? sql<boolean>`${sql.join(telling, sql` and `)}` : everything;
}

/** The choices that have facets. */
export function facetedConditions(filter: Filter): Condition {
  return allOf(
    manufacturerCondition(filter),
    usageCondition(filter),
    priceCondition(filter),
    stockCondition(filter),
    ratingCondition(filter),
    discountCondition(filter),
  );
}

/**
 * What a search found, as p, with all that facets and orders look at: the index `products_shelves` holds it, so that no
 * wide row is read, whatever was found. The fence keeps the planner from weighing every product in the listing's order.
 */
export function foundByWords(search: Search): RawBuilder<unknown> {
  return sql`
    select p.id, p.manufacturer_id, p.usage_ids, p.price_minor, p.old_price_minor, p.sale_ends_at, p.discount_percent,
      p.stock, p.published_at, p.units_sold, p.rating_sum, p.reviews_count,
      array[${sql.join([...search.words.rank, everything])}] as rank
    from products p where ${baseConditions(search)} offset 0`;
}

/** The order of a listing (of a search: of `foundByWords`); what is out of stock stands last in every order (ties by id, so that pages never overlap). */
export function orderOf(sort: Sort | undefined, filter: Filter): RawBuilder<unknown> {
  const fallback: Sort =
    filter.collection === "new-products" ? "new" : filter.collection === "prices-drop" ? "discount" : "popular";
  const inStockFirst = sql`(p.stock > 0) desc`;
  switch (sort ?? fallback) {
    case "popular":
      return isSearch(filter) && sort === undefined
        ? sql`p.rank desc, ${inStockFirst}, p.units_sold desc, p.published_at desc, p.id`
        : sql`${inStockFirst}, p.units_sold desc, p.id`;
    case "new":
      return sql`${inStockFirst}, p.published_at desc, p.id`;
    case "price_asc":
      return sql`${inStockFirst}, ${priceNow(filter.now)}, p.id`;
    case "price_desc":
      return sql`${inStockFirst}, ${priceNow(filter.now)} desc, p.id`;
    case "rating":
      // Few reviews weigh less: every product starts with five average ones.
      return sql`${inStockFirst}, (p.rating_sum + 5 * 4.5) / (p.reviews_count + 5) desc, p.id`;
    case "discount":
      return sql`${inStockFirst}, case when ${onSaleNow(filter.now)} then p.discount_percent else 0 end desc, p.id`;
  }
}

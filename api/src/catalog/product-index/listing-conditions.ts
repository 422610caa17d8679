import { type RawBuilder, sql } from "kysely";
import { getCollectionRule } from "../products/collections.ts";
import type { Collection, Sort } from "../schema.ts";
import type { FacetKey, ListingFilter, RankCondition } from "./product-index.ts";

// The conditions and sort orders of lists for `product_listing`, as `l`. Those for products in memory are in `filter.ts` and
// `sort.ts`; a test compares both with random products.

export type SqlCondition = RawBuilder<boolean>;

/** The price in force of a row, in kopecks. */
export const priceAt = (now: Date): RawBuilder<number> =>
  sql`price_in_force(l.price_minor, l.old_price_minor, l.sale_ends_at, ${now}::timestamptz)`;

/** Matches rows whose displayed rating is at least `stars`, as `hasMinRating` does. */
export const hasMinRating = (stars: number): SqlCondition =>
  sql`(l.reviews_count > 0 and 20 * l.rating_sum >= ${20 * stars - 1}::integer * l.reviews_count)`;

/** Matches rows with a running discount of at least `percent`. */
export const hasMinDiscount = (percent: number, now: Date): SqlCondition =>
  sql`(l.discount_percent >= ${percent}::integer and (l.sale_ends_at is null or l.sale_ends_at > ${now}::timestamptz))`;

/** Whether a value is one of `ids`, of which there may be thousands: they are hashed once for all rows. */
export const isOneOf = (value: RawBuilder<unknown>, ids: Iterable<number>): SqlCondition =>
  sql`${value} in (select unnest(${[...ids]}::integer[]))`;

const productId = sql`l.product_id`;

/** Returns the condition for the listing without facet choices; facets are counted over its rows. */
export function buildBaseCondition(filter: ListingFilter): SqlCondition {
  const { categoryIds, pageBrandId, seriesId, tagId, matches, ids, collection } = filter;
  const { excludedProductIds, containingProductIds } = filter;
  const conditions: SqlCondition[] = [];
  if (matches !== undefined) conditions.push(sql`l.product_id = any (${[...matches.ids]}::integer[])`);
  if (ids.length > 0) conditions.push(sql`l.product_id = any (${ids}::integer[])`);
  if (categoryIds !== undefined) conditions.push(sql`l.category_id = any (${categoryIds}::integer[])`);
  if (pageBrandId !== undefined) conditions.push(sql`l.brand_id = ${pageBrandId}::integer`);
  if (seriesId !== undefined) conditions.push(sql`l.series_id = ${seriesId}::integer`);
  if (tagId !== undefined) conditions.push(sql`l.tag_ids @> array[${tagId}::integer]`);
  if (collection !== undefined) conditions.push(buildCollectionCondition(collection, filter));
  if (excludedProductIds !== undefined) conditions.push(sql`not ${isOneOf(productId, excludedProductIds)}`);
  if (containingProductIds !== undefined) conditions.push(isOneOf(productId, containingProductIds));
  return joinConditions(conditions);
}

export const joinConditions = (conditions: readonly SqlCondition[]): SqlCondition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;

function buildCollectionCondition(collection: Collection, filter: ListingFilter): SqlCondition {
  const { column, above, endsWithSale, maxProducts } = getCollectionRule(collection, filter);
  const value = sql.id("l", column);
  const belongs: SqlCondition = endsWithSale
    ? sql`(${value} > ${above} and (l.sale_ends_at is null or l.sale_ends_at > ${filter.now}::timestamptz))`
    : sql`${value} > ${above}`;
  if (maxProducts === undefined) return belongs;
  return sql`l.product_id in (
    select l.product_id from product_listing l where ${belongs} order by ${value} desc, l.product_id limit ${maxProducts})`;
}

/** Returns the condition of each facet choice that was made. @param unshippable of the products that cannot be sent */
export function buildFacetConditions(
  filter: ListingFilter,
  unshippable: SqlCondition | null,
): readonly (readonly [FacetKey, SqlCondition])[] {
  const { brandIds, concernIds, priceMinMinor: min, priceMaxMinor: max, ratingMin, discountMin, now } = filter;
  const facetConditions: (readonly [FacetKey, SqlCondition])[] = [];
  if (brandIds.length > 0) facetConditions.push(["brand", sql`l.brand_id = any (${brandIds}::integer[])`]);
  if (concernIds.length > 0) facetConditions.push(["concern", sql`l.concern_ids && ${concernIds}::integer[]`]);
  if (min !== undefined || max !== undefined) {
    const bounds = [
      ...(min === undefined ? [] : [sql<boolean>`${priceAt(now)} >= ${min}::bigint`]),
      ...(max === undefined ? [] : [sql<boolean>`${priceAt(now)} <= ${max}::bigint`]),
    ];
    facetConditions.push(["price", joinConditions(bounds)]);
  }
  if (filter.inStock) facetConditions.push(["stock", sql`l.is_in_stock`]);
  if (unshippable && filter.shippableOnly) facetConditions.push(["shipping", sql`not ${unshippable}`]);
  if (ratingMin !== undefined) facetConditions.push(["rating", hasMinRating(ratingMin)]);
  if (discountMin !== undefined) facetConditions.push(["discount", hasMinDiscount(discountMin, now)]);
  return facetConditions;
}

/** Sorts what is in stock first, then what was sold most often; an index has this order. */
export const byPopularity = sql`l.is_in_stock desc, l.units_sold desc, l.product_id`;

/** Returns the sort order of a listing, as `getSortKeys` does. */
export function buildSortOrder(
  sort: Sort | undefined,
  { collection, matches, now, newSince }: Pick<ListingFilter, "collection" | "matches" | "now" | "newSince">,
): RawBuilder<unknown> {
  const defaultSort = collection === undefined ? "popular" : getCollectionRule(collection, { newSince }).sort;
  switch (sort ?? defaultSort) {
    case "popular":
      return matches && sort === undefined
        ? sql`${buildRank(matches.rank)} l.is_in_stock desc, l.units_sold desc, l.published_at desc, l.product_id`
        : byPopularity;
    case "new":
      return sql`l.is_in_stock desc, l.published_at desc, l.product_id`;
    case "price_asc":
      return sql`l.is_in_stock desc, ${priceAt(now)}, l.product_id`;
    case "price_desc":
      return sql`l.is_in_stock desc, ${priceAt(now)} desc, l.product_id`;
    case "rating":
      return sql`l.is_in_stock desc, (l.rating_sum + 22.5::float8) / (l.reviews_count + 5) desc, l.product_id`;
    case "discount":
      return sql`l.is_in_stock desc, case when ${hasMinDiscount(1, now)} then l.discount_percent else 0 end desc, l.product_id`;
  }
}

/** Sorts by a weight of the conditions that a row meets; each outweighs all that follow it. */
function buildRank(rank: readonly RankCondition[]): RawBuilder<unknown> {
  const weights = rank.map((condition, index) => {
    const isMet =
      "ids" in condition ? isOneOf(productId, condition.ids) : isOneOf(sql`l.category_id`, condition.categoryIds);
    return sql`case when ${isMet} then ${2 ** (rank.length - 1 - index)}::integer else 0 end`;
  });
  return weights.length === 0 ? sql`` : sql`${sql.join(weights, sql` + `)} desc,`;
}

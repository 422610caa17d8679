import { type RawBuilder, sql } from "kysely";
import { cachedUntilInvalidated } from "../../platform/cache/cache.ts";
import type { Db } from "../../platform/db/database.ts";
import type { ShippableGoods, ShippingTerms } from "../../platform/shipping-terms.ts";
import { getCollectionRule } from "../products/collections.ts";
import type { Collection, Sort } from "../schema.ts";
import type {
  ExcludedProducts,
  FacetKey,
  FoundProducts,
  ListingFilter,
  ProductGroupIds,
  RankCondition,
} from "./product-index.ts";

// The conditions and sort orders of lists for `product_listing`, as `l`. Those for products in memory are in
// `filter-and-sort.ts`; a test compares both with random products.

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

/** Ids as one text, which is written and read faster than a list. */
const toIntegers = (ids: Iterable<number>): RawBuilder<number[]> => sql`${`{${[...ids].join()}}`}::text::integer[]`;

/** Whether a value is one of `ids`, of which there may be thousands: they are hashed once for all rows. */
export const isOneOf = (value: RawBuilder<unknown>, ids: Iterable<number>): SqlCondition =>
  sql`${value} in (select unnest(${toIntegers(ids)}))`;

const productId = sql`l.product_id`;

/**
 * Matches the rows of these products, of which there may be 100,000: reads them by the primary key. The ids are selected, so
 * that the planner does not look at each of them, and does not join all rows because there are many.
 */
export const hasIdOf = (ids: Iterable<number>): SqlCondition =>
  sql`l.product_id = any (array(select unnest(${toIntegers(ids)})))`;

/** Whether the name of a product matches a tsquery. */
const isNamed = (query: string): SqlCondition => sql`l.names @@ ${query}::tsquery`;

/** Matches the rows of products that belong to any of the groups. */
export function belongsToGroups({ categoryIds, tagIds, concernIds }: ProductGroupIds): SqlCondition {
  const groups = [
    ...(categoryIds.size > 0 ? [sql<boolean>`l.category_id = any (${[...categoryIds]}::integer[])`] : []),
    ...(tagIds.size > 0 ? [sql<boolean>`l.tag_ids && ${[...tagIds]}::integer[]`] : []),
    ...(concernIds.size > 0 ? [sql<boolean>`l.concern_ids && ${[...concernIds]}::integer[]`] : []),
  ];
  return groups.length === 0 ? sql`false` : sql`(${sql.join(groups, sql` or `)})`;
}

/** Matches the rows of the products that a search leaves out. */
export function isExcluded({ names, ids }: ExcludedProducts): SqlCondition {
  const conditions = [...(names === null ? [] : [isNamed(names)]), ...(ids.size > 0 ? [isOneOf(productId, ids)] : [])];
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

/** Matches the rows of the products that a search found. */
export function isFound(found: FoundProducts): SqlCondition {
  if ("ids" in found) return hasIdOf(found.ids);
  const { names, groups, without } = found;
  const all: SqlCondition = groups ? sql`(${isNamed(names)} or ${belongsToGroups(groups)})` : isNamed(names);
  return without ? sql`(${all} and not ${isExcluded(without)})` : all;
}

/** Returns the condition for the products of a list with all choices. @param unshippable of the products that cannot be sent */
export const buildCondition = (filter: ListingFilter, unshippable: SqlCondition | null): SqlCondition =>
  joinConditions([
    buildBaseCondition(filter),
    ...buildFacetConditions(filter, unshippable).map(([, condition]) => condition),
  ]);

/** Returns the facets of which a choice was made. @param unshippable of the products that cannot be sent */
export const listChosenFacets = (filter: ListingFilter, unshippable: SqlCondition | null): FacetKey[] =>
  buildFacetConditions(filter, unshippable).map(([key]) => key);

/** Returns the condition for the list without facet choices. */
function buildBaseCondition(filter: ListingFilter): SqlCondition {
  const { matches, categoryIds, pageBrandId, seriesId, tagId, ids, collection } = filter;
  const { excludedProductIds, containingProductIds } = filter;
  const conditions: SqlCondition[] = [];
  if (matches !== undefined) conditions.push(isFound(matches.found));
  if (ids.length > 0) conditions.push(hasIdOf(ids));
  if (categoryIds !== undefined) conditions.push(sql`l.category_id = any (${categoryIds}::integer[])`);
  if (pageBrandId !== undefined) conditions.push(sql`l.brand_id = ${pageBrandId}::integer`);
  if (seriesId !== undefined) conditions.push(sql`l.series_id = ${seriesId}::integer`);
  if (tagId !== undefined) conditions.push(sql`l.tag_ids @> array[${tagId}::integer]`);
  if (collection !== undefined) conditions.push(buildCollectionCondition(collection, filter));
  if (excludedProductIds !== undefined) conditions.push(sql`not ${isOneOf(productId, excludedProductIds)}`);
  if (containingProductIds !== undefined) conditions.push(isOneOf(productId, containingProductIds));
  return joinConditions(conditions);
}

/**
 * Whether a list has all products apart from choices of which the planner knows how many products they leave: it does not of
 * prices, ratings and what can be sent.
 */
export function isOfNearlyAllProducts(filter: ListingFilter): boolean {
  const { matches, categoryIds, pageBrandId, seriesId, tagId, collection, excludedProductIds, containingProductIds } =
    filter;
  const { priceMinMinor, priceMaxMinor, ratingMin, shippableOnly } = filter;
  return (
    filter.ids.length === 0 &&
    shippableOnly !== true &&
    [
      ...[matches, categoryIds, pageBrandId, seriesId, tagId, collection, excludedProductIds, containingProductIds],
      ...[priceMinMinor, priceMaxMinor, ratingMin],
    ].every((value) => value === undefined)
  );
}

const joinConditions = (conditions: readonly SqlCondition[]): SqlCondition =>
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
function buildFacetConditions(
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
const byPopularity = sql`l.is_in_stock desc, l.units_sold desc, l.product_id`;

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
    return sql`case when ${isRankedBy(condition)} then ${2 ** (rank.length - 1 - index)}::integer else 0 end`;
  });
  return weights.length === 0 ? sql`` : sql`${sql.join(weights, sql` + `)} desc,`;
}

function isRankedBy(condition: RankCondition): SqlCondition {
  if ("names" in condition) return isNamed(condition.names);
  if ("groups" in condition) return belongsToGroups(condition.groups);
  return "ids" in condition ? isOneOf(productId, condition.ids) : isOneOf(sql`l.category_id`, condition.categoryIds);
}

/** What products have in common that are shipped alike, by the id of `product_goods`. */
type ListedGoods = Readonly<{
  byId: ReadonlyMap<number, ShippableGoods>;
  lastId: number;
  /** Smaller ids that were not committed when the goods were read: those of transactions that were still open. */
  missingIds: readonly number[];
  /** The highest prices by country, with when they were asked for. */
  prices: Map<string, { groups: readonly PriceGroup[]; askedAt: number }>;
}>;
/** Goods that can be sent up to the same price in kopecks: `NEVER` or up to `Infinity`. */
type PriceGroup = readonly [maxPriceRubMinor: number, ids: readonly number[]];

const NEVER = -1;
/** The rules of delivery are kept for as long. */
const PRICES_MAX_AGE_MS = 1000;

const goodsCache = cachedUntilInvalidated(loadGoods);

/** Returns the goods of all products. Rows of `product_goods` are never changed, so that only added ones are looked for. */
async function getGoods(db: Db): Promise<ListedGoods> {
  const pending = goodsCache.get(db);
  const goods = await pending;
  const { rows } = await sql<{ count: number }>`
    select count(*) from product_goods where id > ${goods.lastId}::integer or id = any (${goods.missingIds}::integer[])`.execute(
    db,
  );
  if (rows[0]?.count === 0) return goods;
  goodsCache.invalidate(db, pending);
  return goodsCache.get(db);
}

async function loadGoods(db: Db): Promise<ListedGoods> {
  const rows = await db
    .selectFrom("product_goods")
    .select(["id", "hazard", "hs_code", "weight_g", "size_mm"])
    .orderBy("id")
    .execute();
  const byId = new Map(rows.map(({ id, ...goods }) => [id, goods as ShippableGoods]));
  const [first, last] = [rows[0]?.id ?? 1, rows.at(-1)?.id ?? 0];
  const ids = Array.from({ length: Math.max(0, last - first) }, (_, n) => first + n);
  return { byId, lastId: last, missingIds: ids.filter((id) => !byId.has(id)), prices: new Map() };
}

/** Groups the goods by the highest price at which they can be sent to a country, the largest group first. */
function groupByPrice({ byId, prices }: ListedGoods, terms: ShippingTerms): readonly PriceGroup[] {
  const cached = prices.get(terms.country);
  const now = performance.now();
  if (cached && now - cached.askedAt < PRICES_MAX_AGE_MS) return cached.groups;
  const idsByPrice = new Map<number, number[]>();
  for (const [id, goods] of byId) {
    const maxPrice = terms.getMaxPriceRubMinor(goods) ?? NEVER;
    const ids = idsByPrice.get(maxPrice);
    if (ids) ids.push(id);
    else idsByPrice.set(maxPrice, [id]);
  }
  const groups = [...idsByPrice].toSorted(([, a], [, b]) => b.length - a.length);
  prices.set(terms.country, { groups, askedAt: now });
  return groups;
}

/**
 * Builds the condition for rows of `product_listing` whose products cannot be sent. The rules of delivery are not
 * repeated in SQL: they are asked for each kind of goods.
 */
export async function buildUnshippableCondition(db: Db, terms: ShippingTerms, now: Date): Promise<SqlCondition> {
  const [most, ...others] = groupByPrice(await getGoods(db), terms);
  if (!most) return sql`false`;
  const cases = others.map(
    ([maxPrice, ids]) => sql`when ${isOneOf(sql`l.goods_id`, ids)} then ${exceeds(maxPrice, now)}`,
  );
  const [mostPrice] = most;
  return cases.length === 0
    ? exceeds(mostPrice, now)
    : sql`(case ${sql.join(cases, sql` `)} else ${exceeds(mostPrice, now)} end)`;
}

function exceeds(maxPriceRubMinor: number, now: Date): SqlCondition {
  if (maxPriceRubMinor === NEVER) return sql`true`;
  return Number.isFinite(maxPriceRubMinor) ? sql`${priceAt(now)} > ${maxPriceRubMinor}::bigint` : sql`false`;
}

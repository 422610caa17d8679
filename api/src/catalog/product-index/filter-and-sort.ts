import type { ShippingTerms } from "../../platform/shipping-terms.ts";
import { getPriceAt, hasSaleEnded } from "../pricing/current-price.ts";
import { isInStock } from "../products/stock.ts";
import { type CollectionRule, getCollectionRule } from "../products/collections.ts";
import type { Collection, Sort } from "../schema.ts";
import { byId, type IndexedProducts, selectTop, type SortKeys } from "./indexed-products.ts";
import type {
  FacetKey,
  FoundProducts,
  ListingFilter,
  ProductGroupIds,
  RankCondition,
  SearchMatches,
} from "./product-index.ts";
import type { IndexedProduct } from "./sql.ts";

export type Condition = (product: IndexedProduct) => boolean;

/**
 * Matches products whose displayed rating, rounded to tenths as on the card, is at least `stars`.
 * @param stars a multiple of 0.5
 */
export const hasMinRating =
  (stars: number): Condition =>
  ({ reviews_count, rating_sum }) =>
    reviews_count > 0 && 20 * rating_sum >= (20 * stars - 1) * reviews_count;

/** Matches products with a running discount of at least `percent`. */
export const hasMinDiscount =
  (percent: number, now: Date): Condition =>
  ({ discount_percent, sale_ends_ms }) =>
    discount_percent >= percent && !hasSaleEnded(sale_ends_ms, now);

/** Matches products that can be sent to a country. */
export const isShippable =
  (terms: ShippingTerms, now: Date): Condition =>
  (product) =>
    terms.canShip(product.shipping, getPriceAt(product, now));

/** Returns the products of the listing without facet choices; facets are counted over them. */
export function applyBaseFilter(filter: ListingFilter, index: IndexedProducts): IndexedProduct[] {
  const conditions = buildBaseConditions(filter, index);
  const candidates = [...selectCandidates(filter, index)];
  return conditions.length === 0
    ? candidates
    : candidates.filter((product) => conditions.every((condition) => condition(product)));
}

/** Returns the ids of found products. @throws Error if they were not listed: products in memory have no names */
export function getListedIds(found: FoundProducts): readonly number[] {
  if ("names" in found) throw new Error("products in memory cannot be found by their names");
  return found.ids;
}

/** Returns the smallest indexed set of products that contains all matches. */
function selectCandidates(filter: ListingFilter, index: IndexedProducts): Iterable<IndexedProduct> {
  if (filter.matches !== undefined) return index.findByIds(getListedIds(filter.matches.found));
  if (filter.ids.length > 0) return index.findByIds([...new Set(filter.ids)]);
  if (filter.seriesId !== undefined) return index.findBySeries(filter.seriesId);
  if (filter.tagId !== undefined) return index.findByTag(filter.tagId);
  if (filter.categoryIds !== undefined) return index.findByCategories(filter.categoryIds);
  if (filter.pageBrandId !== undefined) return index.findByBrand(filter.pageBrandId);
  return index.listAll();
}

function buildBaseConditions(filter: ListingFilter, index: IndexedProducts): Condition[] {
  const { categoryIds, pageBrandId, seriesId, tagId, excludedProductIds, containingProductIds } = filter;
  const conditions: Condition[] = [];
  if (categoryIds !== undefined) {
    const categoryIdSet = new Set(categoryIds);
    conditions.push((product) => categoryIdSet.has(product.category_id));
  }
  if (pageBrandId !== undefined) conditions.push((product) => product.brand_id === pageBrandId);
  if (seriesId !== undefined) conditions.push((product) => product.series_id === seriesId);
  if (tagId !== undefined) conditions.push((product) => product.tag_ids.includes(tagId));
  if (filter.ids.length > 0) {
    const idSet = new Set(filter.ids);
    conditions.push((product) => idSet.has(product.id));
  }
  if (filter.collection !== undefined) conditions.push(buildCollectionCondition(filter.collection, filter, index));
  if (excludedProductIds !== undefined) conditions.push((product) => !excludedProductIds.has(product.id));
  if (containingProductIds !== undefined) conditions.push((product) => containingProductIds.has(product.id));
  return conditions;
}

function buildCollectionCondition(collection: Collection, filter: ListingFilter, index: IndexedProducts): Condition {
  const { column, above, endsWithSale, maxProducts } = getCollectionRule(collection, filter);
  const getValue = collectionValues[column];
  const bound = Number(above);
  const belongs: Condition = (product) =>
    getValue(product) > bound && !(endsWithSale && hasSaleEnded(product.sale_ends_ms, filter.now));
  if (maxProducts === undefined) return belongs;
  const best = selectTop(index.listAll().filter(belongs), [(product) => -getValue(product), byId], maxProducts);
  const ids = new Set(best.map(({ id }) => id));
  return ({ id }) => ids.has(id);
}

const collectionValues: Record<CollectionRule["column"], (product: IndexedProduct) => number> = {
  units_sold: ({ units_sold }) => units_sold,
  published_at: ({ published_ms }) => published_ms,
  discount_percent: ({ discount_percent }) => discount_percent,
};

/** Returns the condition of each facet choice that was made. */
export function buildFacetConditions(filter: ListingFilter): [FacetKey, Condition][] {
  const { brandIds, concernIds, priceMinMinor: min, priceMaxMinor: max, ratingMin, discountMin, now } = filter;
  const facetConditions: [FacetKey, Condition][] = [];
  if (brandIds.length > 0) facetConditions.push(["brand", (product) => brandIds.includes(product.brand_id)]);
  if (concernIds.length > 0)
    facetConditions.push(["concern", (product) => includesAny(product.concern_ids, concernIds)]);
  if (min !== undefined || max !== undefined) {
    const [minPrice, maxPrice] = [min ?? -Infinity, max ?? Infinity];
    facetConditions.push([
      "price",
      (product) => getPriceAt(product, now) >= minPrice && getPriceAt(product, now) <= maxPrice,
    ]);
  }
  if (filter.inStock) facetConditions.push(["stock", isInStock]);
  if (filter.shipping && filter.shippableOnly) facetConditions.push(["shipping", isShippable(filter.shipping, now)]);
  if (ratingMin !== undefined) facetConditions.push(["rating", hasMinRating(ratingMin)]);
  if (discountMin !== undefined) facetConditions.push(["discount", hasMinDiscount(discountMin, now)]);
  return facetConditions;
}

function includesAny(ids: readonly number[], wanted: readonly number[]): boolean {
  for (const id of ids) if (wanted.includes(id)) return true;
  return false;
}

const inStockFirst = (product: IndexedProduct) => (isInStock(product) ? 0 : 1);
const bestSoldFirst = (product: IndexedProduct) => -product.units_sold;

/**
 * Returns the sort keys of a listing. Out-of-stock products come last in every sort; ties are broken by id, so that
 * pages never overlap. Rule: docs/domain/catalog.md.
 */
export function getSortKeys(sort: Sort | undefined, filter: ListingFilter): SortKeys {
  const { collection, matches, now } = filter;
  const newestFirst = (product: IndexedProduct) => -product.published_ms;
  const defaultSort = collection === undefined ? "popular" : getCollectionRule(collection, filter).sort;
  switch (sort ?? defaultSort) {
    case "popular":
      return matches && sort === undefined
        ? [(product) => -calculateRank(product, matches), inStockFirst, bestSoldFirst, newestFirst, byId]
        : [inStockFirst, bestSoldFirst, byId];
    case "new":
      return [inStockFirst, newestFirst, byId];
    case "price_asc":
      return [inStockFirst, (product) => getPriceAt(product, now), byId];
    case "price_desc":
      return [inStockFirst, (product) => -getPriceAt(product, now), byId];
    case "rating":
      // Bayesian average: every product starts with five reviews of 4.5 stars, so that few reviews weigh less.
      return [inStockFirst, (product) => -(product.rating_sum + 5 * 4.5) / (product.reviews_count + 5), byId];
    case "discount": {
      const isOnSale = hasMinDiscount(1, now);
      return [inStockFirst, (product) => (isOnSale(product) ? -product.discount_percent : 0), byId];
    }
  }
}

/** Whether a product belongs to any of the groups. */
export const belongsToGroups = (
  { category_id, tag_ids, concern_ids }: IndexedProduct,
  { categoryIds, tagIds, concernIds }: ProductGroupIds,
): boolean =>
  categoryIds.has(category_id) || tag_ids.some((id) => tagIds.has(id)) || concern_ids.some((id) => concernIds.has(id));

/** Returns a weight for the conditions that a product meets; each outweighs all that follow it. */
const calculateRank = (product: IndexedProduct, { rank }: SearchMatches) =>
  rank.reduce((weight, condition) => 2 * weight + (meets(product, condition) ? 1 : 0), 0);

function meets(product: IndexedProduct, condition: RankCondition): boolean {
  if ("categoryIds" in condition) return condition.categoryIds.has(product.category_id);
  if ("ids" in condition) return condition.ids.has(product.id);
  if ("groups" in condition) return belongsToGroups(product, condition.groups);
  throw new Error("products in memory cannot be ranked by their names");
}

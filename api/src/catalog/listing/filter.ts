import { getPriceAt } from "../pricing/current-price.ts";
import type { IndexedProduct } from "./product-index-sql.ts";
import type { ProductIndex } from "./product-index.ts";
import type { Collection, Sort } from "../schema.ts";
import { MAX_BEST_SELLERS } from "../products/card-sql.ts";

/**
 * The result of a search: the ids of matching products, and conditions by relevance, the most important first.
 * Products are sorted by relevance before availability.
 */
export type SearchMatches = Readonly<{ products: ProductIndex; ids: readonly number[]; rank: readonly Condition[] }>;

/** The filters of a listing. Prices in kopecks. */
export type ListingFilter = {
  /** A category and everything below it. */
  categoryIds?: number[] | undefined;
  /** The brand whose page this is; unlike `brandIds` it is not a facet choice. */
  pageBrandId?: number | undefined;
  brandIds: number[];
  concernIds: number[];
  seriesId?: number | undefined;
  tagId?: number | undefined;
  collection?: Collection | undefined;
  /** Products with excluded ingredients. */
  excludedProductIds?: ReadonlySet<number> | undefined;
  /** Products with the required ingredient. */
  containingProductIds?: ReadonlySet<number> | undefined;
  /** The search result that the list is restricted to (module `search`). */
  matches?: SearchMatches | undefined;
  ids: number[];
  priceMinMinor?: number | undefined;
  priceMaxMinor?: number | undefined;
  inStock: boolean;
  /** Minimum rating as displayed, in stars. */
  ratingMin?: number | undefined;
  /** Minimum discount in percent. */
  discountMin?: number | undefined;
  now: Date;
  newSince: Date;
};

export type Condition = (product: IndexedProduct) => boolean;

/** The filters that have facets. */
export type FacetKey = "brand" | "concern" | "price" | "stock" | "rating" | "discount";

export const isInStock: Condition = ({ stock }) => stock > 0;

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
    discount_percent >= percent && (sale_ends_ms === null || sale_ends_ms > now.getTime());

/** Returns the products of the listing without facet choices; facets are counted over them. */
export function applyBaseFilter(filter: ListingFilter, index: ProductIndex): IndexedProduct[] {
  const conditions = buildBaseConditions(filter, index);
  const candidates = [...selectCandidates(filter, index)];
  return conditions.length === 0
    ? candidates
    : candidates.filter((product) => conditions.every((condition) => condition(product)));
}

/** Returns the smallest indexed set of products that contains all matches. */
function selectCandidates(filter: ListingFilter, index: ProductIndex): Iterable<IndexedProduct> {
  if (filter.matches !== undefined) return index.findByIds(filter.matches.ids);
  if (filter.ids.length > 0) return index.findByIds([...new Set(filter.ids)]);
  if (filter.seriesId !== undefined) return index.findBySeries(filter.seriesId);
  if (filter.tagId !== undefined) return index.findByTag(filter.tagId);
  if (filter.categoryIds !== undefined) return index.findByCategories(filter.categoryIds);
  if (filter.pageBrandId !== undefined) return index.findByBrand(filter.pageBrandId);
  return index.listAll();
}

function buildBaseConditions(filter: ListingFilter, index: ProductIndex): Condition[] {
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

function buildCollectionCondition(
  collection: Collection,
  { now, newSince }: ListingFilter,
  index: ProductIndex,
): Condition {
  switch (collection) {
    case "best-sales": {
      const sold = [...index.listAll()].filter(({ units_sold }) => units_sold > 0);
      const best = selectTop(sold, [(product) => -product.units_sold, byId], MAX_BEST_SELLERS);
      const ids = new Set(best.map(({ id }) => id));
      return (product) => ids.has(product.id);
    }
    case "new-products":
      return (product) => product.published_ms > newSince.getTime();
    case "prices-drop":
      return hasMinDiscount(1, now);
  }
}

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
  if (ratingMin !== undefined) facetConditions.push(["rating", hasMinRating(ratingMin)]);
  if (discountMin !== undefined) facetConditions.push(["discount", hasMinDiscount(discountMin, now)]);
  return facetConditions;
}

function includesAny(ids: readonly number[], wanted: readonly number[]): boolean {
  for (const id of ids) if (wanted.includes(id)) return true;
  return false;
}

/** Sort keys: the first key that differs decides, smaller values come first. */
export type SortKeys = readonly ((product: IndexedProduct) => number)[];

/**
 * Returns the sort keys of a listing. Out-of-stock products come last in every sort; ties are broken by id, so that
 * pages never overlap. Rule: docs/domain/catalog.md.
 */
export function getSortKeys(sort: Sort | undefined, filter: ListingFilter): SortKeys {
  const { collection, matches, now } = filter;
  const defaultSort: Sort =
    collection === "new-products" ? "new" : collection === "prices-drop" ? "discount" : "popular";
  const inStockFirst = (product: IndexedProduct) => (product.stock > 0 ? 0 : 1);
  const bestSoldFirst = (product: IndexedProduct) => -product.units_sold;
  const newestFirst = (product: IndexedProduct) => -product.published_ms;
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

const byId = ({ id }: IndexedProduct) => id;

/** Returns a weight for the conditions that a product meets; each outweighs all that follow it. */
const calculateRank = (product: IndexedProduct, { rank }: SearchMatches) =>
  rank.reduce((weight, condition) => 2 * weight + (condition(product) ? 1 : 0), 0);

/** Above this count, a full sort is faster than insertion into a sorted list. */
const MAX_INSERTIONS = 500;

type KeyedProduct = { product: IndexedProduct; keys: readonly number[] };

/** Returns the first `count` products by the sort keys. */
export function selectTop(products: readonly IndexedProduct[], sortKeys: SortKeys, count: number): IndexedProduct[] {
  const withKeys = (product: IndexedProduct): KeyedProduct => ({ product, keys: sortKeys.map((key) => key(product)) });
  let top: KeyedProduct[] = [];
  if (count > MAX_INSERTIONS) {
    top = products.map(withKeys).toSorted((a, b) => compareKeys(a.product, b.keys, sortKeys));
    top.length = Math.min(count, top.length);
  } else {
    for (const product of products) {
      const last = top[count - 1];
      if (last && compareKeys(product, last.keys, sortKeys) >= 0) continue;
      top.splice(findInsertIndex(product, top, sortKeys), 0, withKeys(product));
      if (top.length > count) top.pop();
    }
  }
  return top.map(({ product }) => product);
}

function findInsertIndex(product: IndexedProduct, top: readonly KeyedProduct[], sortKeys: SortKeys): number {
  const index = top.findIndex(({ keys }) => compareKeys(product, keys, sortKeys) < 0);
  return index < 0 ? top.length : index;
}

/** Compares a product with the keys of another; negative if the product comes first. */
function compareKeys(product: IndexedProduct, keys: readonly number[], sortKeys: SortKeys): number {
  let index = 0;
  for (const key of sortKeys) {
    const delta = key(product) - (keys[index++] ?? 0);
    if (delta !== 0) return delta;
  }
  return 0;
}

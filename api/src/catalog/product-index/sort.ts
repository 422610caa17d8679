import { getPriceAt } from "../pricing/current-price.ts";
import { isInStock } from "../products/stock.ts";
import { getCollectionRule } from "../products/collections.ts";
import type { Sort } from "../schema.ts";
import { hasMinDiscount } from "./filter.ts";
import type { ListingFilter, RankCondition, SearchMatches } from "./product-index.ts";
import { byId, type SortKeys } from "./select-top.ts";
import type { IndexedProduct } from "./sql.ts";

const inStockFirst = (product: IndexedProduct) => (isInStock(product) ? 0 : 1);
const bestSoldFirst = (product: IndexedProduct) => -product.units_sold;

/** Sorts what is in stock first, then what was sold most often. */
export const byPopularity: SortKeys = [inStockFirst, bestSoldFirst, byId];

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
        : byPopularity;
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

/** Returns a weight for the conditions that a product meets; each outweighs all that follow it. */
const calculateRank = (product: IndexedProduct, { rank }: SearchMatches) =>
  rank.reduce((weight, condition) => 2 * weight + (meets(product, condition) ? 1 : 0), 0);

function meets(product: IndexedProduct, condition: RankCondition): boolean {
  return "ids" in condition ? condition.ids.has(product.id) : condition.categoryIds.has(product.category_id);
}

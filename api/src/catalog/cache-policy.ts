import type { Db } from "../platform/db/database.ts";
import type { RequestContext } from "../platform/http/endpoint.ts";
import type { CachePolicy } from "../platform/http/route-contract.ts";
import { getCategory, listCategorySubtreeIds } from "./categories/category-tree.ts";
import type { ProductsQuery } from "./schema.ts";

/** The tag of lists that any product may enter or leave. */
export const CATALOG_TAG = "catalog";
/** The tag of the numbers of products in categories, brands and concerns, which are counted every few seconds. */
export const COUNTS_TAG = "counts";
/** The tag of the words that products are found by. */
const SEARCH_TAG = "search";
/** Popular queries are read once a minute, and have no tag. */
const MAX_SEARCH_AGE_MS = 60_000;
export const getProductTag = (id: number) => `product:${id}`;
export const getCategoryTag = (id: number) => `category:${id}`;
export const getBrandTag = (id: number) => `brand:${id}`;

/**
 * Returns the cache policy of a response with products: until one of the tags changes, or products change by time. Null if
 * the response may be outdated already.
 * @param parts.tags tags of the lists in the response
 * @param parts.products the products that it shows
 * @param parts.expiresAt when something else in it changes by time, in ms since 1970
 */
export async function createCatalogCachePolicy(
  { app, db, now }: Pick<RequestContext, "app" | "db" | "now">,
  parts: { tags: readonly string[]; products: readonly { id: number }[]; expiresAt?: number | null },
): Promise<CachePolicy | null> {
  const nextChange = await app.findNextProductChange(db, now);
  if (nextChange === null) return null;
  const expiresAt = Math.min(nextChange, parts.expiresAt ?? Infinity);
  return {
    tags: [...parts.tags, ...parts.products.map(({ id }) => getProductTag(id))],
    expiresAt: expiresAt === Infinity ? null : expiresAt,
  };
}

type ListingScope = Pick<ProductsQuery, "category" | "maker" | "collection" | "ingredient" | "without" | "ids">;

/**
 * Returns the cache tags of a listing: those of the categories or the brand that its products belong to, otherwise that of
 * the whole catalog.
 */
export async function listTagsOfListing(db: Db, query: ListingScope): Promise<string[]> {
  // Ingredients are not part of what the tags of categories and brands stand for, and best sellers are those of the catalog.
  const dependsOnIngredients = query.ingredient !== undefined || query.without.length > 0;
  if (dependsOnIngredients || query.collection !== undefined || query.ids.length > 0) return [CATALOG_TAG, COUNTS_TAG];
  if (query.category !== undefined) {
    const { id } = await getCategory(db, query.category);
    return [COUNTS_TAG, ...(await listCategorySubtreeIds(db, id)).map(getCategoryTag)];
  }
  return [COUNTS_TAG, query.maker === undefined ? CATALOG_TAG : getBrandTag(query.maker)];
}

/** Returns the cache policy of what a search has found, for a minute at most. Null if it may be outdated already. */
export async function createSearchCachePolicy(
  request: Pick<RequestContext, "app" | "db" | "now">,
  products: readonly { id: number }[],
): Promise<CachePolicy | null> {
  const expiresAt = request.now.getTime() + MAX_SEARCH_AGE_MS;
  return createCatalogCachePolicy(request, { tags: [CATALOG_TAG, COUNTS_TAG, SEARCH_TAG], products, expiresAt });
}

import { sql } from "kysely";
import { cachedUntilInvalidated } from "../../platform/cache/cache.ts";
import type { RootDb } from "../../platform/db/database.ts";
import type { Sort } from "../schema.ts";
import { applyFacets, type Facets } from "./facets.ts";
import { applyBaseFilter, type ListingFilter, type SearchMatches } from "./filter.ts";
import { type IndexQuery, IndexReplica, type ProductIndexState } from "./index-replica.ts";
import type { ProductIndex } from "./product-index.ts";
import { selectTop } from "./select-top.ts";
import { getSortKeys } from "./sort.ts";

// The only file of this folder that others import: docs/decisions/0051-rebuild-the-product-index-in-the-background.md
export type { Facets } from "./facets.ts";
export type { ListingFilter, SearchMatches } from "./filter.ts";
export type { ProductIndex } from "./product-index.ts";

const replicas = cachedUntilInvalidated((db) => IndexReplica.load(db));

/**
 * Returns the index of active products. It contains everything that was committed before, unless a bulk change has just
 * made it necessary to rebuild the index: then it is the index as it was before that change.
 */
export async function getProductIndex(db: RootDb): Promise<ProductIndex> {
  return (await queryWithProductIndex(db, () => sql`null`)).products;
}

/** Like `getProductIndex`, and runs a query in the same statement, so that both see the same snapshot. */
export async function queryWithProductIndex<T>(
  db: RootDb,
  query: IndexQuery<T>,
): Promise<{ products: ProductIndex; result: T }> {
  const pending = replicas.get(db);
  const refreshed = await (await pending).refresh(query);
  if (refreshed) return refreshed;
  replicas.invalidate(db, pending);
  return queryWithProductIndex(db, query);
}

/**
 * Returns when products change by time next, in ms since 1970: a sale ends, or a product is no longer new; `Infinity` if
 * none does. Returns null while the index is being rebuilt, so that lists of products may be outdated.
 * @param newDays how many days a product is new
 */
export async function findNextChangeByTime(db: RootDb, now: Date, newDays: number): Promise<number | null> {
  // Applies the changes that were committed before: a product may have a sale that ends soon.
  await getProductIndex(db);
  const replica = await replicas.get(db);
  return replica.mayBeOutdated ? null : replica.findNextChangeByTime(now, newDays);
}

/** Describes the index of this process as it is now. */
export async function describeProductIndex(db: RootDb): Promise<ProductIndexState> {
  return (await replicas.get(db)).describe();
}

/** Returns the ids of a page of the products that match a filter, and the facets of all that match. */
export function findProducts(
  index: ProductIndex,
  filter: ListingFilter,
  { sort, page, perPage }: { sort: Sort | undefined; page: number; perPage: number },
): { ids: number[]; facets: Facets } {
  const { filtered, facets } = applyFacets(applyBaseFilter(filter, index), filter);
  const end = page * perPage;
  const top = selectTop(filtered, getSortKeys(sort, filter), end).slice(end - perPage);
  return { ids: top.map(({ id }) => id), facets };
}

/** Returns the ids of the first `limit` products of a search result, by relevance. */
export function findBestMatches(matches: SearchMatches, now: Date, limit: number): number[] {
  const filter: ListingFilter = { brandIds: [], concernIds: [], ids: [], inStock: false, matches, now, newSince: now };
  const top = selectTop(applyBaseFilter(filter, matches.products), getSortKeys(undefined, filter), limit);
  return top.map(({ id }) => id);
}

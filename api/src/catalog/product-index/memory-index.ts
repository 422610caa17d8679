import { sql } from "kysely";
import { cachedUntilInvalidated } from "../../platform/cache/cache.ts";
import type { RootDb } from "../../platform/db/database.ts";
import { applyFacets } from "./facets.ts";
import { type IndexQuery, IndexReplica } from "./index-replica.ts";
import { type IndexedProducts, selectTop } from "./indexed-products.ts";
import type { ListingFilter, ProductIndex } from "./product-index.ts";
import { applyBaseFilter, belongsToGroups, getListedIds, getSortKeys } from "./filter-and-sort.ts";
import type { IndexedProduct } from "./sql.ts";

const replicas = cachedUntilInvalidated((db) => IndexReplica.load(db));
const indexes = new WeakMap<IndexedProducts, ProductIndex>();

/** Returns the replica of the products in this process, which is loaded when it is first used. */
export function getReplica(db: RootDb): Promise<IndexReplica> {
  return replicas.get(db);
}

/** Releases the memory of the replica; it is loaded again when it is next used. */
export function dropReplica(db: RootDb): void {
  replicas.invalidate(db);
}

/**
 * Returns the products in memory, as they are after everything that was committed before, unless a bulk change has just
 * made it necessary to rebuild them; and runs a query in the same statement, so that both see the same snapshot.
 */
export async function queryWithIndexedProducts<T>(
  db: RootDb,
  query: IndexQuery<T>,
): Promise<{ products: IndexedProducts; result: T }> {
  const pending = replicas.get(db);
  const refreshed = await (await pending).refresh(query);
  if (refreshed) return refreshed;
  replicas.invalidate(db, pending);
  return queryWithIndexedProducts(db, query);
}

/** Returns the products in memory, for tests of what they contain. */
export async function getIndexedProducts(db: RootDb): Promise<IndexedProducts> {
  return (await queryWithIndexedProducts(db, () => sql`null`)).products;
}

/** Returns the index over products in memory; always the same one for the same products. */
export function getMemoryIndex(products: IndexedProducts): ProductIndex {
  const index = indexes.get(products) ?? createMemoryIndex(products);
  indexes.set(products, index);
  return index;
}

const noFilter = { brandIds: [], concernIds: [], ids: [], inStock: false };
const toIds = (products: readonly IndexedProduct[]) => products.map(({ id }) => id);

function createMemoryIndex(products: IndexedProducts): ProductIndex {
  return {
    cacheKey: products,
    hasNames: false,
    async findProducts(filter, { sort, page, perPage }) {
      const { filtered, facets } = applyFacets(applyBaseFilter(filter, products), filter);
      const end = page * perPage;
      return { ids: toIds(selectTop(filtered, getSortKeys(sort, filter), end).slice(end - perPage)), facets };
    },
    async findBestMatches(matches, now, limit) {
      const filter: ListingFilter = { ...noFilter, matches, now, newSince: now };
      return toIds(selectTop(applyBaseFilter(filter, products), getSortKeys(undefined, filter), limit));
    },
    findByGroups: async (groups) => toIds(products.listAll().filter((product) => belongsToGroups(product, groups))),
    countExcluded: () => Promise.reject(new Error("products in memory cannot be found by their names")),
    selectInCategories: async (found, categoryIds) =>
      toIds(products.findByIds(getListedIds(found)).filter(({ category_id }) => categoryIds.has(category_id))),
    async countActive(ids, limit) {
      let count = 0;
      for (const id of ids) if (products.has(id) && ++count === limit) break;
      return count;
    },
  };
}

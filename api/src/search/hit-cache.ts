import { type ProductIndex, queryWithProductIndex } from "../catalog/product-index/service.ts";
import type { RootDb } from "../platform/db/database.ts";
import { selectFirstHits, type HitRow, type SearchAttempt } from "./sql.ts";

/** The products that a search found. */
export type Hits = Readonly<{
  /** The index of the first attempt that found any product. */
  first: number;
  ids: readonly number[];
  /** The ids of the products whose name matches; null if all do. */
  nameMatches: ReadonlySet<number> | null;
  /** The ids of the products whose name matches without synonyms; null if all do. */
  exactNameMatches: ReadonlySet<number> | null;
}>;

/** Hits and the PostgreSQL snapshot in which they were valid. */
type CachedHits = { hits: Hits; snapshot: string };

const MAX_CACHED_SEARCHES = 64;

/** The hits of the most recent searches by query, for each product index. Stock and prices are not cached. */
const cache = new WeakMap<ProductIndex, Map<string, CachedHits>>();

/**
 * Runs searches in order and returns the hits of the first one that finds an active product, and the current product
 * index. Hits are cached as long as no product's search words have changed.
 */
export async function findHits(
  db: RootDb,
  attempts: readonly SearchAttempt[],
  minNameMatches: number,
): Promise<{ products: ProductIndex; hits: Hits | null }> {
  const key = JSON.stringify(attempts[0]);
  const lookup: { cached?: CachedHits | undefined } = {};
  const { products, result } = await queryWithProductIndex(db, (index) => {
    lookup.cached = getIndexCache(index).get(key);
    return selectFirstHits(attempts, minNameMatches, lookup.cached?.snapshot);
  });
  const { cached } = lookup;
  const entries = getIndexCache(products);
  // Deleted and inserted again, so that the entries are ordered by their last use.
  entries.delete(key);
  if (result.status === "unchanged") {
    if (!cached || !(await isStillValid(cached.hits, products, minNameMatches)))
      return findHits(db, attempts, minNameMatches);
    entries.set(key, { hits: cached.hits, snapshot: result.snapshot });
    return { products, hits: cached.hits };
  }
  const hits = result.found && toHits(result.found);
  // Only hits of the first attempt are cached: for later ones, products that match an earlier one may be reactivated,
  // which changes no search words.
  if (hits?.first === 0) entries.set(key, { hits, snapshot: result.snapshot });
  for (const oldest of entries.keys()) if (entries.size > MAX_CACHED_SEARCHES) entries.delete(oldest);
  return { products, hits };
}

function getIndexCache(products: ProductIndex): Map<string, CachedHits> {
  const indexCache = cache.get(products) ?? new Map<string, CachedHits>();
  cache.set(products, indexCache);
  return indexCache;
}

/** Whether cached hits are still correct after products were activated or deactivated. */
async function isStillValid(
  { ids, nameMatches }: Hits,
  products: ProductIndex,
  minNameMatches: number,
): Promise<boolean> {
  const hasEnoughNameMatches = (await products.countActive(nameMatches ?? ids, minNameMatches)) === minNameMatches;
  if (nameMatches === null) return hasEnoughNameMatches;
  return !hasEnoughNameMatches && (await products.countActive(ids, 1)) === 1;
}

const toHits = ({ first, ids, nameMatches, exactNameMatches }: HitRow): Hits => ({
  first,
  ids,
  nameMatches: nameMatches && new Set(nameMatches),
  exactNameMatches: exactNameMatches && new Set(exactNameMatches),
});

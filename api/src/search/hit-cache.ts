import { type ProductIndex, queryWithProductIndex } from "../catalog/listing/product-index.ts";
import type { Db } from "../platform/db/database.ts";
import { selectFirstHits, type HitRow, type SearchAttempt } from "./sql.ts";

/** The result of a search. */
export type Hits = Readonly<{
  /** The index of the attempt that found it. */
  first: number;
  ids: readonly number[];
  /** The ids whose name matches, and whose name matches the query without synonyms; null if that applies to all ids. */
  nameMatches: ReadonlySet<number> | null;
  exactNameMatches: ReadonlySet<number> | null;
}>;

/** Hits and the database snapshot in which they are valid. */
type CachedHits = { hits: Hits; snapshot: string };

const MAX_CACHED = 64;

/**
 * The hits of the most recent searches, per product index. Stock and prices are not part of it and are always current.
 */
const cache = new WeakMap<ProductIndex, Map<string, CachedHits>>();

/**
 * Runs searches in order and returns the hits of the first one that finds an active product, and the current product
 * index. Hits are cached as long as no product's search words have changed.
 */
export async function findHits(
  db: Db,
  attempts: readonly SearchAttempt[],
  minNameMatches: number,
): Promise<{ products: ProductIndex; hits: Hits | null }> {
  const key = JSON.stringify(attempts[0]);
  const lookup: { cached?: CachedHits | undefined } = {};
  const { products, answer } = await queryWithProductIndex(db, (index) => {
    lookup.cached = getIndexCache(index).get(key);
    return selectFirstHits(attempts, minNameMatches, lookup.cached?.snapshot);
  });
  const { cached } = lookup;
  const entries = getIndexCache(products);
  entries.delete(key);
  if (answer.status === "unchanged") {
    if (!cached || !isStillValid(cached.hits, products, minNameMatches)) return findHits(db, attempts, minNameMatches);
    entries.set(key, { hits: cached.hits, snapshot: answer.snapshot });
    return { products, hits: cached.hits };
  }
  const hits = answer.found && toHits(answer.found);
  // Only hits of the first attempt are cached: for later ones, products that match an earlier one may be reactivated,
  // which changes no search words.
  if (hits?.first === 0) entries.set(key, { hits, snapshot: answer.snapshot });
  for (const oldest of entries.keys()) if (entries.size > MAX_CACHED) entries.delete(oldest);
  return { products, hits };
}

function getIndexCache(products: ProductIndex): Map<string, CachedHits> {
  const indexCache = cache.get(products) ?? new Map<string, CachedHits>();
  cache.set(products, indexCache);
  return indexCache;
}

/** Whether cached hits are still correct after products were activated or deactivated. */
function isStillValid({ ids, nameMatches }: Hits, products: ProductIndex, minNameMatches: number): boolean {
  const hasEnoughNameMatches = hasOnSale(nameMatches ?? ids, products, minNameMatches);
  return nameMatches === null ? hasEnoughNameMatches : !hasEnoughNameMatches && hasOnSale(ids, products, 1);
}

function hasOnSale(ids: Iterable<number>, products: ProductIndex, count: number): boolean {
  let remaining = count;
  for (const id of ids) if (products.has(id) && --remaining === 0) return true;
  return false;
}

const toHits = ({ first, ids, nameMatches, exactNameMatches }: HitRow): Hits => ({
  first,
  ids,
  nameMatches: nameMatches && new Set(nameMatches),
  exactNameMatches: exactNameMatches && new Set(exactNameMatches),
});

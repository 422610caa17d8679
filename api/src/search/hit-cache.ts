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

/** The hits of the most recent searches by attempt, for each `cacheKey` of an index. Stock and prices are not cached. */
const cache = new WeakMap<object, Map<string, CachedHits>>();

/**
 * Runs searches in order and returns the hits of the first one that finds an active product, and the current product
 * index. Hits are cached as long as no product's search words have changed; the searches before are tried each time, because
 * their products may be reactivated, which changes no words.
 */
export async function findHits(
  db: RootDb,
  attempts: readonly SearchAttempt[],
  minNameMatches: number,
): Promise<{ products: ProductIndex; hits: Hits | null }> {
  const keys = attempts.map((attempt) => JSON.stringify(attempt));
  let known: (CachedHits | undefined)[] = [];
  const { products, result } = await queryWithProductIndex(db, (index) => {
    known = keys.map((key) => getIndexCache(index).get(key));
    return selectFirstHits(
      attempts,
      minNameMatches,
      known.map((cached) => cached?.snapshot ?? null),
    );
  });
  const { found, snapshot } = result;
  if (!found) return { products, hits: null };
  const key = keys[found.first] ?? "";
  const entries = getIndexCache(products);
  // Deleted and inserted again, so that the entries are ordered by their last use.
  entries.delete(key);
  const hits = found.isKnown ? known[found.first]?.hits : toHits(found);
  if (!hits || (found.isKnown && !(await isStillValid(hits, products, minNameMatches))))
    return findHits(db, attempts, minNameMatches);
  entries.set(key, { hits, snapshot });
  for (const oldest of entries.keys()) if (entries.size > MAX_CACHED_SEARCHES) entries.delete(oldest);
  return { products, hits: { ...hits, first: found.first } };
}

function getIndexCache({ cacheKey }: ProductIndex): Map<string, CachedHits> {
  const indexCache = cache.get(cacheKey) ?? new Map<string, CachedHits>();
  cache.set(cacheKey, indexCache);
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

const toHits = ({ first, ids, nameMatches, exactNameMatches }: HitRow & { isKnown: false }): Hits => ({
  first,
  ids,
  nameMatches: nameMatches && new Set(nameMatches),
  exactNameMatches: exactNameMatches && new Set(exactNameMatches),
});

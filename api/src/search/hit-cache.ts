import {
  type FoundProducts,
  type ProductIndex,
  queryWithProductIndex,
  type RankCondition,
} from "../catalog/product-index/service.ts";
import type { RootDb } from "../platform/db/database.ts";
import { selectFirstHits, type HitRow, type SearchAttempt } from "./sql.ts";

/** The products that a search found. */
export type Hits = Readonly<{
  /** The index of the first attempt that found any product. */
  first: number;
  found: FoundProducts;
  /** The ids of the products whose name matches; null if all do. */
  nameMatches: ReadonlySet<number> | null;
  /** The products whose name matches without synonyms; null if all do. */
  exactNameMatches: RankCondition | null;
}>;

type ListedHits = Hits & Readonly<{ found: { ids: readonly number[] } }>;

/** Hits and the PostgreSQL snapshot in which they were valid. */
type CachedHits = Readonly<{ hits: ListedHits; snapshot: string; bytes: number }>;

const MAX_CACHED_BYTES = 16 * 2 ** 20;
/** Of an id in a list, of one in a set, of a character of a key, and of an entry without them. */
const [LISTED_ID_BYTES, ID_IN_SET_BYTES, CHARACTER_BYTES, ENTRY_BYTES] = [8, 40, 2, 500];

/** The hits of the most recent searches by attempt, for each `cacheKey` of an index. Stock and prices are not cached. */
const cache = new WeakMap<object, HitCache>();

/** Keeps the hits that were used last, up to `MAX_CACHED_BYTES`. */
export class HitCache {
  readonly #entries = new Map<string, CachedHits>();
  #bytes = 0;

  get(key: string): CachedHits | undefined {
    return this.#entries.get(key);
  }

  /** Keeps hits as those that were used last. */
  set(key: string, hits: ListedHits, snapshot: string): void {
    this.delete(key);
    const bytes = ENTRY_BYTES + key.length * CHARACTER_BYTES + calculateIdBytes(hits);
    this.#entries.set(key, { hits, snapshot, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MAX_CACHED_BYTES) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

function calculateIdBytes({ found, nameMatches, exactNameMatches }: ListedHits): number {
  const exactIds = exactNameMatches && "ids" in exactNameMatches ? exactNameMatches.ids.size : 0;
  return found.ids.length * LISTED_ID_BYTES + ((nameMatches?.size ?? 0) + exactIds) * ID_IN_SET_BYTES;
}

/**
 * Runs searches in order and returns the hits of the first one that finds an active product, and the current product
 * index. Listed hits are cached as long as no product's search words have changed; the searches before are tried each time,
 * because their products may be reactivated, which changes no words.
 */
export async function findHits(
  db: RootDb,
  attempts: readonly SearchAttempt[],
  minNameMatches: number,
): Promise<{ products: ProductIndex; hits: Hits | null }> {
  const keys = attempts.map((attempt) => JSON.stringify(attempt));
  let cached: (CachedHits | undefined)[] = [];
  const { products, result } = await queryWithProductIndex(db, (index) => {
    cached = keys.map((key) => getHitCache(index).get(key));
    return selectFirstHits(
      attempts,
      minNameMatches,
      cached.map((entry) => entry?.snapshot ?? null),
      index.hasNames,
    );
  });
  const { found, snapshot } = result;
  const attempt = found && attempts[found.first];
  if (!attempt) return { products, hits: null };
  if (found.kind === "names") return { products, hits: toNamedHits(found.first, attempt) };
  const key = keys[found.first] ?? "";
  const hits = found.kind === "ids" ? toListedHits(found) : cached[found.first]?.hits;
  if (!hits || (found.kind === "cached" && !(await isStillValid(hits, products, minNameMatches)))) {
    getHitCache(products).delete(key);
    return findHits(db, attempts, minNameMatches);
  }
  getHitCache(products).set(key, hits, snapshot);
  return { products, hits: { ...hits, first: found.first } };
}

function getHitCache({ cacheKey }: ProductIndex): HitCache {
  const hitCache = cache.get(cacheKey) ?? new HitCache();
  cache.set(cacheKey, hitCache);
  return hitCache;
}

/** Whether cached hits are still correct after products were activated or deactivated. */
async function isStillValid(
  { found: { ids }, nameMatches }: ListedHits,
  products: ProductIndex,
  minNameMatches: number,
): Promise<boolean> {
  const hasEnoughNameMatches = (await products.countActive(nameMatches ?? ids, minNameMatches)) === minNameMatches;
  if (nameMatches === null) return hasEnoughNameMatches;
  return !hasEnoughNameMatches && (await products.countActive(ids, 1)) === 1;
}

const toNamedHits = (first: number, { query, exact }: SearchAttempt): Hits => ({
  first,
  found: { names: query },
  nameMatches: null,
  exactNameMatches: exact === query ? null : { names: exact },
});

const toListedHits = ({ first, ids, nameMatches, exactNameMatches }: Extract<HitRow, { kind: "ids" }>): ListedHits => ({
  first,
  found: { ids },
  nameMatches: nameMatches && new Set(nameMatches),
  exactNameMatches: exactNameMatches && { ids: new Set(exactNameMatches) },
});

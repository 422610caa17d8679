import type { Facets, ListingFilter } from "./product-index.ts";

/** The database counts smaller lists quickly; the counts of larger ones are kept for a minute. */
const MIN_PRODUCTS = 20_000;
const MAX_AGE_MS = 60_000;
const MAX_ENTRIES = 500;

/** The facets of large lists by filter. The pages of these lists are always selected anew. */
export class FacetCache {
  readonly #entries = new Map<string, { facets: Facets; countedAt: number }>();

  /** Returns the facets that were counted within the last minute. */
  get(filter: ListingFilter): Facets | undefined {
    const key = getKey(filter);
    const entry = key === null ? undefined : this.#entries.get(key);
    return entry && performance.now() - entry.countedAt < MAX_AGE_MS ? entry.facets : undefined;
  }

  /** Keeps the facets of a list, if it is large. @param size the number of products without facet choices */
  set(filter: ListingFilter, facets: Facets, size: number): void {
    const key = getKey(filter);
    if (key === null || size < MIN_PRODUCTS) return;
    // Deleted and inserted again, so that the entries are ordered by their age.
    this.#entries.delete(key);
    this.#entries.set(key, { facets, countedAt: performance.now() });
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > MAX_ENTRIES) this.#entries.delete(oldest);
  }
}

/** Returns what the facets of a list depend on; null for lists that nearly nobody else asks for. */
function getKey({ now: _now, newSince: _newSince, shipping, ...filter }: ListingFilter): string | null {
  const { matches, excludedProductIds, containingProductIds } = filter;
  if (matches || excludedProductIds || containingProductIds) return null;
  return JSON.stringify({ ...filter, country: shipping?.country });
}

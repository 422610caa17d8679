import type { Filter } from "./filter.ts";
import type { Shelf } from "./sql.ts";

export type Facets = {
  total: number;
  /** Products by id of manufacturer or usage; what has none is left out. */
  manufacturers: Map<number, number>;
  usages: Map<number, number>;
  /** Kopecks; null where nothing is left. */
  priceMin: number | null;
  priceMax: number | null;
};

/** Counts the facets of a listing; each one ignores its own choice and heeds the others (decisions: Catalogue). */
export function countFacets(
  shelves: Shelf[],
  { manufacturerIds, usageIds }: Pick<Filter, "manufacturerIds" | "usageIds">,
): Facets {
  const facets: Facets = { total: 0, manufacturers: new Map(), usages: new Map(), priceMin: null, priceMax: null };
  for (const shelf of shelves) {
    const byMaker = manufacturerIds.length === 0 || manufacturerIds.includes(shelf.manufacturer_id);
    const byUsage = usageIds.length === 0 || shelf.usage_ids.some((id) => usageIds.includes(id));
    if (byMaker && byUsage && shelf.in_price) facets.total += shelf.count;
    if (byUsage && shelf.in_price) add(facets.manufacturers, shelf.manufacturer_id, shelf.count);
    if (byMaker && shelf.in_price) for (const id of shelf.usage_ids) add(facets.usages, id, shelf.count);
    if (byMaker && byUsage) {
      facets.priceMin = Math.min(facets.priceMin ?? shelf.price_min, shelf.price_min);
      facets.priceMax = Math.max(facets.priceMax ?? shelf.price_max, shelf.price_max);
    }
  }
  return facets;
}

function add(counts: Map<number, number>, id: number, count: number): void {
  counts.set(id, (counts.get(id) ?? 0) + count);
}

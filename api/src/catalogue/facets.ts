import type { Filter } from "./filter.ts";
import { discountSteps, type FacetStep, ratingSteps } from "./schema.ts";
import type { Shelf } from "./sql.ts";

export type Facets = {
  total: number;
  /** Products by id of manufacturer or usage; what has none is left out. */
  manufacturers: Map<number, number>;
  usages: Map<number, number>;
  /** Kopecks; null where nothing is left. */
  priceMin: number | null;
  priceMax: number | null;
  inStock: number;
  ratings: FacetStep[];
  discounts: FacetStep[];
};

/** Counts the facets of a listing; each one ignores its own choice and heeds the others (decisions: Catalogue). */
export function countFacets(
  shelves: Shelf[],
  { manufacturerIds, usageIds }: Pick<Filter, "manufacturerIds" | "usageIds">,
): Facets {
  const byMaker = (shelf: Shelf) => manufacturerIds.length === 0 || manufacturerIds.includes(shelf.manufacturer_id);
  const byUsage = (shelf: Shelf) => usageIds.length === 0 || shelf.usage_ids.some((id) => usageIds.includes(id));
  const manufacturers = new Map<number, number>();
  const usages = new Map<number, number>();
  for (const shelf of shelves.filter(byUsage)) add(manufacturers, shelf.manufacturer_id, shelf.count);
  for (const shelf of shelves.filter(byMaker)) for (const id of shelf.usage_ids) add(usages, id, shelf.count);
  const chosen = shelves.filter((shelf) => byMaker(shelf) && byUsage(shelf));
  const sum = (countOf: (shelf: Shelf) => number) => chosen.reduce((total, shelf) => total + countOf(shelf), 0);
  const prices = chosen.flatMap(({ price_min, price_max }) =>
    price_min === null || price_max === null ? [] : [{ min: price_min, max: price_max }],
  );
  return {
    total: sum(({ count }) => count),
    manufacturers,
    usages,
    priceMin: prices.length > 0 ? Math.min(...prices.map(({ min }) => min)) : null,
    priceMax: prices.length > 0 ? Math.max(...prices.map(({ max }) => max)) : null,
    inStock: sum(({ in_stock }) => in_stock),
    ratings: ratingSteps.map((min, at) => ({ min, count: sum(({ rated }) => rated[at] ?? 0) })),
    discounts: discountSteps.map((min, at) => ({ min, count: sum(({ reduced }) => reduced[at] ?? 0) })),
  };
}

function add(counts: Map<number, number>, id: number, count: number): void {
  if (count > 0) counts.set(id, (counts.get(id) ?? 0) + count);
}

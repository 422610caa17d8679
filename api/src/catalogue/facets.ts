import {
  type Choice,
  choicesOf,
  type Condition,
  type Filter,
  isInStock,
  priceAt,
  ratedFrom,
  reducedFrom,
} from "./filter.ts";
import type { Listed } from "./listed-sql.ts";
import { discountSteps, type FacetStep, ratingSteps } from "./schema.ts";

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

/**
 * Of a listing before its faceted choices, the products that meet them all, and its facets; each facet ignores its own
 * choice and heeds the others (decisions: Catalogue).
 */
export function choose(products: readonly Listed[], filter: Filter): { chosen: Listed[]; facets: Facets } {
  const choices = choicesOf(filter);
  const chosen: Listed[] = [];
  const but: Record<Choice, Listed[]> = { manufacturer: [], usage: [], price: [], stock: [], rating: [], discount: [] };
  for (const product of products) {
    const missed = missedBy(product, choices);
    if (missed === "none") chosen.push(product);
    else if (missed !== "several") but[missed].push(product);
  }
  return { chosen, facets: countFacets(chosen, but, filter.now) };
}

/** Which choice a product does not meet. */
function missedBy(product: Listed, choices: readonly [Choice, Condition][]): Choice | "none" | "several" {
  let missed: Choice | "none" = "none";
  for (const [choice, holds] of choices) {
    if (holds(product)) continue;
    if (missed !== "none") return "several";
    missed = choice;
  }
  return missed;
}

/** @param but what would have been chosen but for one choice. */
function countFacets(chosen: readonly Listed[], but: Readonly<Record<Choice, Listed[]>>, now: Date): Facets {
  const forFacet = (choice: Choice) => (but[choice].length === 0 ? chosen : [...chosen, ...but[choice]]);
  const count = (choice: Choice, holds: Condition) =>
    forFacet(choice).reduce((sum, one) => sum + (holds(one) ? 1 : 0), 0);
  return {
    total: chosen.length,
    manufacturers: byMaker(forFacet("manufacturer")),
    usages: byUsage(forFacet("usage")),
    ...priceRange(forFacet("price"), now),
    inStock: count("stock", isInStock),
    ratings: ratingSteps.map((min) => ({ min, count: count("rating", ratedFrom(min)) })),
    discounts: discountSteps.map((min) => ({ min, count: count("discount", reducedFrom(min, now)) })),
  };
}

function byMaker(products: readonly Listed[]): Map<number, number> {
  const counts: number[] = [];
  for (const { manufacturer_id: id } of products) counts[id] = (counts[id] ?? 0) + 1;
  return counted(counts);
}

function byUsage(products: readonly Listed[]): Map<number, number> {
  const counts: number[] = [];
  for (const { usage_ids } of products) for (const id of usage_ids) counts[id] = (counts[id] ?? 0) + 1;
  return counted(counts);
}

/** Counts that stand at their ids: adding up in an array is several times quicker than in a map. */
function counted(counts: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  counts.forEach((count, id) => found.set(id, count));
  return found;
}

function priceRange(products: readonly Listed[], now: Date): Pick<Facets, "priceMin" | "priceMax"> {
  let [priceMin, priceMax] = [Infinity, -Infinity];
  for (const product of products) {
    const price = priceAt(product, now);
    priceMin = Math.min(priceMin, price);
    priceMax = Math.max(priceMax, price);
  }
  return products.length > 0 ? { priceMin, priceMax } : { priceMin: null, priceMax: null };
}

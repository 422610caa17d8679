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
export function choose(products: Iterable<Listed>, filter: Filter): { chosen: Listed[]; facets: Facets } {
  const choices = choicesOf(filter);
  const chosen: Listed[] = [];
  const counts = new Counts(filter.now);
  for (const product of products) {
    const missed = missedBy(product, choices);
    if (missed === "several") continue;
    if (missed === "none") {
      chosen.push(product);
      counts.addToAll(product);
    } else counts.add(product, missed);
  }
  return { chosen, facets: counts.facets(chosen.length) };
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

const everyChoice: Choice[] = ["manufacturer", "usage", "price", "stock", "rating", "discount"];

/** Counts all facets in one pass: looking products up in memory once for each facet would take most of a listing's time. */
class Counts {
  readonly #now: Date;
  // By ids, which are small numbers: adding up in arrays is several times quicker than in maps.
  readonly #manufacturers: number[] = [];
  readonly #usages: number[] = [];
  #priceMin = Infinity;
  #priceMax = -Infinity;
  #inStock = 0;
  readonly #ratings: (FacetStep & { holds: Condition })[];
  readonly #discounts: (FacetStep & { holds: Condition })[];

  constructor(now: Date) {
    this.#now = now;
    this.#ratings = ratingSteps.map((min) => ({ min, count: 0, holds: ratedFrom(min) }));
    this.#discounts = discountSteps.map((min) => ({ min, count: 0, holds: reducedFrom(min, now) }));
  }

  addToAll(product: Listed): void {
    for (const choice of everyChoice) this.add(product, choice);
  }

  add(product: Listed, choice: Choice): void {
    switch (choice) {
      case "manufacturer":
        increase(this.#manufacturers, product.manufacturer_id);
        return;
      case "usage":
        for (const id of product.usage_ids) increase(this.#usages, id);
        return;
      case "price": {
        const price = priceAt(product, this.#now);
        if (price < this.#priceMin) this.#priceMin = price;
        if (price > this.#priceMax) this.#priceMax = price;
        return;
      }
      case "stock":
        if (isInStock(product)) this.#inStock += 1;
        return;
      case "rating":
        for (const step of this.#ratings) if (step.holds(product)) step.count += 1;
        return;
      case "discount":
        for (const step of this.#discounts) if (step.holds(product)) step.count += 1;
    }
  }

  facets(total: number): Facets {
    const hasPrices = this.#priceMin <= this.#priceMax;
    const told = ({ min, count }: FacetStep) => ({ min, count });
    return {
      total,
      manufacturers: byId(this.#manufacturers),
      usages: byId(this.#usages),
      priceMin: hasPrices ? this.#priceMin : null,
      priceMax: hasPrices ? this.#priceMax : null,
      inStock: this.#inStock,
      ratings: this.#ratings.map(told),
      discounts: this.#discounts.map(told),
    };
  }
}

function increase(counts: number[], id: number): void {
  counts[id] = (counts[id] ?? 0) + 1;
}

function byId(counts: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  counts.forEach((count, id) => found.set(id, count));
  return found;
}

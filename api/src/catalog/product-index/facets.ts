import { buildFacetConditions, type Condition, hasMinRating, hasMinDiscount, isShippable } from "./filter-and-sort.ts";
import { getPriceAt } from "../pricing/current-price.ts";
import { isInStock } from "../products/stock.ts";
import type { FacetKey, Facets, ListingFilter } from "./product-index.ts";
import type { IndexedProduct } from "./sql.ts";
import { discountSteps, type FacetStep, ratingSteps } from "../schema.ts";

/**
 * Applies the facet choices to the products of a listing, and counts its facets. Each facet ignores its own choice and
 * respects all others. Rule: docs/domain/catalog.md.
 */
export function applyFacets(
  products: Iterable<IndexedProduct>,
  filter: ListingFilter,
): { filtered: IndexedProduct[]; facets: Facets } {
  const facetConditions = buildFacetConditions(filter);
  const filtered: IndexedProduct[] = [];
  const counts = new FacetCounter(filter);
  for (const product of products) {
    const unmet = findUnmetFacet(product, facetConditions);
    if (unmet === "several") continue;
    if (unmet === "none") {
      filtered.push(product);
      counts.addToAll(product);
    } else counts.add(product, unmet);
  }
  return { filtered, facets: counts.getFacets(filtered.length) };
}

/** Returns the only facet choice that a product does not meet, or whether there are none or several. */
function findUnmetFacet(
  product: IndexedProduct,
  facetConditions: readonly [FacetKey, Condition][],
): FacetKey | "none" | "several" {
  let unmet: FacetKey | "none" = "none";
  for (const [facetKey, condition] of facetConditions) {
    if (condition(product)) continue;
    if (unmet !== "none") return "several";
    unmet = facetKey;
  }
  return unmet;
}

const facetKeys: FacetKey[] = ["brand", "concern", "price", "stock", "rating", "discount", "shipping"];

/** Counts all facets in one pass, because memory access dominates the time of a listing. */
class FacetCounter {
  readonly #now: Date;
  // Arrays indexed by id: ids are small, and arrays are several times faster than maps.
  readonly #brands: number[] = [];
  readonly #concerns: number[] = [];
  #priceMin = Infinity;
  #priceMax = -Infinity;
  #inStock = 0;
  readonly #ratings: (FacetStep & { condition: Condition })[];
  readonly #discounts: (FacetStep & { condition: Condition })[];

  readonly #isShippable: Condition | null;
  #notShippable = 0;

  constructor({ now, shipping }: Pick<ListingFilter, "now" | "shipping">) {
    this.#now = now;
    this.#isShippable = shipping ? isShippable(shipping, now) : null;
    this.#ratings = ratingSteps.map((min) => ({ min, count: 0, condition: hasMinRating(min) }));
    this.#discounts = discountSteps.map((min) => ({ min, count: 0, condition: hasMinDiscount(min, now) }));
  }

  addToAll(product: IndexedProduct): void {
    for (const facetKey of facetKeys) this.add(product, facetKey);
  }

  add(product: IndexedProduct, facetKey: FacetKey): void {
    switch (facetKey) {
      case "brand":
        incrementCount(this.#brands, product.brand_id);
        return;
      case "concern":
        for (const id of product.concern_ids) incrementCount(this.#concerns, id);
        return;
      case "price": {
        const price = getPriceAt(product, this.#now);
        if (price < this.#priceMin) this.#priceMin = price;
        if (price > this.#priceMax) this.#priceMax = price;
        return;
      }
      case "stock":
        if (isInStock(product)) this.#inStock += 1;
        return;
      case "rating":
        for (const step of this.#ratings) if (step.condition(product)) step.count += 1;
        return;
      case "discount":
        for (const step of this.#discounts) if (step.condition(product)) step.count += 1;
        return;
      case "shipping":
        if (this.#isShippable && !this.#isShippable(product)) this.#notShippable += 1;
    }
  }

  getFacets(total: number): Facets {
    const hasPrices = this.#priceMin <= this.#priceMax;
    const toFacetStep = ({ min, count }: FacetStep) => ({ min, count });
    return {
      total,
      brands: toCountMap(this.#brands),
      concerns: toCountMap(this.#concerns),
      priceMin: hasPrices ? this.#priceMin : null,
      priceMax: hasPrices ? this.#priceMax : null,
      inStock: this.#inStock,
      ratings: this.#ratings.map(toFacetStep),
      discounts: this.#discounts.map(toFacetStep),
      notShippable: this.#isShippable && this.#notShippable,
    };
  }
}

function incrementCount(counts: number[], id: number): void {
  counts[id] = (counts[id] ?? 0) + 1;
}

function toCountMap(counts: readonly number[]): Map<number, number> {
  const countMap = new Map<number, number>();
  counts.forEach((count, id) => countMap.set(id, count));
  return countMap;
}

import { beforeAll, describe, expect, it } from "vitest";
import { planProducts, getPopularity } from "./plan-products.ts";
import { reservedSlugs } from "../../api/src/catalog/reserved-slugs.ts";
import { buildEan13 } from "../codes.ts";
import { startsWithAdjective, hasAudiencePhrase } from "./names.ts";
import type { Product } from "./product.ts";
import {
  getActivesFor,
  getAdjectivesFor,
  allCategories,
  allTypes,
  getAudiencesFor,
  getBrandsSelling,
  isContradictory,
  getSeriesFor,
} from "./source-tables.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const RUB_PER_YEN = 0.61;
let products: Product[];

beforeAll(() => {
  products = planFirstProducts(600, 1);
});

describe("a plan of 600 products", () => {
  it("has unique names, slugs, article numbers and barcodes", () => {
    for (const uniqueCount of [
      countUnique((one) => one.nameRu),
      countUnique((one) => one.nameEn),
      countUnique((one) => one.slug),
      countUnique((one) => one.reference),
      countUnique((one) => one.barcode),
    ])
      expect(uniqueCount).toBe(products.length);
  });

  it("has slugs that do not shadow reserved paths", () => {
    expect(products.filter((one) => reservedSlugs.has(one.slug) || !/^[a-z0-9-]+$/.test(one.slug))).toEqual([]);
  });

  it("has Russian and English names", () => {
    expect(products.filter((one) => !/^[А-ЯЁA-Z]/.test(one.nameRu) || !/[а-яё]/.test(one.nameRu))).toEqual([]);
    expect(products.filter((one) => /[а-яё]/i.test(one.nameEn) || one.nameEn.length < 10)).toEqual([]);
  });

  it("combines only what the source tables allow", () => {
    for (const { parts } of products) {
      const { type, brand, series, adjective, active, audience } = parts;
      expect(getBrandsSelling(type)).toContain(brand);
      if (series) expect(getSeriesFor(brand, type)).toContain(series);
      if (adjective) expect(getAdjectivesFor(type)).toContain(adjective);
      if (adjective) expect(startsWithAdjective(type)).toBe(false);
      if (active) expect(getActivesFor(type)).toContain(active);
      if (audience) expect(getAudiencesFor(type)).toContain(audience);
      if (audience) expect(hasAudiencePhrase(type)).toBe(false);
      if (adjective && audience) expect(isContradictory(adjective, audience)).toBe(false);
    }
  });

  it("fills every leaf category that has product types", () => {
    const filled = new Set(products.map((one) => one.category.slug));
    const leaves = allCategories.filter((one) => !allCategories.some((other) => other.parent === one.id));
    expect(
      leaves.filter((one) => allTypes.some((type) => type.category === one.slug) && !filled.has(one.slug)),
    ).toEqual([]);
  });

  it("has the intended distribution of prices, within 5.5 percentage points", () => {
    const priceShares = [0, 500, 1000, 2000, 5000].map((minPrice, index, bounds) =>
      getPercent((one) => getPriceRub(one) >= minPrice && getPriceRub(one) < (bounds[index + 1] ?? Infinity)),
    );
    [22, 28, 27, 18, 5].forEach((expectedShare, index) =>
      expect(Math.abs((priceShares[index] ?? 0) - expectedShare)).toBeLessThanOrEqual(5.5),
    );
  });

  it("has options for about a third of products and over half of makeup", () => {
    expect(getPercent((one) => one.kind !== null)).toBeGreaterThan(29);
    expect(getPercent((one) => one.kind !== null)).toBeLessThan(41);
    const makeup = products.filter((one) => ["makeup", "lips", "lashes"].includes(one.parts.type.group));
    expect(makeup.filter((one) => one.kind === "shade").length / makeup.length).toBeGreaterThan(0.5);
    expect(products.filter((one) => one.optionsAddedAt !== null)).toHaveLength(5);
  });

  it("discounts about one product in five, by less than half, and no new ones", () => {
    const discounted = products.filter((one) => one.variants.some((variant) => variant.oldPriceMinor !== null));
    expect(discounted.length / products.length).toBeCloseTo(0.18, 1);
    for (const { variants } of discounted)
      for (const { priceMinor, oldPriceMinor } of variants) {
        expect(oldPriceMinor).toBeGreaterThan(priceMinor);
        expect(priceMinor / (oldPriceMinor ?? 1)).toBeGreaterThan(0.55);
      }
    expect(discounted.filter((one) => one.labels.includes("new"))).toEqual([]);
  });

  it("has some products out of stock", () => {
    expect(getPercent((one) => one.variants.every((variant) => variant.stock === 0))).toBeGreaterThan(4);
    expect(getPercent((one) => one.variants.some((variant) => variant.stock > 0))).toBeGreaterThan(88);
  });

  it("has one product above the export limit of 40,000 yen and one of 10,000 rubles, half the duty-free limit", () => {
    expect(products.filter((one) => getPriceRub(one) / RUB_PER_YEN > 40_000).map((one) => one.parts.type.id)).toEqual([
      "serum_age",
    ]);
    expect(products.some((one) => getPriceRub(one) === 10_000 && one.variants[0]?.stock === 40)).toBe(true);
  });

  it("has barcodes with valid check digits", () => {
    expect(products.every((one) => buildEan13(one.barcode.slice(0, 12)) === one.barcode)).toBe(true);
  });
});

describe("a seed", () => {
  it("gives the same products, regardless of how many follow", () => {
    expect(planFirstProducts(300, 1)).toEqual(products.slice(0, 300));
  });

  it("gives other products than another seed", () => {
    expect(planFirstProducts(50, 2).map((one) => one.nameRu)).not.toEqual(
      products.slice(0, 50).map((one) => one.nameRu),
    );
    expect(getPopularity(1, 7)).not.toBe(getPopularity(2, 7));
  });
});

function planFirstProducts(count: number, seed: number): Product[] {
  const plan = planProducts(seed, NOW);
  return Array.from({ length: count }, (_, index) => plan(index + 1));
}

function getPriceRub(product: Product): number {
  return Math.min(...product.variants.map((variant) => variant.priceMinor)) / 100;
}

function countUnique(getValue: (product: Product) => string): number {
  return new Set(products.map(getValue)).size;
}

function getPercent(matches: (product: Product) => boolean): number {
  return (products.filter(matches).length * 100) / products.length;
}

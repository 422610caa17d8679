import { beforeAll, describe, expect, it } from "vitest";
import { planProducts, popularityOf } from "./catalogue.ts";
import { ean13, reservedSlugs } from "./codes.ts";
import { startsWithAdjective, saysForWhom } from "./names.ts";
import type { Product } from "./product.ts";
import {
  activesFor,
  adjectivesFor,
  allCategories,
  allTypes,
  audiencesFor,
  brandsSelling,
  contradicts,
  seriesHolding,
} from "./tables.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const YEN = 0.61;
let shop: Product[];

beforeAll(() => {
  shop = planned(600, 1);
});

describe("six hundred products", () => {
  it("have names, addresses, articles and barcodes of their own", () => {
    for (const of of [
      unique((one) => one.nameRu),
      unique((one) => one.nameEn),
      unique((one) => one.slug),
      unique((one) => one.reference),
      unique((one) => one.barcode),
    ])
      expect(of).toBe(shop.length);
  });

  it("stand at addresses that hide none of the shop's own", () => {
    expect(shop.filter((one) => reservedSlugs.has(one.slug) || !/^[a-z0-9-]+$/.test(one.slug))).toEqual([]);
  });

  it("are named in Russian and in English", () => {
    expect(shop.filter((one) => !/^[А-ЯЁA-Z]/.test(one.nameRu) || !/[а-яё]/.test(one.nameRu))).toEqual([]);
    expect(shop.filter((one) => /[а-яё]/i.test(one.nameEn) || one.nameEn.length < 10)).toEqual([]);
  });

  it("pair only what the tables allow", () => {
    for (const { parts } of shop) {
      const { type, brand, series, adjective, active, audience } = parts;
      expect(brandsSelling(type)).toContain(brand);
      if (series) expect(seriesHolding(brand, type)).toContain(series);
      if (adjective) expect(adjectivesFor(type)).toContain(adjective);
      if (adjective) expect(startsWithAdjective(type)).toBe(false);
      if (active) expect(activesFor(type)).toContain(active);
      if (audience) expect(audiencesFor(type)).toContain(audience);
      if (audience) expect(saysForWhom(type)).toBe(false);
      if (adjective && audience) expect(contradicts(adjective, audience)).toBe(false);
    }
  });

  it("fill every category that holds goods", () => {
    const filled = new Set(shop.map((one) => one.category.slug));
    const leaves = allCategories.filter((one) => !allCategories.some((other) => other.parent === one.id));
    expect(
      leaves.filter((one) => allTypes.some((type) => type.category === one.slug) && !filled.has(one.slug)),
    ).toEqual([]);
  });

  it("cost what the shop's mix of prices wants, within five points", () => {
    const shares = [0, 500, 1000, 2000, 5000].map((from, at, bounds) =>
      percent((one) => rub(one) >= from && rub(one) < (bounds[at + 1] ?? Infinity)),
    );
    [22, 28, 27, 18, 5].forEach((wanted, at) => expect(Math.abs((shares[at] ?? 0) - wanted)).toBeLessThanOrEqual(5.5));
  });

  it("have options in about a third, makeup in about two", () => {
    expect(percent((one) => one.kind !== null)).toBeGreaterThan(29);
    expect(percent((one) => one.kind !== null)).toBeLessThan(41);
    const makeup = shop.filter((one) => ["makeup", "lips", "lashes"].includes(one.parts.type.group));
    expect(makeup.filter((one) => one.kind === "shade").length / makeup.length).toBeGreaterThan(0.5);
    expect(shop.filter((one) => one.optionsAddedAt !== null)).toHaveLength(5);
  });

  it("are reduced in about one of five, never below half, and new ones never", () => {
    const reduced = shop.filter((one) => one.variants.some((variant) => variant.oldPriceMinor !== null));
    expect(reduced.length / shop.length).toBeCloseTo(0.18, 1);
    for (const { variants } of reduced)
      for (const { priceMinor, oldPriceMinor } of variants) {
        expect(oldPriceMinor).toBeGreaterThan(priceMinor);
        expect(priceMinor / (oldPriceMinor ?? 1)).toBeGreaterThan(0.55);
      }
    expect(reduced.filter((one) => one.labels.includes("new"))).toEqual([]);
  });

  it("cannot all be had", () => {
    expect(percent((one) => one.variants.every((variant) => variant.stock === 0))).toBeGreaterThan(4);
    expect(percent((one) => one.variants.some((variant) => variant.stock > 0))).toBeGreaterThan(88);
  });

  it("hold one that is too dear for Russia and two that reach the duty-free limit to the rouble", () => {
    expect(shop.filter((one) => rub(one) / YEN > 40_000).map((one) => one.parts.type.id)).toEqual(["serum_age"]);
    expect(shop.some((one) => rub(one) === 10_000 && one.variants[0]?.stock === 40)).toBe(true);
  });

  it("carry barcodes that scan", () => {
    expect(shop.every((one) => ean13(one.barcode.slice(0, 12)) === one.barcode)).toBe(true);
  });
});

describe("a seed", () => {
  it("gives the same goods again, however many follow", () => {
    expect(planned(300, 1)).toEqual(shop.slice(0, 300));
  });

  it("gives other goods than another", () => {
    expect(planned(50, 2).map((one) => one.nameRu)).not.toEqual(shop.slice(0, 50).map((one) => one.nameRu));
    expect(popularityOf(1, 7)).not.toBe(popularityOf(2, 7));
  });
});

function planned(count: number, seed: number): Product[] {
  const plan = planProducts(seed, NOW);
  return Array.from({ length: count }, (_, at) => plan(at + 1));
}

function rub(product: Product): number {
  return Math.min(...product.variants.map((variant) => variant.priceMinor)) / 100;
}

function unique(of: (product: Product) => string): number {
  return new Set(shop.map(of)).size;
}

function percent(is: (product: Product) => boolean): number {
  return (shop.filter(is).length * 100) / shop.length;
}

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FacetCache } from "./listing-table.ts";
import type { Facets, ListingFilter, ProductIndex } from "./product-index.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const createFilter = (values: Partial<ListingFilter> = {}): ListingFilter => ({
  ...{ brandIds: [], concernIds: [], ids: [], inStock: false, now: new Date(), newSince: new Date() },
  ...values,
});
const createFacets = (total: number): Facets => ({
  ...{ total, brands: new Map(), concerns: new Map(), priceMin: 1, priceMax: 2, inStock: 0 },
  ...{ ratings: [], discounts: [], notShippable: null },
});

it("keeps the counts of large lists for a minute", () => {
  const cache = new FacetCache();
  const [large, small] = [createFilter({ categoryIds: [1] }), createFilter({ categoryIds: [2] })];
  cache.set(large, createFacets(20_000));
  cache.set(small, createFacets(19_999));
  expect([cache.get({ ...large, now: new Date(0) })?.total, cache.get(small)]).toEqual([20_000, undefined]);
  expect(cache.get({ ...large, inStock: true })).toBeUndefined();
  vi.advanceTimersByTime(60_001);
  expect(cache.get(large)).toBeUndefined();
});

it("tells searches apart by the list of their hits", () => {
  const cache = new FacetCache();
  const products = {} as ProductIndex;
  const hits = [1, 2];
  cache.set(createFilter({ matches: { products, found: { ids: hits }, rank: [] } }), createFacets(20_000));
  const getTotal = (ids: readonly number[]) =>
    cache.get(createFilter({ matches: { products, found: { ids }, rank: [] } }))?.total;
  expect([getTotal(hits), getTotal([...hits]), cache.get(createFilter())]).toEqual([20_000, undefined, undefined]);
});

it("tells searches of names apart by what they exclude", () => {
  const cache = new FacetCache();
  const excluding = (names: string | null) => {
    const found = { names: "'cream'", without: { names, ids: new Set<number>() } };
    return createFilter({ matches: { products: {} as ProductIndex, found, rank: [] } });
  };
  cache.set(excluding("'white'"), createFacets(20_000));
  const totals = ["'white'", "'black'", null].map((names) => cache.get(excluding(names))?.total);
  expect(totals).toEqual([20_000, undefined, undefined]);
});

it("keeps no counts of lists that are rarely requested twice", () => {
  const cache = new FacetCache();
  const found = { names: "'cream'", without: { names: null, ids: new Set([1]) } };
  for (const filter of [
    createFilter({ excludedProductIds: new Set([1]) }),
    createFilter({ matches: { products: {} as ProductIndex, found, rank: [] } }),
  ]) {
    cache.set(filter, createFacets(20_000));
    expect(cache.get(filter)).toBeUndefined();
  }
});

import { expect, it } from "vitest";
import { parseViewedProducts, addViewedProduct } from "./viewed-products.ts";

it("keeps the last twenty products without duplicates, the most recent first", () => {
  const viewedIds = Array.from({ length: 25 }, (_, index) => index + 1).reduce<number[]>(addViewedProduct, []);
  expect(viewedIds).toHaveLength(20);
  expect(viewedIds[0]).toBe(25);
  expect(addViewedProduct(viewedIds, 20).slice(0, 3)).toEqual([20, 25, 24]);
});

it("ignores values that are not product ids", () => {
  expect(parseViewedProducts([3, "4", -1, 1.5, null, 3, 8])).toEqual([3, 8]);
  expect(parseViewedProducts({ 0: 1 })).toEqual([]);
});

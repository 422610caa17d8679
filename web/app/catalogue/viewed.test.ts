import { expect, it } from "vitest";
import { parseViewed, withViewed } from "./viewed.ts";

it("keeps the last twenty, the latest first, each once", () => {
  const seen = Array.from({ length: 25 }, (_, at) => at + 1).reduce<number[]>(withViewed, []);
  expect(seen).toHaveLength(20);
  expect(seen[0]).toBe(25);
  expect(withViewed(seen, 20).slice(0, 3)).toEqual([20, 25, 24]);
});

it("passes over what is no product's number", () => {
  expect(parseViewed([3, "4", -1, 1.5, null, 3, 8])).toEqual([3, 8]);
  expect(parseViewed({ 0: 1 })).toEqual([]);
});

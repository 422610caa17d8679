import { expect, it } from "vitest";
import { buildComparePath, parseComparedIds, readComparedIds, serializeComparedIds } from "./compared-products.ts";

it("keeps up to four different ids in their order, and ignores what is none", () => {
  expect(parseComparedIds("3,1,3,x,-2,0,1.5,9999999999")).toEqual([3, 1, 5]);
  expect(parseComparedIds("1,2,3,4,5")).toEqual([1, 2, 3, 4]);
  expect(parseComparedIds(null)).toEqual([]);
  expect(parseComparedIds("")).toEqual([]);
});

it("stores the ids in a cookie that is deleted without them", () => {
  const [cookie = ""] = serializeComparedIds([7, 12], true).split(";");
  expect(readComparedIds(`a=b; ${cookie}`)).toEqual([7, 12]);
  expect(readComparedIds("compare=%E0%A4%A")).toEqual([]);
  expect(serializeComparedIds([], false)).toContain("Max-Age=0");
});

it("has the choice in the URL", () => {
  expect(buildComparePath([7, 12])).toBe("/compare?ids=7,12");
  expect(buildComparePath([7], { showAll: true, isFull: true })).toBe("/compare?ids=7&rows=all&full=1");
  expect(buildComparePath([])).toBe("/compare");
});

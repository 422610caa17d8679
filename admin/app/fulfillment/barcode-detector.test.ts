import { expect, it } from "vitest";
import { createCodeFilter } from "./barcode-detector.ts";

it("counts a code once while it stays in view", () => {
  const selectNewCodes = createCodeFilter();
  expect(selectNewCodes(["a"], 0)).toEqual(["a"]);
  for (const now of [150, 900, 1800, 2700]) expect(selectNewCodes(["a"], now)).toEqual([]);
});

it("counts it again when it comes back after a second, but not after a blurred picture", () => {
  const selectNewCodes = createCodeFilter();
  selectNewCodes(["a"], 0);
  expect(selectNewCodes([], 500)).toEqual([]);
  expect(selectNewCodes(["a"], 1000)).toEqual([]);
  expect(selectNewCodes(["a"], 2001)).toEqual(["a"]);
});

it("returns each of several codes once", () => {
  const selectNewCodes = createCodeFilter();
  expect(selectNewCodes(["a", "b", "a"], 0)).toEqual(["a", "b"]);
  expect(selectNewCodes(["b", "c"], 150)).toEqual(["c"]);
});

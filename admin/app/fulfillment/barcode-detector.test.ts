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
  expect(selectNewCodes([], 1150)).toEqual([]);
  expect(selectNewCodes(["a"], 2151)).toEqual(["a"]);
});

it("counts it once on a slow device, which reads a picture every few seconds", () => {
  const selectNewCodes = createCodeFilter();
  selectNewCodes(["a"], 0);
  expect(selectNewCodes(["a"], 3000)).toEqual([]);
  expect(selectNewCodes(["a"], 6000)).toEqual([]);
});

it("returns each of several codes once", () => {
  const selectNewCodes = createCodeFilter();
  expect(selectNewCodes(["a", "b", "a"], 0)).toEqual(["a", "b"]);
  expect(selectNewCodes(["b", "c"], 150)).toEqual(["c"]);
});

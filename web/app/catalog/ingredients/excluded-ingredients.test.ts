import { afterEach, expect, it, vi } from "vitest";
import { readExcludedIngredients, saveExcludedIngredients } from "./excluded-ingredients.ts";

const storedValues = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => storedValues.get(key) ?? null,
  setItem: (key: string, value: string) => void storedValues.set(key, value),
});
afterEach(() => storedValues.clear());

it("stores the excluded ingredients of a guest", () => {
  expect(readExcludedIngredients()).toEqual([]);
  expect(saveExcludedIngredients(["alcohol", "retinol"])).toBe(true);
  expect(readExcludedIngredients()).toEqual(["alcohol", "retinol"]);
});

it.each(["{", '"alcohol"', "{}", '[1, null, "<b>", "alcohol", "alcohol"]'])(
  "ignores a malformed stored value %s",
  (stored) => {
    storedValues.set("avoided", stored);
    expect(readExcludedIngredients().filter((slug) => slug !== "alcohol")).toEqual([]);
  },
);

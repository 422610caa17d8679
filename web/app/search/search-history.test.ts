import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { removeSearch, getPastSearches, saveSearch } from "./search-history.ts";

const storedValues = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => void storedValues.set(key, value),
  });
});
afterEach(() => {
  storedValues.clear();
  vi.unstubAllGlobals();
});
const getLabels = () => getPastSearches().map(({ label }) => label);

it("stores the last seven searches, the most recent first", () => {
  for (const q of ["один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь"]) saveSearch(q);
  expect(getLabels()).toEqual(["восемь", "семь", "шесть", "пять", "четыре", "три", "два"]);
  expect(JSON.parse(storedValues.get("search-history") ?? "")).toHaveLength(7);
});

it("moves a repeated search to the front", () => {
  for (const q of ["матча", "юдзу", "Матча"]) saveSearch(q);
  expect(getLabels()).toEqual(["Матча", "юдзу"]);
});

it("removes one search", () => {
  for (const q of ["матча", "юдзу"]) saveSearch(q);
  expect(removeSearch("юдзу")).toEqual([{ label: "матча", url: "/product_search?q=%D0%BC%D0%B0%D1%82%D1%87%D0%B0" }]);
  expect(getLabels()).toEqual(["матча"]);
});

it.each([
  ["a value that is no list", "{}"],
  ["malformed JSON", "[{"],
  ["entries of other types", '[null, 3, "x", {"label": ""}, {"label": 5}, {}]'],
])("ignores %s", (_what, stored) => {
  storedValues.set("search-history", stored);
  expect(getLabels()).toEqual([]);
});

it("does not use stored URLs", () => {
  storedValues.set("search-history", '[{"label": "крем", "url": "https://elsewhere.test"}]');
  expect(getPastSearches()[0]?.url).toMatch(/^\/product_search\?q=/);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetSearch, pastSearches, rememberSearch } from "./history.ts";

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});
const labels = () => pastSearches().map(({ label }) => label);

it("keeps the last seven searches, the newest first", () => {
  for (const q of ["один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь"]) rememberSearch(q);
  expect(labels()).toEqual(["восемь", "семь", "шесть", "пять", "четыре", "три", "два"]);
  expect(JSON.parse(kept.get("search-history") ?? "")).toHaveLength(7);
});

it("brings a repeated search to the front instead of keeping it twice", () => {
  for (const q of ["матча", "юдзу", "Матча"]) rememberSearch(q);
  expect(labels()).toEqual(["Матча", "юдзу"]);
});

it("forgets one", () => {
  for (const q of ["матча", "юдзу"]) rememberSearch(q);
  expect(forgetSearch("юдзу")).toEqual([{ label: "матча", url: "/product_search?q=%D0%BC%D0%B0%D1%82%D1%87%D0%B0" }]);
  expect(labels()).toEqual(["матча"]);
});

it.each([
  ["no list", "{}"],
  ["no JSON", "[{"],
  ["entries of another kind", '[null, 3, "x", {"label": ""}, {"label": 5}, {}]'],
])("takes %s for nothing", (_what, stored) => {
  kept.set("search-history", stored);
  expect(labels()).toEqual([]);
});

it("follows no address that was put there by somebody else", () => {
  kept.set("search-history", '[{"label": "крем", "url": "https://elsewhere.test"}]');
  expect(pastSearches()[0]?.url).toMatch(/^\/product_search\?q=/);
});

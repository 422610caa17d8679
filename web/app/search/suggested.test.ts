import type { Card } from "@furoshiki/api/catalogue";
import type { Suggestions } from "@furoshiki/api/search";
import { expect, it } from "vitest";
import { completion, rowAfter, suggestedGroups } from "./suggested.ts";

const found: Suggestions = {
  products: [{ id: 1, link_rewrite: "losion", name: "Лосьон" } as Card],
  categories: [{ id: 2, name: "Лосьоны", link_rewrite: "losiony", count: 5 }],
  manufacturers: [],
  queries: ["лосьон увлажняющий"],
};

it("lists queries, places and products in one order, then the way to all of them", () => {
  expect(suggestedGroups("лось", found).map(({ name, rows }) => [name, rows.map(({ path }) => path)])).toEqual([
    ["queries", [`/product_search?q=${encodeURIComponent("лосьон увлажняющий")}`]],
    ["categories", ["/category/losiony"]],
    ["products", ["/losion"]],
    ["all", [`/product_search?q=${encodeURIComponent("лось")}`]],
  ]);
});

it("offers nothing where no product was found", () => {
  expect(suggestedGroups("лось", { products: [], categories: [], manufacturers: [], queries: [] })).toEqual([]);
});

it.each([
  ["ArrowDown", -1, 0],
  ["ArrowDown", 2, 0],
  ["ArrowUp", -1, 2],
  ["ArrowUp", 0, 2],
  ["Home", 2, 0],
  ["End", 0, 2],
  ["Home", -1, null],
  ["End", -1, null],
  ["a", 1, null],
])("goes on %s from row %s to %s of three", (key, row, next) => expect(rowAfter(key, row, 3)).toBe(next));

it("goes nowhere in an empty list", () => expect(rowAfter("ArrowDown", -1, 0)).toBeNull());

it("tells what is completed", () => {
  expect(completion("лосьон с ретинолом", "Лось")).toEqual(["Лось".toLowerCase(), "он с ретинолом"]);
  expect(completion("тоник", "лось")).toEqual(["", "тоник"]);
});

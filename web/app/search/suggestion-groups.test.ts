import type { ProductCardData } from "@furoshiki/api/catalog";
import type { Suggestions } from "@furoshiki/api/search";
import { expect, it } from "vitest";
import { splitCompletion, getNextRow, createSuggestionGroups } from "./suggestion-groups.ts";

const suggestions: Suggestions = {
  products: [{ id: 1, link_rewrite: "losion", name: "Лосьон" } as ProductCardData],
  categories: [{ id: 2, name: "Лосьоны", link_rewrite: "losiony", count: 5 }],
  manufacturers: [],
  queries: ["лосьон увлажняющий"],
  answers: [],
};

it("lists queries, categories and products, then the link to all results", () => {
  expect(
    createSuggestionGroups("лось", suggestions).map(({ name, rows }) => [name, rows.map(({ path }) => path)]),
  ).toEqual([
    ["queries", [`/product_search?q=${encodeURIComponent("лосьон увлажняющий")}`]],
    ["categories", ["/category/losiony"]],
    ["products", ["/losion"]],
    ["all", [`/product_search?q=${encodeURIComponent("лось")}`]],
  ]);
});

it("lists the pages of the shop first, also without products", () => {
  const answer = { kind: "page", title: "Доставка", summary: null, path: "/info/delivery" } as const;
  const answers = [{ ...answer, image: null, minutes: null, count: null }];
  const noProducts = { products: [], categories: [], manufacturers: [], queries: [], answers };
  const getNames = (result: Suggestions) => createSuggestionGroups("дост", result).map(({ name }) => name);
  expect(getNames(noProducts)).toEqual(["answers"]);
  expect(getNames({ ...suggestions, answers })[0]).toBe("answers");
});

it("returns no groups if no product was found", () => {
  expect(
    createSuggestionGroups("лось", { products: [], categories: [], manufacturers: [], queries: [], answers: [] }),
  ).toEqual([]);
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
])("moves on %s from row %s to %s of three", (key, row, next) => expect(getNextRow(key, row, 3)).toBe(next));

it("does not move in an empty list", () => expect(getNextRow("ArrowDown", -1, 0)).toBeNull());

it("splits a suggestion into the typed prefix and its completion", () => {
  expect(splitCompletion("лосьон с ретинолом", "Лось")).toEqual(["Лось".toLowerCase(), "он с ретинолом"]);
  expect(splitCompletion("тоник", "лось")).toEqual(["", "тоник"]);
});

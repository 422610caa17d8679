import { expect, it } from "vitest";
import { splitProductName } from "./pricing-context.ts";

const context = ["Yuzuhara", "Yuzu Touch"];

it.each([
  ["Крем для рук Yuzuhara Yuzu Touch с юдзу, 30\u00a0мл", "Крем для рук с юдзу", "30\u00a0мл"],
  ["Yuzuhara Yuzu Touch hand cream with yuzu, 30 ml", "Hand cream with yuzu", "30 ml"],
  ["Помада Yuzuhara", "Помада", null],
  ["Набор Yuzuhara, 3 шт.", "Набор", "3 шт."],
  ["Крем Yuzuharaya, дневной", "Крем Yuzuharaya, дневной", null],
  ["Yuzuhara", "Yuzuhara", null],
])("splits %s", (name, short_name, size) => {
  expect(splitProductName(name, context)).toEqual({ short_name, size });
});

it("keeps a name without brand and series", () => {
  expect(splitProductName("Крем, 1,5 кг", ["Yuzuhara", null])).toEqual({ short_name: "Крем", size: "1,5 кг" });
});

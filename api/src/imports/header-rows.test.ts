import { expect, it } from "vitest";
import { findHeader, joinHeaderRows } from "./header-rows.ts";
import { suggestFields } from "./fields.ts";

it("joins the names of groups with those below them", () => {
  const rows = [
    ["Штрихкод", "Товар", "Цена", "", "Остаток", "", ""],
    ["", "", "опт", "розница", "", "", "Прочее"],
  ];
  expect(joinHeaderRows(rows)).toEqual(["Штрихкод", "Товар", "Цена / опт", "Цена / розница", "Остаток", "", "Прочее"]);
  expect(suggestFields(joinHeaderRows(rows))).toEqual(["barcode", "name_ru", "cost", "price", "stock", null, null]);
  expect(joinHeaderRows([["a", " b "]])).toEqual(["a", "b"]);
  expect(joinHeaderRows([])).toEqual([]);
});

it("does not suggest a price in another currency", () => {
  expect(suggestFields(["Артикул", "Цена, ¥"])).toEqual(["reference", null]);
  expect(suggestFields(["Артикул", "Цена, руб."])).toEqual(["reference", "price"]);
  expect(suggestFields(["Артикул", "Price (USD)"])).toEqual(["reference", null]);
});

const title = ["Прайс-лист от 01.12.2026"];
const product = ["4901234567894", "Крем", "500", "1290", "7"];
it.each([
  [
    "a group above two columns",
    [title, [], ["Штрихкод", "Товар", "Цена", "", "Остаток"], ["", "", "опт", "розница", ""], product],
    { header_row: 3, header_rows: 2 },
  ],
  [
    "groups above most columns",
    [title, ["", "", "Цена", "", ""], ["Штрихкод", "Товар", "опт", "розница", "Остаток"], product],
    { header_row: 3, header_rows: 1 },
  ],
  ["one row", [title, ["Штрихкод", "Товар", "опт", "розница", "Остаток"], product], { header_row: 2, header_rows: 1 }],
  [
    "a row of texts below",
    [
      ["sku", "название"],
      ["ABC", "Крем"],
    ],
    { header_row: 1, header_rows: 1 },
  ],
  ["nothing", [], { header_row: 1, header_rows: 1 }],
])("finds the header of %s", (_case, records, place) => {
  expect(findHeader(records)).toEqual(place);
});

import { expect, it } from "vitest";
import {
  convertCell,
  getCheckDigit,
  InvalidCellError,
  normalizeText,
  parseNumber,
  requireCurrency,
} from "./cell-values.ts";

it.each([
  ["1 290,50", 1290.5],
  ["1\u00a0290,50 руб.", 1290.5],
  ["1\u202f290", 1290],
  ["1,290.50", 1290.5],
  ["1.290,5", 1290.5],
  ["1,180", 1180],
  ["1.180", 1180],
  ["1,234,567", 1_234_567],
  ["12,5", 12.5],
  ["0.500", 500],
  ["¥1,180", 1180],
  ["\\1,180", 1180],
  ["１，１８０円", 1180],
  ["1'290", 1290],
  ["1 290,50 RUR", 1290.5],
  ["19.90 USD", 19.9],
  ["1 290 тенге", 1290],
  ["", null],
  ["—", null],
  ["#N/A", null],
])("reads the number %j", (cell, number) => {
  expect(parseNumber(cell)).toBe(number);
});

const getProblem = (field: Parameters<typeof convertCell>[0], cell: string) => {
  try {
    return convertCell(field, cell);
  } catch (error) {
    if (error instanceof InvalidCellError) return error.problem.code;
    throw error;
  }
};

it.each([
  ["stock", "05.12.2026", "date_instead_of_number"],
  ["stock", "3-12", "date_instead_of_number"],
  ["price", "12 янв", "date_instead_of_number"],
  ["stock", "2026年5月", "date_instead_of_number"],
  ["stock", "много", "not_a_number"],
  ["price", "1,2,3", "not_a_number"],
  ["stock", "-5", "negative_number"],
  ["stock", "5,5", "not_an_integer"],
  ["price", "0", "price_zero"],
  ["barcode", "4,90123E+12", "barcode_rounded"],
  ["barcode", "4901234567890", "check_digit"],
  ["barcode", "4901234567894.0", "4901234567894"],
  ["barcode", "４９０１２３４５６７８９４", "4901234567894"],
  ["barcode", "A-17-b", "A-17-b"],
  ["barcode", "№5", "not_a_barcode"],
  ["status", "снят с продажи", "discontinued"],
  ["status", "D", "discontinued"],
  ["status", "販売中", "active"],
  ["status", "?", "unknown_status"],
  ["name_ru", "ﾓｲｽﾁｬｰ　クリーム ½", "モイスチャー クリーム ½"],
] as const)("converts %s %j to %j", (field, cell, result) => {
  expect(getProblem(field, cell)).toBe(result);
});

it("calculates check digits of EAN-13, EAN-8 and UPC", () => {
  expect(getCheckDigit("490123456789")).toBe(4);
  expect(getCheckDigit("7351353")).toBe(7);
  expect(getCheckDigit("03600029145")).toBe(2);
});

it("joins spaces of every kind", () => {
  expect(normalizeText(" a\u00a0\u3000 b\t")).toBe("a b");
});

it.each(["нет", "なし", "Нет"])("reads the stock %j as no pieces", (cell) => {
  expect(convertCell("stock", cell)).toBe("0");
});

it.each([
  ["price", "1 290 ₽", null],
  ["price", "1 290 RUR", null],
  ["price", "1 290", null],
  ["price", "¥1,980", "price_currency"],
  ["old_price", "19.90 USD", "price_currency"],
  ["price", "1 290 тенге", "price_currency"],
  ["cost", "¥1,980", null],
  ["cost", "JPY 1980", null],
  ["cost", "1 980 руб.", "other_currency"],
  ["cost", "€19", "other_currency"],
  ["name_ru", "Крем за ¥100", null],
] as const)("checks the currency of %s %j", (field, cell, code) => {
  const getCode = () => {
    try {
      requireCurrency(field, cell, "JPY");
      return null;
    } catch (error) {
      return error instanceof InvalidCellError ? error.problem.code : error;
    }
  };
  expect(getCode()).toBe(code);
});

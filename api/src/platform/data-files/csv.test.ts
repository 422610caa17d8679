import { property, string, assert } from "fast-check";
import { expect, it } from "vitest";
import { formatCsvField, formatCsvLine, parseCsvField } from "./csv.ts";

it.each([
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+7 900", "'+7 900"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["＝1+1", "'＝1+1"],
  ["'=1", "''=1"],
  ["\tx", "'\tx"],
  ["it's", "it's"],
  ["'quoted'", "'quoted'"],
  ['say "=1"', '"say ""=1"""'],
])("escapes the formula in %j", (text, field) => {
  expect(formatCsvField(text)).toBe(field);
});

it("formats numbers, null, dates and objects", () => {
  expect(formatCsvLine([-5, null, undefined, new Date(0), { a: 1 }])).toBe(
    '-5,,,1970-01-01T00:00:00.000Z,"{""a"":1}"\n',
  );
});

it("parses every formatted field back to its text", () => {
  assert(
    property(string({ unit: "grapheme" }), string(), (text, rest) => {
      for (const value of [text, `=${rest}`, `'=${rest}`, `''@${rest}`, `'${rest}`]) {
        const field = formatCsvField(value);
        const unquoted = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
        expect(parseCsvField(unquoted)).toBe(value);
      }
    }),
  );
});

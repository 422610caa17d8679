import { defineColumn, defineDataFile } from "../../platform/data-files/data-file.ts";
import type { LineError } from "../../platform/data-files/file-errors.ts";
import {
  patternParser,
  enumParser,
  rejectField,
  textParser,
  integerParser,
  parseYesNo,
} from "../../platform/data-files/field-parsers.ts";
import {
  listCountryFileRows,
  describeCountriesInUse,
  type CountryFileRow,
  deleteCountry,
  insertCountry,
  updateCountry,
} from "./countries-sql.ts";

/** A repeated group that itself ends with a repetition can take exponential time. */
const NESTED_REPETITION = /[+*}]\)[+*{]/;

/** Validates the pattern of a complete postcode for browsers and the database. */
const parsePostcodePattern = (field: string): string => {
  const description = "a regular expression of a whole postcode, such as ^[0-9]{6}$";
  if (!/^\^.{1,200}\$$/.test(field) || NESTED_REPETITION.test(field)) return rejectField(description);
  try {
    return new RegExp(field).source;
  } catch {
    return rejectField(description);
  }
};
export const countryCode = patternParser(/^[A-Z]{2}$/, "an ISO 3166 code such as KZ");

export const countryFile = defineDataFile({
  name: "countries",
  noun: "country",
  summary: "the countries with names, phone prefixes and what their addresses need",
  columns: {
    code: defineColumn(countryCode),
    name_ru: defineColumn(textParser(1, 100)),
    name_en: defineColumn(textParser(1, 100)),
    phone_prefix: defineColumn(patternParser(/^\+\d{1,4}$/, "a country calling code such as +7")),
    postcode_pattern: defineColumn(parsePostcodePattern),
    postcode_example: defineColumn(textParser(0, 20), { initial: "" }),
    region_kind: defineColumn<CountryFileRow["region_kind"]>(enumParser("region", "state", "province"), {
      initial: "region",
    }),
    region_required: defineColumn(parseYesNo, { initial: false }),
    position: defineColumn(integerParser(0), { initial: 0 }),
  },
  key: ["code"],
  listColumns: ["code", "name_ru", "name_en", "phone_prefix", "postcode_pattern", "postcode_example", "position"],
  read: listCountryFileRows,
  check: (_db, { changed }) => changed.flatMap(({ line, row }) => validateExample(line, row)),
  findDeletionBlockers: describeCountriesInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateCountry(db, row) : insertCountry(db, row));
    for (const row of removed) await deleteCountry(db, row.code);
  },
});

function validateExample(line: number, { postcode_example, postcode_pattern }: CountryFileRow): LineError[] {
  if (postcode_example === "" || new RegExp(postcode_pattern).test(postcode_example)) return [];
  return [{ line, column: "postcode_example", reason: `"${postcode_example}" does not match ${postcode_pattern}` }];
}

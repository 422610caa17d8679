import { column, dataFile } from "../platform/data-file.ts";
import type { Complaint } from "../platform/file-errors.ts";
import { matching, oneOf, reject, text, wholeNumber, yesOrNo } from "../platform/file-values.ts";
import {
  allCountryRows,
  countriesInUse,
  type CountryFileRow,
  deleteCountry,
  insertCountry,
  updateCountry,
} from "./country-sql.ts";

/** A repeated group that itself ends with a repetition can take exponential time. */
const NESTED_REPETITION = /[+*}]\)[+*{]/;

/** The pattern of a whole postcode, as browsers and the database both read it. */
const postcodePattern = (field: string): string => {
  const takes = "a regular expression of a whole postcode, such as ^[0-9]{6}$";
  if (!/^\^.{1,200}\$$/.test(field) || NESTED_REPETITION.test(field)) return reject(takes);
  try {
    return new RegExp(field).source;
  } catch {
    return reject(takes);
  }
};
export const countryCode = matching(/^[A-Z]{2}$/, "an ISO 3166 code such as KZ");

export const countryFile = dataFile({
  name: "countries",
  noun: "country",
  summary: "the countries with names, phone prefixes and what their addresses need",
  columns: {
    code: column(countryCode),
    name_ru: column(text(1, 100)),
    name_en: column(text(1, 100)),
    phone_prefix: column(matching(/^\+\d{1,4}$/, "a country calling code such as +7")),
    postcode_pattern: column(postcodePattern),
    postcode_example: column(text(0, 20), { initial: "" }),
    region_kind: column<CountryFileRow["region_kind"]>(oneOf("region", "state", "province"), { initial: "region" }),
    region_required: column(yesOrNo, { initial: false }),
    position: column(wholeNumber(0), { initial: 0 }),
  },
  key: ["code"],
  listed: ["code", "name_ru", "name_en", "phone_prefix", "postcode_pattern", "postcode_example", "position"],
  read: allCountryRows,
  check: (_db, { changed }) => changed.flatMap(({ line, row }) => checkExample(line, row)),
  inUse: countriesInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateCountry(db, row) : insertCountry(db, row));
    for (const row of removed) await deleteCountry(db, row.code);
  },
});

function checkExample(line: number, { postcode_example, postcode_pattern }: CountryFileRow): Complaint[] {
  if (postcode_example === "" || new RegExp(postcode_pattern).test(postcode_example)) return [];
  return [{ line, column: "postcode_example", reason: `"${postcode_example}" does not match ${postcode_pattern}` }];
}

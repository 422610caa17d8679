import { defineColumn, defineDataFile, type ImportPlan } from "../platform/data-files/data-file.ts";
import type { LineError } from "../platform/data-files/file-errors.ts";
import type { Tx } from "../platform/db/database.ts";
import {
  patternParser,
  enumParser,
  rejectField,
  textParser,
  integerParser,
  parseYesNo,
} from "../platform/data-files/field-parsers.ts";
import { defaultCurrencies } from "./currency.ts";
import {
  listCurrencyFileRows,
  describeCurrenciesInUse,
  type CurrencyFileRow,
  deleteCurrency,
  insertCurrency,
  updateCurrency,
} from "./currency-sql.ts";
import { parseRate } from "./rate.ts";
import { BASE_CURRENCY } from "./service.ts";
import { insertRate } from "./sql.ts";

const rate = (field: string): string => parseRate(field) ?? rejectField("a number above 0 with at most 8 decimals");
const digits = defineColumn((field: string) => Number(enumParser("0", "1", "2")(field)), { initial: 2 });

export const currencyFile = defineDataFile({
  name: "currencies",
  noun: "currency",
  summary: "the currencies with names, signs, decimals, rates and whether shoppers may choose them",
  columns: {
    code: defineColumn(patternParser(/^[A-Z]{3}$/, "an ISO 4217 code such as USD")),
    name_ru: defineColumn(textParser(1, 100)),
    name_en: defineColumn(textParser(1, 100)),
    sign: defineColumn(textParser(1, 5)),
    minor_digits: digits,
    rounding_digits: digits,
    rate: defineColumn(rate),
    position: defineColumn(integerParser(0), { initial: 0 }),
    shown: defineColumn(parseYesNo, { initial: true }),
  },
  key: ["code"],
  listColumns: ["code", "name_en", "sign", "minor_digits", "rounding_digits", "rate", "position", "shown"],
  read: listCurrencyFileRows,
  check: validateCurrencies,
  findDeletionBlockers: describeCurrenciesInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) {
      await (before ? updateCurrency(db, row) : insertCurrency(db, row));
      if (before?.rate !== row.rate) await insertRate(db, row.code, row.rate);
    }
    for (const row of removed) await deleteCurrency(db, row.code);
  },
});

async function validateCurrencies(db: Tx, { changed, removed }: ImportPlan<CurrencyFileRow>): Promise<LineError[]> {
  const fileErrors: LineError[] = [];
  for (const { line, row, before } of changed) {
    const addFileError = (name: string, reason: string) => fileErrors.push({ line, column: name, reason });
    const isBase = row.code === BASE_CURRENCY;
    if (row.rounding_digits > row.minor_digits) addFileError("rounding_digits", "cannot be more than minor_digits");
    if (isBase && Number(row.rate) !== 1)
      addFileError("rate", `${BASE_CURRENCY} is the shop's own currency: its rate is 1`);
    if (!row.shown && defaultCurrencies.includes(row.code))
      addFileError("shown", `${row.code} is the default currency of a language and cannot be hidden`);
    if (before && before.minor_digits !== row.minor_digits && (await describeCurrenciesInUse(db, [row])).length > 0)
      addFileError("minor_digits", "amounts in this currency are stored with its decimals, which cannot change");
  }
  const requiredCurrencies = removed.filter(({ code }) => defaultCurrencies.includes(code));
  return [
    ...fileErrors,
    ...requiredCurrencies.map(({ code }) => ({ line: 1, reason: `the file lacks ${code}, which the shop needs` })),
  ];
}

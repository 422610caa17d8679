import { column, dataFile, type Plan } from "../platform/data-file.ts";
import type { Complaint } from "../platform/file-errors.ts";
import type { Tx } from "../platform/db.ts";
import { matching, oneOf, reject, text, wholeNumber, yesOrNo } from "../platform/file-values.ts";
import { defaultCurrencies } from "./currency.ts";
import {
  allCurrencyRows,
  currenciesInUse,
  type CurrencyFileRow,
  deleteCurrency,
  insertCurrency,
  updateCurrency,
} from "./currency-sql.ts";
import { BASE_CURRENCY } from "./service.ts";
import { addRate } from "./sql.ts";

const RATE = /^\d{1,8}(\.\d{1,8})?$/;

/** Roubles for one unit, without zeros at the end. */
const rate = (field: string): string => {
  const value = field.replace(",", ".");
  if (!RATE.test(value) || Number(value) === 0) return reject("a number above 0 with at most 8 decimals");
  return value.includes(".") ? value.replace(/\.?0+$/, "") : value;
};
const digits = column((field: string) => Number(oneOf("0", "1", "2")(field)), { initial: 2 });

export const currencyFile = dataFile({
  name: "currencies",
  noun: "currency",
  summary: "the currencies with names, signs, decimals, rates and whether shoppers may choose them",
  columns: {
    code: column(matching(/^[A-Z]{3}$/, "an ISO 4217 code such as USD")),
    name_ru: column(text(1, 100)),
    name_en: column(text(1, 100)),
    sign: column(text(1, 5)),
    minor_digits: digits,
    rounding_digits: digits,
    rate: column(rate),
    position: column(wholeNumber(0), { initial: 0 }),
    shown: column(yesOrNo, { initial: true }),
  },
  key: ["code"],
  listed: ["code", "name_en", "sign", "minor_digits", "rounding_digits", "rate", "position", "shown"],
  read: allCurrencyRows,
  check: checkCurrencies,
  inUse: currenciesInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) {
      await (before ? updateCurrency(db, row) : insertCurrency(db, row));
      if (before?.rate !== row.rate) await addRate(db, row.code, row.rate);
    }
    for (const row of removed) await deleteCurrency(db, row.code);
  },
});

async function checkCurrencies(db: Tx, { changed, removed }: Plan<CurrencyFileRow>): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  for (const { line, row, before } of changed) {
    const complain = (name: string, reason: string) => complaints.push({ line, column: name, reason });
    const isBase = row.code === BASE_CURRENCY;
    if (row.rounding_digits > row.minor_digits) complain("rounding_digits", "cannot be more than minor_digits");
    if (isBase && Number(row.rate) !== 1)
      complain("rate", `${BASE_CURRENCY} is the shop's own currency: its rate is 1`);
    if (!row.shown && defaultCurrencies.includes(row.code))
      complain("shown", `${row.code} is the default currency of a language and cannot be hidden`);
    if (before && before.minor_digits !== row.minor_digits && (await currenciesInUse(db, [row])).length > 0)
      complain("minor_digits", "amounts in this currency are stored with its decimals, which cannot change");
  }
  const kept = removed.filter(({ code }) => defaultCurrencies.includes(code));
  return [
    ...complaints,
    ...kept.map(({ code }) => ({ line: 1, reason: `the file lacks ${code}, which the shop needs` })),
  ];
}

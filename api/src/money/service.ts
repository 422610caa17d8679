import { z } from "zod";
import type { Db } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import { freshWithin } from "../platform/fresh.ts";
import type { Locale } from "../platform/locale.ts";
import { setting, settingValue } from "../platform/settings.ts";
import { type Currency, defaultCurrency } from "./currency.ts";
import { addRate, currenciesWithRates, type CurrencyRow } from "./sql.ts";

/** The shop's own currency: every price in the database is in it (decisions: Catalogue). */
export const BASE_CURRENCY = "RUB";

/** Percent that the shop adds when it converts roubles into another currency. */
const marginPercent = setting("money.margin_percent", z.number().min(0).max(50), 3);

const allCurrencies = freshWithin(1000, currenciesWithRates);
const shownCurrencies = async (db: Db) => (await allCurrencies.get(db)).filter((row) => row.active);

/** A currency by its ISO code in capitals, with the rate that holds now. Refuses `unknown_currency`. */
export async function currencyByCode(db: Db, code: string): Promise<Currency> {
  const row = (await shownCurrencies(db)).find((candidate) => candidate.code === code);
  if (!row) throw refuse(commonRefusals, "unknown_currency", { params: { code } });
  return withItsRate(db, row);
}

/** Any currency with a rate, also one that customs of a country counts in and the shop never shows. Refuses `unknown_currency`. */
export async function countedCurrency(db: Db, code: string): Promise<Currency> {
  const row = (await allCurrencies.get(db)).find((candidate) => candidate.code === code);
  if (!row) throw refuse(commonRefusals, "unknown_currency", { params: { code } });
  return withItsRate(db, row);
}

async function withItsRate(db: Db, row: CurrencyRow): Promise<Currency> {
  const margin = row.code === BASE_CURRENCY ? 0 : await settingValue(db, marginPercent);
  return {
    code: row.code,
    sign: row.sign,
    minorDigits: row.minor_digits,
    roundingDigits: row.rounding_digits,
    rubPerUnit: withMargin(row.rub_per_unit, margin),
  };
}

/** The code that a request asks for: its `currency` header in any case, or the locale's own (spec §9). Refuses `unknown_currency`. */
export async function currencyOfRequest(db: Db, header: string | undefined, locale: Locale): Promise<string> {
  if (!header) return defaultCurrency[locale];
  const code = header.trim().toUpperCase();
  if (!(await shownCurrencies(db)).some((row) => row.code === code))
    throw refuse(commonRefusals, "unknown_currency", { params: { code: header } });
  return code;
}

export async function listCurrencies(
  db: Db,
  locale: Locale,
): Promise<{ name: string; iso_code: string; sign: string }[]> {
  return (await shownCurrencies(db)).map((row) => ({
    name: locale === "ru-RU" ? row.name_ru : row.name_en,
    iso_code: row.code,
    sign: row.sign,
  }));
}

/** Sets the roubles for one unit of a currency from now on. Refuses `unknown_currency`. */
export async function setRate(db: Db, code: string, rubPerUnit: string): Promise<void> {
  if (!(await allCurrencies.get(db)).some((row) => row.code === code))
    throw refuse(commonRefusals, "unknown_currency", { params: { code } });
  await addRate(db, code, rubPerUnit);
  allCurrencies.forget(db);
}

/** A shopper pays the margin: he gets fewer units for a rouble's worth, so a unit counts for fewer roubles. */
function withMargin(rubPerUnit: string, percent: number): string {
  if (percent === 0) return rubPerUnit;
  const scaled = BigInt(Math.round(Number(rubPerUnit) * 1e8));
  const reduced = (scaled * 10_000n) / BigInt(Math.round((100 + percent) * 100));
  const digits = reduced.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

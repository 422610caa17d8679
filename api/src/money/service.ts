import type { Db } from "../platform/db/database.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import { cachedFor } from "../platform/cache/cache.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { type Currency, defaultCurrency } from "./currency.ts";
import { marginPercent } from "./settings.ts";
import { insertRate, listCurrenciesWithRates, type CurrencyRow } from "./sql.ts";

/** The base currency: every price in the database is in it (docs/domain/catalog.md). */
export const BASE_CURRENCY = "RUB";

const currenciesCache = cachedFor(1000, listCurrenciesWithRates);
const listActiveCurrencies = async (db: Db) => (await currenciesCache.get(db)).filter((row) => row.active);

/**
 * Returns an active currency by its ISO code in capitals, with its current rate.
 * @throws refusal `unknown_currency`
 */
export async function getCurrency(db: Db, code: string): Promise<Currency> {
  const row = (await listActiveCurrencies(db)).find((candidate) => candidate.code === code);
  if (!row) throw refuse(commonRefusals, "unknown_currency", { params: { code } });
  return toCurrency(db, row);
}

/**
 * Returns any currency with a rate, including those that customs rules use and the store never shows.
 * @throws refusal `unknown_currency`
 */
export async function getAnyCurrency(db: Db, code: string): Promise<Currency> {
  const row = (await currenciesCache.get(db)).find((candidate) => candidate.code === code);
  if (!row) throw refuse(commonRefusals, "unknown_currency", { params: { code } });
  return toCurrency(db, row);
}

/** Lists the ISO codes of all currencies with a rate, including those in which the store shows no prices. */
export async function listAllCurrencyCodes(db: Db): Promise<string[]> {
  return (await currenciesCache.get(db)).map(({ code }) => code);
}

/** Returns a function that returns the decimals of a currency; two of an unknown one. */
export async function listCurrencyDigits(db: Db): Promise<(code: string) => number> {
  const digits = new Map((await currenciesCache.get(db)).map((row) => [row.code, row.minor_digits]));
  return (code) => digits.get(code) ?? 2;
}

/**
 * Returns any currency with its rate without the margin of the store, for amounts that the store pays.
 * @throws refusal `unknown_currency`
 */
export async function getCurrencyWithoutMargin(db: Db, code: string): Promise<Currency> {
  const row = (await currenciesCache.get(db)).find((candidate) => candidate.code === code);
  return { ...(await getAnyCurrency(db, code)), ...(row ? { rubPerUnit: row.rub_per_unit } : {}) };
}

/** Lists all currencies with their rates without the margin of the store, for amounts that the store pays. */
export async function listRatesWithoutMargin(db: Db): Promise<Pick<Currency, "code" | "rubPerUnit" | "minorDigits">[]> {
  return (await currenciesCache.get(db)).map(({ code, rub_per_unit: rubPerUnit, minor_digits: minorDigits }) => ({
    ...{ code, rubPerUnit, minorDigits },
  }));
}

async function toCurrency(db: Db, row: CurrencyRow): Promise<Currency> {
  const margin = row.code === BASE_CURRENCY ? 0 : await getSetting(db, marginPercent);
  return {
    code: row.code,
    sign: row.sign,
    minorDigits: row.minor_digits,
    roundingDigits: row.rounding_digits,
    rubPerUnit: applyMargin(row.rub_per_unit, margin),
  };
}

/**
 * Returns the currency code of a request: its `currency` header in any case, or the default of the locale.
 * @throws refusal `unknown_currency`
 */
export async function resolveRequestCurrency(db: Db, header: string | undefined, locale: Locale): Promise<string> {
  if (!header) return defaultCurrency[locale];
  const code = header.trim().toUpperCase();
  if (!(await listActiveCurrencies(db)).some((row) => row.code === code))
    throw refuse(commonRefusals, "unknown_currency", { params: { code: header } });
  return code;
}

/** Lists the currencies in which prices can be shown, with their names in a locale. */
export async function listCurrencies(
  db: Db,
  locale: Locale,
): Promise<{ name: string; iso_code: string; sign: string }[]> {
  return (await listActiveCurrencies(db)).map((row) => ({
    name: locale === "ru-RU" ? row.name_ru : row.name_en,
    iso_code: row.code,
    sign: row.sign,
  }));
}

/**
 * Sets the rubles for one unit of a currency from now on.
 * @throws refusal `unknown_currency`
 */
export async function setRate(db: Db, code: string, rubPerUnit: string): Promise<void> {
  if (!(await currenciesCache.get(db)).some((row) => row.code === code))
    throw refuse(commonRefusals, "unknown_currency", { params: { code } });
  await insertRate(db, code, rubPerUnit);
  currenciesCache.invalidate(db);
}

/** Applies the margin: a shopper gets fewer units for a ruble, so a unit counts for fewer rubles. */
function applyMargin(rubPerUnit: string, percent: number): string {
  if (percent === 0) return rubPerUnit;
  // Integers: the rate has 8 decimals, and the percentage has at most two.
  const scaled = BigInt(Math.round(Number(rubPerUnit) * 1e8));
  const reduced = (scaled * 10_000n) / BigInt(Math.round((100 + percent) * 100));
  const digits = reduced.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

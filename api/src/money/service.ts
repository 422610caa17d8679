import { z } from "zod";
import type { Db } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { setting, settingValue } from "../platform/settings.ts";
import type { Currency } from "./currency.ts";
import { activeCurrencies, addRate, type CurrencyRow } from "./sql.ts";

/** The shop's own currency: every price in the database is in it (decisions: Catalogue). */
export const BASE_CURRENCY = "RUB";

/** Percent that the shop adds when it converts roubles into another currency. */
const marginPercent = setting("money.margin_percent", z.number().min(0).max(50), 3);

const FRESH_MS = 1000;
const held = new WeakMap<Db, { at: number; rows: Promise<CurrencyRow[]> }>();

/** The active currencies, read at most once a second. */
async function currencyRows(db: Db): Promise<CurrencyRow[]> {
  const now = performance.now();
  const fresh = held.get(db);
  if (fresh && now - fresh.at < FRESH_MS) return fresh.rows;
  const rows = activeCurrencies(db);
  held.set(db, { at: now, rows });
  rows.catch(() => held.delete(db));
  return rows;
}

/** A currency by its ISO code in capitals, with the rate that holds now. Refuses `unknown_currency`. */
export async function currencyByCode(db: Db, code: string): Promise<Currency> {
  const row = (await currencyRows(db)).find((candidate) => candidate.code === code);
  if (!row) throw refuse(commonRefusals, "unknown_currency", { params: { code } });
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
  if (!header) return locale === "ru-RU" ? "RUB" : "USD";
  const code = header.trim().toUpperCase();
  if (!(await currencyRows(db)).some((row) => row.code === code))
    throw refuse(commonRefusals, "unknown_currency", { params: { code: header } });
  return code;
}

export async function listCurrencies(
  db: Db,
  locale: Locale,
): Promise<{ name: string; iso_code: string; sign: string }[]> {
  return (await currencyRows(db)).map((row) => ({
    name: locale === "ru-RU" ? row.name_ru : row.name_en,
    iso_code: row.code,
    sign: row.sign,
  }));
}

/** Sets the roubles for one unit of a currency from now on. Refuses `unknown_currency`. */
export async function setRate(db: Db, code: string, rubPerUnit: string): Promise<void> {
  if (!(await currencyRows(db)).some((row) => row.code === code))
    throw refuse(commonRefusals, "unknown_currency", { params: { code } });
  await addRate(db, code, rubPerUnit);
  held.delete(db);
}

/** A shopper pays the margin: he gets fewer units for a rouble's worth, so a unit counts for fewer roubles. */
function withMargin(rubPerUnit: string, percent: number): string {
  if (percent === 0) return rubPerUnit;
  const scaled = BigInt(Math.round(Number(rubPerUnit) * 1e8));
  const reduced = (scaled * 10_000n) / BigInt(Math.round((100 + percent) * 100));
  const digits = reduced.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

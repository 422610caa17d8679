import { z } from "zod";
import type { Db } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import { freshWithin } from "../platform/fresh.ts";
import type { Locale } from "../platform/locale.ts";
import { setting, settingValue } from "../platform/settings.ts";
import type { Currency } from "./currency.ts";
import { activeCurrencies, addRate } from "./sql.ts";

/** The shop's own currency: every price in the database is in it (decisions: Catalogue). */
export const BASE_CURRENCY = "RUB";

/** Percent that the shop adds when it converts roubles into another currency. */
const marginPercent = setting("money.margin_percent", z.number().min(0).max(50), 3);

const currencies = freshWithin(1000, activeCurrencies);

/** A currency by its ISO code in capitals, with the rate that holds now. Refuses `unknown_currency`. */
export async function currencyByCode(db: Db, code: string): Promise<Currency> {
  const row = (await currencies.get(db)).find((candidate) => candidate.code === code);
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
  if (!(await currencies.get(db)).some((row) => row.code === code))
    throw refuse(commonRefusals, "unknown_currency", { params: { code: header } });
  return code;
}

export async function listCurrencies(
  db: Db,
  locale: Locale,
): Promise<{ name: string; iso_code: string; sign: string }[]> {
  return (await currencies.get(db)).map((row) => ({
    name: locale === "ru-RU" ? row.name_ru : row.name_en,
    iso_code: row.code,
    sign: row.sign,
  }));
}

/** Sets the roubles for one unit of a currency from now on. Refuses `unknown_currency`. */
export async function setRate(db: Db, code: string, rubPerUnit: string): Promise<void> {
  if (!(await currencies.get(db)).some((row) => row.code === code))
    throw refuse(commonRefusals, "unknown_currency", { params: { code } });
  await addRate(db, code, rubPerUnit);
  currencies.forget(db);
}

/** A shopper pays the margin: he gets fewer units for a rouble's worth, so a unit counts for fewer roubles. */
function withMargin(rubPerUnit: string, percent: number): string {
  if (percent === 0) return rubPerUnit;
  const scaled = BigInt(Math.round(Number(rubPerUnit) * 1e8));
  const reduced = (scaled * 10_000n) / BigInt(Math.round((100 + percent) * 100));
  const digits = reduced.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

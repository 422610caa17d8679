import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { withoutYearSign } from "../platform/moscow-time.ts";

/** Who reads a text, and when. */
export type Asking = { db: Db; locale: Locale; now: Date };

/** An amount in whole units of its currency, decimals only where there are any. */
export function money(locale: Locale, amount: number, currency: string): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: 0,
  }).format(amount);
}

export function number(locale: Locale, value: number): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** @param value 15 is fifteen percent. */
export function percent(locale: Locale, value: number): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(value / 100);
}

/** @param day `2024-04-01`. */
export function date(locale: Locale, day: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return withoutYearSign(format.format(new Date(`${day}T00:00:00Z`)));
}

export function kilograms(locale: Locale, grams: number): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "kilogram" }).format(grams / 1000);
}

/** Text as it may stand in HTML. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

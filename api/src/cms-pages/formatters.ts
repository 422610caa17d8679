import type { Currency } from "../money/currency.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { removeYearSuffix } from "../platform/i18n/store-dates.ts";

/** The context in which a text is rendered. `currency` is the one of the shopper. */
export type TemplateContext = { db: Db; locale: Locale; currency: Currency; now: Date };

/** Formats an amount in major currency units; decimals are shown only if there are any. */
export function formatMoney(locale: Locale, amount: number, currency: string): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: 0,
  }).format(amount);
}

/** Formats a number with the separators of the locale. */
export function formatNumber(locale: Locale, value: number): string {
  return new Intl.NumberFormat(locale).format(value);
}

/**
 * Formats a percentage.
 * @param value 15 means 15 %
 */
export function formatPercent(locale: Locale, value: number): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(value / 100);
}

/**
 * Formats a date.
 * @param day an ISO date such as `2024-04-01`
 */
export function formatDate(locale: Locale, day: string): string {
  const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return removeYearSuffix(dateFormat.format(new Date(`${day}T00:00:00Z`)));
}

/** Formats a weight in grams as kilograms. */
export function formatKilograms(locale: Locale, grams: number): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "kilogram" }).format(grams / 1000);
}

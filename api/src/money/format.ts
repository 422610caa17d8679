import type { Locale } from "../platform/i18n/locale.ts";
import { type Currency, toMajorUnits } from "./currency.ts";

const NBSP = "\u00a0";

/**
 * Formats an amount as displayed on the store's pages: `1 290 ₽`, `$14.02`.
 * @param minor minor units, zero or more
 */
export function formatMoney(
  minor: number,
  { sign, ...currency }: Pick<Currency, "sign" | "minorDigits" | "roundingDigits">,
  locale: Locale,
): string {
  const amount = toMajorUnits(minor, currency);
  const decimals = amount % 1 !== 0 || (locale === "en-US" && amount !== 0) ? currency.roundingDigits : 0;
  const digits = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: currency.minorDigits,
  }).format(amount);
  return locale === "ru-RU" ? `${digits.replaceAll(/\s/g, NBSP)}${NBSP}${sign}` : `${sign}${digits}`;
}

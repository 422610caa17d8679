import type { Locale } from "../platform/locale.ts";
import { type Currency, toWire } from "./currency.ts";

const NBSP = "\u00a0";

/** An amount as a sentence says it: `1 290 ₽`, `$14.02`. */
export function spokenAmount(minor: number, currency: Currency, locale: Locale): string {
  const amount = toWire(minor, currency);
  const decimals = amount % 1 === 0 && (locale === "ru-RU" || currency.roundingDigits === 0) ? 0 : 2;
  const digits = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .format(amount)
    .replaceAll(/\s/g, NBSP);
  return locale === "ru-RU" ? `${digits}${NBSP}${currency.sign}` : `${currency.sign}${digits}`;
}

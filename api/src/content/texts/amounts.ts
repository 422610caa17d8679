import { getFormatters } from "../../../../design-system/i18n/format.ts";
import { type Currency, convertFromRub, toMajorUnits } from "../../money/currency.ts";
import type { Locale } from "../../platform/i18n/locale.ts";

/** An amount in rubles inside a text: `{{money 2000}}`. */
const AMOUNT = /\{\{\s*money\s+(\d{1,9})\s*\}\}/g;

/** Formats a sum from which something applies in the currency of the shopper; converted amounts are rounded up. */
export function formatThreshold(rubMinor: number, currency: Currency, locale: Locale): string {
  const amount = toMajorUnits(convertFromRub(rubMinor, currency), currency);
  return getFormatters(locale).threshold(amount, { iso_code: currency.code, sign: currency.sign });
}

/** Replaces amounts such as `{{money 2000}}` in a text of the store by the same amount in the currency of the shopper. */
export function renderAmounts(text: string, currency: Currency, locale: Locale): string {
  return text.replace(AMOUNT, (_whole, rubles: string) => formatThreshold(Number(rubles) * 100, currency, locale));
}

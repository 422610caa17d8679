import type { Formatters } from "@furoshiki/design-system/i18n/format.ts";
import { getNumberFormat } from "@furoshiki/design-system/i18n/intl-formats.ts";

const NBSP = "\u00a0";
const signs = new Map<string, string>();

/** Returns the sign of a currency: `₽`, `$`; the code itself if it has none. */
function getCurrencySign(isoCode: string): string {
  let sign = signs.get(isoCode);
  if (sign === undefined) {
    const parts = getNumberFormat("en", {
      style: "currency",
      currency: isoCode,
      currencyDisplay: "narrowSymbol",
    }).formatToParts(0);
    signs.set(isoCode, (sign = parts.find(({ type }) => type === "currency")?.value ?? isoCode));
  }
  return sign;
}

/** Formats an amount in major units of a currency. */
export function formatAmount(format: Formatters, amount: number, isoCode: string): string {
  return format.money(amount, { iso_code: isoCode, sign: getCurrencySign(isoCode) });
}

/** Formats an amount in minor units of a currency. */
export function formatMinorAmount(format: Formatters, minor: number, isoCode: string): string {
  const { maximumFractionDigits = 2 } = getNumberFormat("en", {
    style: "currency",
    currency: isoCode,
  }).resolvedOptions();
  return formatAmount(format, minor / 10 ** maximumFractionDigits, isoCode);
}

/** Formats the number of an order in groups of three digits. */
export function formatOrderNumber(id: number): string {
  return String(id).replaceAll(/\B(?=(?:\d{3})+$)/g, NBSP);
}

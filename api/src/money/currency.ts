import type { Locale } from "../platform/i18n/locale.ts";

/** The currency in which prices are shown until the shopper chooses another one. */
export const defaultCurrency: Readonly<Record<Locale, string>> = { "ru-RU": "RUB", "en-US": "USD" };
export const defaultCurrencies: readonly string[] = Object.values(defaultCurrency);

/** A currency of the store with its current rate. */
export type Currency = Readonly<{
  code: string;
  sign: string;
  /** Decimal digits of the minor unit (ISO 4217). */
  minorDigits: number;
  /** Decimals to which prices are rounded and with which they are displayed. */
  roundingDigits: number;
  /** Rubles for one unit, including the store's margin, as a decimal string. */
  rubPerUnit: string;
}>;

const RATE_SCALE = 8;
const RUB_MINOR_DIGITS = 2;

/**
 * Converts a ruble amount into another currency, rounded half up to the currency's `roundingDigits`
 * (docs/domain/catalog.md).
 * @param rubMinor kopecks, zero or more
 * @returns minor units of `currency`
 */
export function convertFromRub(rubMinor: number, currency: Currency): number {
  const rate = parseScaledRate(currency);
  // units = rubMinor / 10^2 / rate; rounded to roundingDigits and returned in minor units.
  const numerator = BigInt(rubMinor) * 10n ** BigInt(RATE_SCALE + currency.roundingDigits);
  const denominator = rate * 10n ** BigInt(RUB_MINOR_DIGITS);
  const rounded = (2n * numerator + denominator) / (2n * denominator);
  return Number(rounded) * 10 ** (currency.minorDigits - currency.roundingDigits);
}

/** Converts an amount of another currency into kopecks, rounded half up. */
export function convertToRub(minor: number, currency: Pick<Currency, "minorDigits" | "rubPerUnit">): number {
  const numerator = BigInt(minor) * parseScaledRate(currency) * 10n ** BigInt(RUB_MINOR_DIGITS);
  const denominator = 10n ** BigInt(RATE_SCALE + currency.minorDigits);
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/**
 * Returns the lowest ruble price, in kopecks, that is displayed as `displayAmount` or more: the database bound of a
 * `price_min` filter.
 */
export function getMinRubForDisplayAmount(displayAmount: number, currency: Currency): number {
  // Displayed amounts are multiples of the rounding step; half a step below still rounds up.
  const steps = Math.ceil(Number((displayAmount * 10 ** currency.roundingDigits).toFixed(6)));
  if (steps <= 0) return 0;
  const numerator = BigInt(2 * steps - 1) * parseScaledRate(currency) * 10n ** BigInt(RUB_MINOR_DIGITS);
  const denominator = 2n * 10n ** BigInt(RATE_SCALE + currency.roundingDigits);
  return Number((numerator + denominator - 1n) / denominator);
}

/** Converts minor units into major units (a number with 0 to 2 decimals), as used in API responses. */
export function toMajorUnits(minor: number, currency: Pick<Currency, "minorDigits">): number {
  return Number((minor / 10 ** currency.minorDigits).toFixed(currency.minorDigits));
}

/** Converts major units into minor units, rounded half up. */
export function toMinorUnits(amount: number, currency: Pick<Currency, "minorDigits">): number {
  return Math.round(Number((amount * 10 ** currency.minorDigits).toFixed(4)));
}

function parseScaledRate(currency: Pick<Currency, "rubPerUnit">): bigint {
  const [integerPart = "0", decimals = ""] = currency.rubPerUnit.split(".");
  return BigInt(integerPart + decimals.padEnd(RATE_SCALE, "0").slice(0, RATE_SCALE));
}

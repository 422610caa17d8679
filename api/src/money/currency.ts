import type { Locale } from "../platform/locale.ts";

/** The currency in which prices are shown until a shopper chooses another one. */
export const defaultCurrency: Readonly<Record<Locale, string>> = { "ru-RU": "RUB", "en-US": "USD" };
export const defaultCurrencies: readonly string[] = Object.values(defaultCurrency);

/** A currency of the shop with the rate that holds now. */
export type Currency = Readonly<{
  code: string;
  sign: string;
  /** Minor units of one unit, as a power of ten (ISO 4217). */
  minorDigits: number;
  /** Decimals that prices are rounded to and shown with. */
  roundingDigits: number;
  /** Roubles for one unit, the shop's margin included, as a decimal string. */
  rubPerUnit: string;
}>;

const RATE_SCALE = 8;
const RUB_MINOR_DIGITS = 2;

/**
 * A rouble amount in another currency, rounded half up to the currency's own decimals (decisions: Catalogue).
 * @param rubMinor kopecks, zero or more.
 * @returns minor units of `currency`.
 */
export function fromRub(rubMinor: number, currency: Currency): number {
  const rate = scaledRate(currency);
  // units = rubMinor / 10^2 / rate; rounded at roundingDigits, given in minor units.
  const numerator = BigInt(rubMinor) * 10n ** BigInt(RATE_SCALE + currency.roundingDigits);
  const denominator = rate * 10n ** BigInt(RUB_MINOR_DIGITS);
  const rounded = (2n * numerator + denominator) / (2n * denominator);
  return Number(rounded) * 10 ** (currency.minorDigits - currency.roundingDigits);
}

/** An amount of another currency in kopecks, rounded half up. */
export function toRub(minor: number, currency: Pick<Currency, "minorDigits" | "rubPerUnit">): number {
  const numerator = BigInt(minor) * scaledRate(currency) * 10n ** BigInt(RUB_MINOR_DIGITS);
  const denominator = 10n ** BigInt(RATE_SCALE + currency.minorDigits);
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** The smallest rouble price (kopecks) that is shown as `wireAmount` or more: what a `price_min` filter means in the database. */
export function leastRubShownAs(wireAmount: number, currency: Currency): number {
  // Shown amounts are multiples of the rounding step; half a step below still rounds up to it.
  const steps = Math.ceil(Number((wireAmount * 10 ** currency.roundingDigits).toFixed(6)));
  if (steps <= 0) return 0;
  const numerator = BigInt(2 * steps - 1) * scaledRate(currency) * 10n ** BigInt(RUB_MINOR_DIGITS);
  const denominator = 2n * 10n ** BigInt(RATE_SCALE + currency.roundingDigits);
  return Number((numerator + denominator - 1n) / denominator);
}

/** Minor units as the wire's number with 0 to 2 decimals. */
export function toWire(minor: number, currency: Pick<Currency, "minorDigits">): number {
  return Number((minor / 10 ** currency.minorDigits).toFixed(currency.minorDigits));
}

/** The wire's number in minor units, rounded half up. */
export function fromWire(amount: number, currency: Pick<Currency, "minorDigits">): number {
  return Math.round(Number((amount * 10 ** currency.minorDigits).toFixed(4)));
}

function scaledRate(currency: Pick<Currency, "rubPerUnit">): bigint {
  const [whole = "0", decimals = ""] = currency.rubPerUnit.split(".");
  return BigInt(whole + decimals.padEnd(RATE_SCALE, "0").slice(0, RATE_SCALE));
}

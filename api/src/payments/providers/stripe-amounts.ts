import type { DecimalAmount } from "../../platform/payment-provider.ts";

/** Stripe's zero-decimal currencies (docs.stripe.com/currencies). */
const zeroDecimalCurrencies = new Set([
  "BIF",
  "CLP",
  "DJF",
  "GNF",
  "JPY",
  "KMF",
  "KRW",
  "MGA",
  "PYG",
  "RWF",
  "VND",
  "VUV",
  "XAF",
  "XOF",
  "XPF",
]);
const threeDecimalCurrencies = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);

/** Returns the number of decimals that Stripe's smallest unit has in a currency. */
function getStripeDigits(currency: string): number {
  if (zeroDecimalCurrencies.has(currency)) return 0;
  return threeDecimalCurrencies.has(currency) ? 3 : 2;
}

/** Returns the decimals of a currency (ISO 4217). ISK and UGX have none, but Stripe expects them in hundredths. */
function getIsoDigits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * Converts an amount to Stripe's smallest unit: 1500 yen to 1500, 1500 rubles to 150000.
 * @throws Error if the amount has more decimals than Stripe accepts
 */
export function toStripeAmount({ value, currency }: DecimalAmount): { amount: number; currency: string } {
  const [units = "", fraction = ""] = value.split(".");
  const digits = getStripeDigits(currency);
  if (fraction.length > digits)
    throw new Error(`${value} ${currency} has more decimals than Stripe accepts for the currency`);
  return { amount: Number(units + fraction.padEnd(digits, "0")), currency: currency.toLowerCase() };
}

/** Converts an amount in Stripe's smallest unit to a decimal string with the decimals of the currency. */
export function fromStripeAmount(amount: number, stripeCurrency: string): DecimalAmount {
  const currency = stripeCurrency.toUpperCase();
  const digits = getStripeDigits(currency);
  const padded = String(amount).padStart(digits + 1, "0");
  const units = digits === 0 ? padded : padded.slice(0, -digits);
  const fraction = digits === 0 ? "" : padded.slice(-digits);
  const currencyDigits = getIsoDigits(currency);
  // A fraction that the currency does not have is kept, so that the comparison of amounts detects it.
  const visibleFraction = /^0*$/.test(fraction.slice(currencyDigits)) ? fraction.slice(0, currencyDigits) : fraction;
  return { value: visibleFraction === "" ? units : `${units}.${visibleFraction}`, currency };
}

import type { DecimalAmount } from "./provider.ts";

/** Currencies whose smallest unit at Stripe is the whole one (docs.stripe.com/currencies). */
const whole = new Set([
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
const thousandths = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);

function digitsAtStripe(currency: string): number {
  if (whole.has(currency)) return 0;
  return thousandths.has(currency) ? 3 : 2;
}

/** Decimals of a currency (ISO 4217). Two of them, ISK and UGX, have none, and are still told in hundredths. */
function isoDigits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount in the units in which Stripe takes it: 1500 yen are 1500, 1500 roubles are 150000. */
export function toStripe({ value, currency }: DecimalAmount): { amount: number; currency: string } {
  const [units = "", fraction = ""] = value.split(".");
  const digits = digitsAtStripe(currency);
  if (fraction.length > digits) throw new Error(`Stripe takes no ${value} ${currency}`);
  return { amount: Number(units + fraction.padEnd(digits, "0")), currency: currency.toLowerCase() };
}

/** An amount as Stripe tells it, as a decimal string with the currency's own decimals. */
export function fromStripe(amount: number, stripeCurrency: string): DecimalAmount {
  const currency = stripeCurrency.toUpperCase();
  const digits = digitsAtStripe(currency);
  const padded = String(amount).padStart(digits + 1, "0");
  const units = digits === 0 ? padded : padded.slice(0, -digits);
  const fraction = digits === 0 ? "" : padded.slice(-digits);
  const own = isoDigits(currency);
  // A part of a unit that the currency does not have is kept, so that it is seen to differ.
  const shown = /^0*$/.test(fraction.slice(own)) ? fraction.slice(0, own) : fraction;
  return { value: shown === "" ? units : `${units}.${shown}`, currency };
}

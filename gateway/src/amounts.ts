/** Decimals of each currency that the gateway takes (ISO 4217). */
const digitsOf: Record<string, number> = { RUB: 2, USD: 2, EUR: 2, KZT: 2, JPY: 0 };

export function takesCurrency(currency: string): boolean {
  return Object.hasOwn(digitsOf, currency);
}

/**
 * A decimal string in minor units, or null where it is not an amount of the currency.
 * Exactly the currency's decimals are taken ("1500.00" roubles, "1500" yen), so that nobody charges yen a hundredfold.
 */
export function toMinor(value: string, currency: string): number | null {
  const digits = digitsOf[currency];
  if (digits === undefined) return null;
  const form = digits === 0 ? /^(0|[1-9]\d{0,11})$/ : new RegExp(`^(0|[1-9]\\d{0,11})\\.\\d{${digits}}$`);
  return form.test(value) ? Number(value.replace(".", "")) : null;
}

/** Minor units as the decimal string of the currency. */
export function fromMinor(minor: number, currency: string): string {
  const digits = digitsOf[currency];
  if (digits === undefined) throw new Error(`unknown currency ${currency}`);
  if (digits === 0) return String(minor);
  const padded = String(minor).padStart(digits + 1, "0");
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Decimals of the supported currencies (ISO 4217). */
const currencyDigits: Record<string, number> = { RUB: 2, USD: 2, EUR: 2, KZT: 2, JPY: 0 };

/** Returns whether payments in a currency (ISO 4217) are possible. */
export function isSupportedCurrency(currency: string): boolean {
  return Object.hasOwn(currencyDigits, currency);
}

/**
 * Converts a decimal string to minor units. Returns null unless it has exactly the currency's decimals ("1500.00"
 * rubles, "1500" yen), so that yen cannot be charged a hundredfold by mistake.
 */
export function toMinor(value: string, currency: string): number | null {
  const digits = currencyDigits[currency];
  if (digits === undefined) return null;
  const pattern = digits === 0 ? /^(0|[1-9]\d{0,11})$/ : new RegExp(`^(0|[1-9]\\d{0,11})\\.\\d{${digits}}$`);
  return pattern.test(value) ? Number(value.replace(".", "")) : null;
}

/** Converts minor units to a decimal string with the currency's decimals. @throws Error for another currency. */
export function fromMinor(amountMinor: number, currency: string): string {
  const digits = currencyDigits[currency];
  if (digits === undefined) throw new Error(`unknown currency ${currency}`);
  if (digits === 0) return String(amountMinor);
  const padded = String(amountMinor).padStart(digits + 1, "0");
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

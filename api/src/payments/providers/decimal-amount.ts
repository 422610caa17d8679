import type { DecimalAmount } from "../../platform/payment-provider.ts";

/** Formats minor units as a provider's decimal string: "1500.00" for rubles, "1500" for yen. */
export function toDecimalAmount(amountMinor: number, currency: { code: string; minorDigits: number }): DecimalAmount {
  const { code, minorDigits } = currency;
  const digits = String(amountMinor).padStart(minorDigits + 1, "0");
  const value = minorDigits === 0 ? digits : `${digits.slice(0, -minorDigits)}.${digits.slice(-minorDigits)}`;
  return { value, currency: code };
}

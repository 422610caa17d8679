const RATE = /^\d{1,8}(\.\d{1,8})?$/;

/**
 * Parses an exchange rate: the rubles for one unit of a currency, with a decimal point or comma.
 * @returns the rate without trailing zeros; null if it is not a number above 0 with at most 8 decimals
 */
export function parseRate(text: string): string | null {
  const rate = text.replace(",", ".");
  return RATE.test(rate) && Number(rate) > 0 ? trimTrailingZeros(rate) : null;
}

/** Removes the zeros at the end of the decimals: `92.50000000` becomes `92.5`. */
export function trimTrailingZeros(rate: string): string {
  return rate.includes(".") ? rate.replace(/\.?0+$/, "") : rate;
}

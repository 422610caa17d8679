/** The weights of the eight digits of the serial number in the check digit of UPU S10. */
const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** Returns whether a tracking number has the postal format `EE123456785JP` (UPU S10) and a valid check digit. */
export function isS10Number(number: string): boolean {
  const parts = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/.exec(number);
  return parts?.[1] !== undefined && Number(parts[2]) === calculateCheckDigit(parts[1]);
}

/**
 * Returns whether a tracking number is plausible: a postal number with a valid check digit, or a carrier's number of 8
 * to 20 digits.
 */
export function isValidTrackingNumber(number: string): boolean {
  return isS10Number(number) || /^\d{8,20}$/.test(number);
}

function calculateCheckDigit(serial: string): number {
  const sum = S10_WEIGHTS.reduce((total, weight, index) => total + weight * Number(serial[index]), 0);
  const result = 11 - (sum % 11);
  if (result === 10) return 0;
  return result === 11 ? 5 : result;
}

/** Lists the tracking numbers of an order: of its shipments that have left, and of the order itself. */
export function listTrackingNumbers(order: {
  tracking_number: string | null;
  shipped_numbers: readonly string[];
}): string[] {
  const { tracking_number: number, shipped_numbers: numbers } = order;
  return [...new Set([...numbers, ...(number === null ? [] : [number])])];
}

/** Returns the tracking page: of Japan Post for postal numbers, of the carrier otherwise. */
export function getTrackingUrl(number: string): string {
  return isS10Number(number)
    ? `https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=${number}&locale=en`
    : `https://www.cdek.ru/en/tracking/?order_id=${encodeURIComponent(number)}`;
}

const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** A postal number of the form `EE123456785JP` whose check digit holds (UPU S10). */
export function isS10(number: string): boolean {
  const parts = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/.exec(number);
  return parts?.[1] !== undefined && Number(parts[2]) === checkDigit(parts[1]);
}

/** A postal number whose check digit holds, or a carrier's own of 8 to 20 digits; what looks postal must hold. */
export function isTrackingNumber(number: string): boolean {
  return isS10(number) || /^\d{8,20}$/.test(number);
}

function checkDigit(serial: string): number {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(serial[at]), 0);
  const rest = 11 - (sum % 11);
  return rest === 10 ? 0 : rest === 11 ? 5 : rest;
}

/** Where the parcel can be followed: the post that issued the number, or the carrier for its own. */
export function trackingUrl(number: string): string {
  return isS10(number)
    ? `https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=${number}&locale=en`
    : `https://www.cdek.ru/en/tracking/?order_id=${encodeURIComponent(number)}`;
}

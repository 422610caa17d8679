import { createHash } from "node:crypto";

/** Builds the EAN-13 of twelve digits by adding the check digit. */
export function buildEan13(firstTwelveDigits: string): string {
  const sum = [...firstTwelveDigits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return firstTwelveDigits + ((10 - (sum % 10)) % 10);
}

const ITEM_NUMBER_COUNT = 10_000_000_000n;

/** Builds a Japanese barcode (49…) with a fictional item number, unique per product id. */
export function buildBarcode(productId: number): string {
  // The multiplier is coprime to the modulus, so every item number occurs once.
  const item = (BigInt(productId) * 2_654_435_761n + 4_021_337n) % ITEM_NUMBER_COUNT;
  return buildEan13(`49${String(item).padStart(10, "0")}`);
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** Builds a postal tracking number (UPU S10): service, serial number of eight digits, check digit, country. */
export function buildS10Number(service: string, serial: string, country = "JP"): string {
  const sum = [...serial].reduce((total, digit, index) => total + Number(digit) * (S10_WEIGHTS[index] ?? 0), 0);
  const checkDigit = 11 - (sum % 11);
  return `${service}${serial}${checkDigit === 10 ? 0 : checkDigit === 11 ? 5 : checkDigit}${country}`;
}

/** Converts a text to lower case Latin letters, digits and hyphens. */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** Creates the id by which the sandbox gateway knows a payment or refund: a UUID (version 8) from a name of our own. */
export function createGatewayId(name: string): string {
  const hash = createHash("sha256").update(name).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(12, 15)}-8${hash.slice(15, 18)}-${hash.slice(18, 30)}`;
}

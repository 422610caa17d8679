/** Names of kinds of goods, which customs refuses as the description of contents (docs/domain/fulfillment.md). */
const generalNames: ReadonlySet<string> = new Set([
  ...["accessories", "beauty goods", "beauty product", "beauty products", "clothes", "clothing", "cosmetic"],
  ...["cosmetic product", "cosmetic products", "cosmetics", "daily necessities", "food", "gift", "gifts", "goods"],
  ...["household goods", "item", "items", "merchandise", "other", "personal effects", "product", "products", "sample"],
  ...["samples", "skin care", "skincare", "toiletries", "toy", "toys", "various"],
]);

/** Returns whether an HS code has at least the six digits that all countries share. */
export function isCompleteHsCode(hsCode: string): boolean {
  return /^\d{6,12}$/.test(hsCode.replaceAll(".", ""));
}

/** Returns whether an English name describes the goods rather than their kind: `face lotion`, but not `cosmetics`. */
export function isSpecificName(name: string): boolean {
  const normalized = name.trim().toLowerCase().replaceAll(/\s+/g, " ");
  return /[a-z]{3}/.test(normalized) && /^[\u0020-\u007e]+$/.test(normalized) && !generalNames.has(normalized);
}

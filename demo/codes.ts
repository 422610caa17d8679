/** EAN-13 of twelve digits: the digits and their check digit. */
export function ean13(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return twelve + ((10 - (sum % 10)) % 10);
}

const GOODS_NUMBERS = 10_000_000_000n;

/** A Japanese barcode (49…) of a product: another for every id, with a fictional item number. */
export function barcodeOf(productId: number): string {
  // Multiplying by a number without common factors meets every item number once.
  const item = (BigInt(productId) * 2_654_435_761n + 4_021_337n) % GOODS_NUMBERS;
  return ean13(`49${String(item).padStart(10, "0")}`);
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** A postal tracking number of the S10 standard: service, eight digits, check digit, country. */
export function s10(service: string, serial: string, country = "JP"): string {
  const sum = [...serial].reduce((total, digit, at) => total + Number(digit) * (S10_WEIGHTS[at] ?? 0), 0);
  const rest = 11 - (sum % 11);
  return `${service}${serial}${rest === 10 ? 0 : rest === 11 ? 5 : rest}${country}`;
}

/** Latin letters, digits and hyphens only. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** Addresses of the shop itself: a product must never hide one (tables: reserved root routes). */
export const reservedSlugs = new Set([
  ...[
    "cart",
    "brands",
    "blog",
    "news",
    "category",
    "tags",
    "manufacturer",
    "brand-series",
    "best-sales",
    "new-products",
  ],
  ...[
    "prices-drop",
    "product_search",
    "change-password",
    "maketest",
    "user",
    "jpcart",
    "notifications",
    "info",
    "profile",
  ],
  ...["wishlist", "p", "en", "en-us", "ru-ru", "feeds", "api", "v1", "media", "builds", "assets", "healthz", "readyz"],
  ...["robots.txt", "sitemap.xml", "podarocnyi-sertifikat.html", "tovary-nedeli", "sandbox-gateway"],
]);

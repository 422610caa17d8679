/**
 * Texts travel in two parts, so that a product page does not carry the checkout's: the shop's, and the
 * shopper's own. A key's first word says which; whatever is not named here is the shop's.
 */
const ownTexts = new Set([
  "address",
  "auth",
  "checkout",
  "duty",
  "errors",
  "field",
  "order",
  "orders",
  "payment",
  "profile",
  "summary",
]);

export function partOf(key: string): "shop" | "own" {
  return ownTexts.has(key.split(".")[0] ?? "") ? "own" : "shop";
}

const saysOwn = new RegExp(`["\`](?:${[...ownTexts].join("|")})\\.[a-zA-Z_$]`);

/** True of a source that names a text of the shopper's own part: in the browser it waits for that part. */
export function saysOwnTexts(source: string): boolean {
  return saysOwn.test(source);
}

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

/** Rooms whose components wait for the own part. The frame and the catalogue say nothing of it. */
export const ownRooms = new Set(["account", "orders", "payments", "checkout"]);

export function partOf(key: string): "shop" | "own" {
  return ownTexts.has(key.split(".")[0] ?? "") ? "own" : "shop";
}

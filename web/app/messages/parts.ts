/**
 * Texts travel in three parts, so that a product page does not carry the checkout's: what the shelves and the
 * frame around them say, what is said once the page is quiet, and the rest, which is mostly the shopper's own.
 * A key's first word says which; whatever is not named here comes with every page.
 */
const ownTexts = new Set([
  "address",
  "auth",
  "blog",
  "bonus",
  "brands",
  "cart",
  "checkout",
  "coupon",
  "duty",
  "errors",
  "field",
  "gift",
  "news",
  "opinion",
  "order",
  "orders",
  "pay",
  "payment",
  "profile",
  "suggest",
  "summary",
]);

/** What the catalogue says of the cart. */
const shopTexts = ["cart.add", "cart.commercial", "cart.go", "cart.less", "cart.limit", "cart.more", "cart.quantity"];

const quietTexts = new Set(["consent", "quiet"]);

export function partOf(key: string): "shop" | "own" | "quiet" {
  if (quietTexts.has(key.split(".")[0] ?? "")) return "quiet";
  return ownTexts.has(key.split(".")[0] ?? "") && !shopTexts.includes(key) ? "own" : "shop";
}

const saysOwn = new RegExp(`["\`](?!(?:${shopTexts.join("|")})["\`])(?:${[...ownTexts].join("|")})\\.[a-zA-Z_$]`);

/** True of a source that names a text of the shopper's own part: in the browser it waits for that part. */
export function saysOwnTexts(source: string): boolean {
  const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
  return saysOwn.test(source.replace(comments, ""));
}

/**
 * Texts travel in parts, so that a product page does not carry the checkout's: `shop` is what the shelves and the frame
 * around them say, `aside` what is said in what opens over them or ends them and on small pages, `quiet` what is said
 * once the page is quiet, and `own` the rest, which is mostly the shopper's own. A key's first word says which, or the
 * whole key; whatever is not named here comes with every page.
 */
type WaitedFor = "own" | "aside" | "quiet";

const parts: Record<WaitedFor, ReadonlySet<string>> = {
  own: new Set([
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
  ]),
  aside: new Set([
    "drawer",
    "error.code",
    "error.not_found",
    "error.not_found_path",
    "error.not_found_text",
    "error.not_found_title",
    "error.refused",
    "error.refused_text",
    "error.request_code",
    "error.search",
    "error.tell_us",
    "error.unavailable",
    "footer",
    "gone",
    "home.for_you",
    "home.for_you_text",
    "ingredient",
    "notifications",
    "product.zoom_close",
    "product.zoom_larger",
    "product.zoom_next",
    "product.zoom_previous",
    "product.zoom_smaller",
    "quiz",
  ]),
  quiet: new Set(["consent", "quiet"]),
};

/** What the catalogue says of the cart, and the frame of its overlays. */
const shopTexts = new Set([
  "cart.add",
  "cart.commercial",
  "cart.go",
  "cart.less",
  "cart.limit",
  "cart.more",
  "cart.quantity",
  "drawer.close",
  "notifications.close",
]);

export function partOf(key: string): WaitedFor | "shop" {
  if (shopTexts.has(key)) return "shop";
  return partNames.find((part) => parts[part].has(firstWord(key)) || parts[part].has(key)) ?? "shop";
}

const partNames = Object.keys(parts) as WaitedFor[];
const firstWord = (key: string) => key.split(".", 1)[0] ?? "";

/** True of a source that names a text of a part: in the browser it waits for that part. */
export function saysTextsOf(part: WaitedFor, source: string): boolean {
  const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
  const said = source.replace(comments, "").matchAll(/["`]([a-z]+\.[\w-]*)(["`]|\$\{)/g);
  return [...said].some(([, key = "", end]) => (end === "${" ? mayBeOf(part, key) : partOf(key) === part));
}

/** Of a key that is put together: only its beginning is known. */
function mayBeOf(part: WaitedFor, start: string): boolean {
  return parts[part].has(firstWord(start)) || [...parts[part]].some((key) => key.startsWith(start));
}

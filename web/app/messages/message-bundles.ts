/**
 * Messages are loaded in bundles, so that a product page does not load those of the checkout: `shop` holds the messages
 * of the product listings and the page layout, `overlay` those of overlays, error pages and small pages, `idle` those
 * used after the page is idle, and `account` the rest, mostly the account, cart and checkout pages. A key is assigned to a
 * bundle by its namespace or by the whole key; keys that are not listed here are in `shop`.
 */
type LazyBundle = "account" | "overlay" | "idle";

const bundles: Record<LazyBundle, ReadonlySet<string>> = {
  account: new Set([
    "address",
    "auth",
    "blog",
    "loyalty",
    "brands",
    "cart",
    "checkout",
    "promo",
    "duty",
    "errors",
    "field",
    "giftcard",
    "news",
    "feedback",
    "order",
    "orders",
    "pay",
    "payment",
    "profile",
    "suggest",
    "summary",
  ]),
  overlay: new Set([
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
    "error.contact_us",
    "error.unavailable",
    "footer",
    "discontinued",
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
  idle: new Set(["consent", "notice"]),
};

/** Messages of the cart that the product pages use, and those of the title rows of dialogs. */
const sharedMessages = new Set([
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

/** Returns the bundle that a message belongs to. */
export function getMessageBundle(key: string): LazyBundle | "shop" {
  if (sharedMessages.has(key)) return "shop";
  return bundleNames.find((bundle) => bundles[bundle].has(getNamespace(key)) || bundles[bundle].has(key)) ?? "shop";
}

const bundleNames = Object.keys(bundles) as LazyBundle[];
const getNamespace = (key: string) => key.split(".", 1)[0] ?? "";

/** Whether a source uses a message of a bundle, so that in the browser it must wait for that bundle. */
export function usesMessagesOf(bundle: LazyBundle, source: string): boolean {
  const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
  const usedKeys = source.replace(comments, "").matchAll(/["`]([a-z]+\.[\w-]*)(["`]|\$\{)/g);
  return [...usedKeys].some(([, key = "", terminator]) =>
    terminator === "${" ? canBelongTo(bundle, key) : getMessageBundle(key) === bundle,
  );
}

/** For a key that is built by a template: only its beginning is known. */
function canBelongTo(bundle: LazyBundle, start: string): boolean {
  return bundles[bundle].has(getNamespace(start)) || [...bundles[bundle]].some((key) => key.startsWith(start));
}

/**
 * The path segment after these prefixes is a secret: of a promo code, gift card, shared wishlist, product preview, quiz
 * result, payment, invitation, demonstration sign-in or export. The log of nginx has the same pattern
 * (deploy/nginx/shop.conf). The storefront redirects paths in capital letters and with more slashes to the page.
 */
const secretSegmentPattern =
  /(\/(?:promo|certificates|certificates\/printed|wishlists|wishlist\/shared|product-previews?|results?|(?<!admin\/)payments?|payment_new|invitations|demo-sign-in|v1\/admin\/[\w/-]+\/exports)\/+)(?!balance$|printed\/)[^/]+/i;

/**
 * Returns the path without its query string and with secret segments masked.
 * @param target the request target: a path or an absolute URL
 */
export function redactPath(target: string): string {
  const [path = ""] = target.replace(/^https?:\/\/[^/]*/, "").split(/[?#]/, 1);
  return path.replace(secretSegmentPattern, "$1***");
}

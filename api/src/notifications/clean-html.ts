import sanitizeHtml from "sanitize-html";
import { isShopPath } from "./shop-path.ts";

const rules: sanitizeHtml.IOptions = {
  allowedTags: ["b", "i", "br", "span", "a"],
  allowedAttributes: { a: ["href"] },
  // Only paths of the shop: the next rule takes out every other one.
  allowedSchemes: [],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = "" }): sanitizeHtml.Tag => ({
      tagName,
      attribs: isShopPath(href) ? { href } : {},
    }),
  },
};

/** What is left of a message when only b, i, br, span and links into the shop may stay; anything else turns into its text. */
export function cleanMessage(html: string): string {
  return sanitizeHtml(html, rules);
}

import sanitizeHtml from "sanitize-html";
import { isShopPath } from "./shop-path.ts";

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: ["b", "i", "br", "span", "a"],
  allowedAttributes: { a: ["href"] },
  // Only paths of the shop: `transformTags` removes every other link target.
  allowedSchemes: [],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = "" }): sanitizeHtml.Tag => ({
      tagName,
      attribs: isShopPath(href) ? { href } : {},
    }),
  },
};

/** Sanitizes a message: keeps b, i, br, span and links into the shop; other elements are replaced by their text. */
export function sanitizeMessage(html: string): string {
  return sanitizeHtml(html, sanitizeOptions);
}

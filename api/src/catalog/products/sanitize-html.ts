import sanitizeHtml from "sanitize-html";

const textTags = ["p", "br", "b", "strong", "i", "em", "ul", "ol", "li", "h3", "h4", "a"];
const tableTags = ["table", "caption", "thead", "tbody", "tr", "th", "td"];
const allowedTags = [...textTags, ...tableTags];
/** Text with no other tags than these and without attributes needs no sanitizing. */
const PLAIN_HTML = new RegExp(`^(?:[^<]|</?(?:${allowedTags.join("|")})>)*$`);

/** Removes from a product text all HTML that could run code or load resources. */
export function sanitizeProductHtml(html: string): string {
  if (PLAIN_HTML.test(html)) return html;
  return sanitizeHtml(html, { allowedTags, allowedAttributes: { a: ["href"] }, allowedSchemes: ["https"] });
}

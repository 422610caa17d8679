import sanitizeHtml from "sanitize-html";

const tags = ["p", "br", "b", "strong", "i", "em", "ul", "ol", "li", "h3", "h4", "a"];
const tables = ["table", "caption", "thead", "tbody", "tr", "th", "td"];
const allowed = [...tags, ...tables];
/** Nothing but these tags, none of them with attributes: stands as it is. */
const plain = new RegExp(`^(?:[^<]|</?(?:${allowed.join("|")})>)*$`);

/** A product's text without whatever could act or load something. */
export function cleanText(html: string): string {
  if (plain.test(html)) return html;
  return sanitizeHtml(html, { allowedTags: allowed, allowedAttributes: { a: ["href"] }, allowedSchemes: ["https"] });
}

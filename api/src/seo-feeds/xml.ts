import { htmlToText, truncateText } from "../../../design-system/text/html.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Characters to escape or remove; surrogates are checked more closely in `escapeXml`. */
const charactersToCheck = /[&<>"'\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

/** Escapes text for XML content and attributes and removes characters that XML cannot represent. */
export function escapeXml(text: string): string {
  if (!charactersToCheck.test(text)) return text;
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"']/g, (one) => escapes[one] ?? one);
}

/** Renders `<name>text</name>`. */
export function renderElement(name: string, text: string | number): string {
  return `<${name}>${typeof text === "number" ? text : escapeXml(text)}</${name}>`;
}

/** Converts sanitized HTML to plain text of at most `maxLength` characters, cut at a word boundary. */
export function toPlainText(html: string, maxLength: number): string {
  const text = htmlToText(html, (tag) => (tag === "<li>" ? " — " : " "));
  return truncateText(text.replace(/\s+/g, " "), maxLength);
}

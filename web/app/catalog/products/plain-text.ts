import { htmlToText, truncateText } from "@furoshiki/design-system/text/html.ts";

const MAX_LENGTH = 160;

/** Converts the beginning of sanitized HTML to plain text of at most 160 characters, cut at a word boundary. */
export function toPlainText(html: string): string {
  return truncateText(htmlToText(html, " ").replace(/\s+/g, " "), MAX_LENGTH);
}

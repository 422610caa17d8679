import { htmlToText } from "../../content/html-to-text.ts";

const MAX_LENGTH = 160;

/** Converts the beginning of sanitized HTML to plain text, cut at a word boundary after 160 characters. */
export function toPlainText(html: string): string {
  const text = htmlToText(html, " ").replace(/\s+/g, " ");
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).replace(/\s\S*$/u, "")}…`;
}

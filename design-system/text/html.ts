const charactersByEntity: Readonly<Record<string, string>> = {
  nbsp: "\u00a0",
  quot: '"',
  "#39": "'",
  lt: "<",
  gt: ">",
  amp: "&",
};

/** Escapes text for the content of HTML elements and for quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Decodes the entities that escaped text and sanitized HTML contain. */
export function decodeHtmlEntities(html: string): string {
  return html.replace(/&(nbsp|quot|#39|lt|gt|amp);/g, (_whole, name: string) => charactersByEntity[name] ?? "");
}

/**
 * Converts sanitized HTML to plain text.
 * @param tagReplacement what replaces each tag, for example a space if the HTML has blocks of text, which it separates
 */
export function htmlToText(html: string, tagReplacement: string | ((tag: string) => string) = ""): string {
  const replace = typeof tagReplacement === "string" ? () => tagReplacement : tagReplacement;
  return decodeHtmlEntities(html.replace(/<[^>]*>/g, replace)).trim();
}

/** Truncates text to at most `maxLength` characters at a word boundary. */
export function truncateText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/\s+\S*$/u, "")}…`;
}

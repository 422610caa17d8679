const charactersByEntity: Record<string, string> = { nbsp: "\u00a0", quot: '"', lt: "<", gt: ">", amp: "&" };

/**
 * Converts sanitized HTML to plain text.
 * @param tagReplacement what replaces each tag: a space if the HTML has blocks of text, which it separates
 */
export function htmlToText(html: string, tagReplacement: "" | " "): string {
  return html
    .replace(/<[^>]*>/g, tagReplacement)
    .replace(/&(nbsp|quot|lt|gt|amp);/g, (_whole, name: string) => charactersByEntity[name] ?? "")
    .trim();
}

const SUMMARY = 160;

/** The first words of clean HTML as plain text, cut at a word. */
export function plainText(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
  return text.length <= SUMMARY ? text : `${text.slice(0, SUMMARY).replace(/\s\S*$/u, "")}…`;
}

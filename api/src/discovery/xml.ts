const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** What may not stand as it is; a half of a character, or one beyond 16 bits, is looked at more closely. */
const doubtful = /[&<>"'\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

/** Text as it may stand in XML, between tags and in attributes; what XML cannot hold at all is left out. */
export function escaped(text: string): string {
  if (!doubtful.test(text)) return text;
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"']/g, (one) => escapes[one] ?? one);
}

/** `<name>text</name>`. */
export function element(name: string, text: string | number): string {
  return `<${name}>${typeof text === "number" ? text : escaped(text)}</${name}>`;
}

const entities: Record<string, string> = { nbsp: "\u00a0", quot: '"', lt: "<", gt: ">", amp: "&" };

/** Clean HTML as plain text of at most `most` characters, cut at a word. */
export function plainText(html: string, most: number): string {
  const text = html
    .replace(/<[^>]*>/g, (tag) => (tag === "<li>" ? " — " : " "))
    .replace(/&(nbsp|quot|lt|gt|amp);/g, (_whole, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
  return shortened(text, most);
}

/** A text of at most `most` characters, cut at a word. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/\s+\S*$/u, "")}…`;
}

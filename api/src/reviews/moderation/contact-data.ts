export type ContactDataKind = "email" | "phone" | "url" | "username";

/** Contact data in a text; `start` and `end` are offsets as `String.slice` takes them. */
export type ContactData = Readonly<{ kind: ContactDataKind; start: number; end: number }>;

/** The more specific kinds come first: an email contains what looks like a domain and like a user name. */
const patterns: readonly (readonly [ContactDataKind, RegExp])[] = [
  ["email", /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu],
  ["url", /(?<![\p{L}\d])(?:https?:\/\/|www\.)[^\s<>"«»]*[\p{L}\d/]/giu],
  [
    "url",
    /(?<![\p{L}\d-])[\p{L}\d-]+\.(?:ru|рф|com|net|org|info|me|kz|by|io|jp)(?![\p{L}\d])(?:\/[\p{L}\d/_.?=&+-]*[\p{L}\d/])?/giu,
  ],
  ["username", /(?<![\p{L}\d._])@[a-z][a-z\d._]*[a-z\d_]/giu],
  // Ten digits are a Russian number without its prefix, 15 the longest number of E.164.
  ["phone", /(?<!\d)\+?\d(?:[\s().‑–-]{0,3}\d){9,14}(?!\d)/gu],
];

/** Finds email addresses, phone numbers, URLs and user names in a text, in their order and without overlaps. */
export function findContactData(text: string): ContactData[] {
  const found: ContactData[] = [];
  for (const [kind, pattern] of patterns)
    for (const match of text.matchAll(pattern)) {
      const range = { kind, start: match.index, end: match.index + match[0].length };
      if (!found.some(({ start, end }) => range.start < end && start < range.end)) found.push(range);
    }
  return found.toSorted((one, other) => one.start - other.start);
}

/** A command such as `refund 483 201`: an action, and the number of an order or its beginning. */
const command = /^(\p{L}[\p{L}\s…]*?)\s*(\d[\d\s]*)$/u;

/** Splits a text that names an action and an order into both; other texts have neither. */
export function parsePaletteText(text: string): { action: string | null; number: string | null } {
  const [, action, number] = command.exec(text.trim()) ?? [];
  return { action: action?.trim().toLowerCase() ?? null, number: number?.replaceAll(/\s/g, "") ?? null };
}

/** Returns the part of a text that equals a query apart from case and spaces, as start and end; null if there is none. */
export function findMatch(text: string, query: string): [start: number, end: number] | null {
  const letters = [...text].map((letter, index) => ({ letter: letter.toLowerCase(), index }));
  const compactLetters = letters.filter(({ letter }) => /\S/.test(letter));
  const compactQuery = query.toLowerCase().replaceAll(/\s/g, "");
  const start = compactLetters
    .map(({ letter }) => letter)
    .join("")
    .indexOf(compactQuery);
  const first = compactLetters[start];
  const last = compactLetters[start + compactQuery.length - 1];
  return compactQuery === "" || !first || !last ? null : [first.index, last.index + 1];
}

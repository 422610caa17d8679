/** So many statements are kept ready at each connection; whatever comes later is planned anew each time. */
const MOST_STATEMENTS = 150;
const LONGEST_STATEMENT = 10_000;

/** So many texts that came once are remembered: a statement that comes again is worth keeping. */
const MOST_SEEN = 1000;

const names = new Map<string, string>();
const seen = new Set<string>();

/** The name under which connections keep a statement ready; undefined for what is not worth it. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known;
  if (text.length > LONGEST_STATEMENT || !/^\s*(select|with|insert|update|delete)\b/i.test(text)) return undefined;
  if (!seen.delete(text)) {
    if (seen.size >= MOST_SEEN) seen.clear();
    seen.add(text);
    return undefined;
  }
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return name;
}

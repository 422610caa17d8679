/** Maximum number of prepared statements for each connection; later ones are planned every time. */
const MAX_STATEMENTS = 150;
const MAX_STATEMENT_LENGTH = 10_000;

/** Maximum number of remembered statements that ran once; a statement is prepared when it runs a second time. */
const MAX_SEEN_STATEMENTS = 1000;

const names = new Map<string, string>();
const seenStatements = new Set<string>();

/**
 * Returns the name of the prepared statement for a SQL text; undefined if it is not worth preparing. A text that begins with a
 * comment is not prepared.
 */
export function getStatementName(text: string): string | undefined {
  const existingName = names.get(text);
  if (existingName !== undefined || names.size >= MAX_STATEMENTS) return existingName;
  if (text.length > MAX_STATEMENT_LENGTH || !/^\s*(select|with|insert|update|delete)\b/i.test(text)) return undefined;
  if (!seenStatements.delete(text)) {
    if (seenStatements.size >= MAX_SEEN_STATEMENTS) seenStatements.clear();
    seenStatements.add(text);
    return undefined;
  }
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return name;
}

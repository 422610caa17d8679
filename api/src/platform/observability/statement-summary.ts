/** Maximum number of remembered summaries; the texts of statements with lists of values differ without limit. */
const MAX_SUMMARIES = 1000;
const MAX_LENGTH = 255;

/** What a statement does: its operation and the tables that it names, without any value. */
export type StatementSummary = Readonly<{ operation: string; text: string }>;

const operations = new Set([
  ...["select", "insert", "update", "delete", "with", "begin", "commit", "rollback", "savepoint", "release", "set"],
  ...["listen", "lock", "copy", "create", "alter", "drop", "truncate", "refresh", "analyze", "start"],
]);
const summaries = new Map<string, StatementSummary>();

/**
 * Summarizes a statement as the semantic conventions of OpenTelemetry say (`db.query.summary`): `SELECT orders
 * order_items`. Literals and comments are left out.
 */
export function summarizeStatement(sql: string): StatementSummary {
  const known = summaries.get(sql);
  if (known) return known;
  if (summaries.size >= MAX_SUMMARIES) summaries.clear();
  const summary = createSummary(sql);
  summaries.set(sql, summary);
  return summary;
}

function createSummary(sql: string): StatementSummary {
  const code = sql.replaceAll(/--[^\n]*/g, " ").replaceAll(/'(?:[^']|'')*'/g, "''");
  const [keyword = ""] = /[a-z]+/i.exec(code) ?? [];
  const operation = operations.has(keyword.toLowerCase()) ? keyword.toUpperCase() : "OTHER";
  const tables = [...code.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?"?([a-z_][a-z_0-9.]*)"?/gi)].flatMap(
    ([, name = ""]) => (name.includes(".") && !name.startsWith("pgboss.") ? [] : [name]),
  );
  const words = [operation, ...new Set(tables)].filter((word) => !["select", "lateral", "set"].includes(word));
  return { operation, text: words.join(" ").slice(0, MAX_LENGTH) };
}

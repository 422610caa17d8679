import { formatCsvField } from "../platform/data-files/csv.ts";
import type { TextEncoding } from "../platform/data-files/schema.ts";
import { createTextEncoder } from "../platform/data-files/text-encoding.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import type { ImportProblem } from "./cell-values.ts";
import { formatProblem } from "./problem-texts.ts";
import { readAllRecords } from "./read-file.ts";
import { type ImportRow, listChangesOfLines } from "./sql.ts";

const LINES_PER_BATCH = 1000;

/**
 * Generates a CSV file with the lines that cannot be read: the columns of the sender, in the encoding and with the delimiter
 * of the file, and the reason in a further column. That of a feed is in UTF-8 and says the line as well.
 */
export async function* generateErrorFile(db: Db, row: ImportRow, locale: Locale): AsyncGenerator<Uint8Array> {
  const isFeed = row.format === "yml";
  const delimiter = row.delimiter ?? ",";
  const encoding = getErrorFileEncoding(row);
  const encode = createTextEncoder(encoding);
  const formatLine = (cells: readonly string[]) =>
    encode(`${cells.map((cell) => formatCell(cell, delimiter)).join(delimiter)}\r\n`);
  if (encoding.startsWith("utf")) yield encode("\uFEFF");
  let index = 0;
  let width = 0;
  let batch = { from: 0, problems: new Map<number, ImportProblem>() };
  for await (const { line, cells } of readAllRecords(db, row)) {
    index += 1;
    if (index === row.header_row) {
      width = cells.length;
      const lineColumn = isFeed ? [formatMessage(locale, "import_error_line")] : [];
      yield formatLine([...lineColumn, ...cells, formatMessage(locale, "import_error_column")]);
    }
    if (index <= row.header_row) continue;
    if (line >= batch.from + LINES_PER_BATCH || batch.from === 0) batch = await loadProblems(db, row.id, line);
    const problem = batch.problems.get(line);
    if (!problem) continue;
    const padded = Array.from({ length: Math.max(width, cells.length) }, (_, column) => cells[column] ?? "");
    yield formatLine([...(isFeed ? [String(line)] : []), ...padded, formatProblem(locale, problem)]);
  }
}

/** Returns the encoding of the file with the lines that cannot be read. */
export function getErrorFileEncoding({ format, encoding }: Pick<ImportRow, "format" | "encoding">): TextEncoding {
  return format === "yml" || encoding === null ? "utf-8" : encoding;
}

async function loadProblems(db: Db, importId: number, from: number) {
  const changes = await listChangesOfLines(db, importId, from, from + LINES_PER_BATCH - 1);
  return {
    from,
    problems: new Map(changes.flatMap(({ line, problem }) => (problem ? [[line, problem] as const] : []))),
  };
}

/** The line is to be sent back to whoever wrote it: only what a spreadsheet would run is escaped. */
function formatCell(cell: string, delimiter: string): string {
  const field = formatCsvField(cell);
  return !field.startsWith('"') && field.includes(delimiter) ? `"${field}"` : field;
}

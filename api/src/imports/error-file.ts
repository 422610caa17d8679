import { formatCsvField } from "../platform/data-files/csv.ts";
import { createTextEncoder } from "../platform/data-files/text-encoding.ts";
import { writeWorkbook } from "../platform/data-files/xlsx/write-workbook.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import type { ImportProblem } from "./cell-values.ts";
import { formatProblem } from "./problem-texts.ts";
import { readAllRecords } from "./read-file.ts";
import { type ImportRow, listChangesOfLines } from "./sql.ts";

const LINES_PER_BATCH = 1000;

/**
 * Generates a file with the lines that cannot be read: the columns of the sender, and the reason in a further one. It is a
 * spreadsheet for a spreadsheet, otherwise a CSV file in the encoding and with the delimiter of the file. That of a feed is
 * in UTF-8 and says the line as well.
 */
export async function* generateErrorFile(db: Db, row: ImportRow, locale: Locale): AsyncGenerator<Uint8Array> {
  const rows = listErrorRows(db, row, locale);
  if (row.format === "xlsx") {
    yield* writeWorkbook({ name: formatMessage(locale, "import_error_sheet"), rows });
    return;
  }
  const delimiter = row.delimiter ?? ",";
  const encoding = row.format === "yml" || row.encoding === null ? "utf-8" : row.encoding;
  const encode = createTextEncoder(encoding);
  if (encoding.startsWith("utf")) yield encode("\uFEFF");
  for await (const cells of rows)
    yield encode(`${cells.map((cell) => formatCell(cell, delimiter)).join(delimiter)}\r\n`);
}

/** Returns the name and type of the file with the lines that cannot be read. */
export function describeErrorFile({ format, encoding, file_name }: ImportRow): { name: string; type: string } {
  const name = `errors-${file_name.replace(/\.\w+(\.gz)?$/, "")}`;
  if (format === "xlsx")
    return { name: `${name}.xlsx`, type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" };
  return { name: `${name}.csv`, type: `text/csv; charset=${format === "yml" ? "utf-8" : (encoding ?? "utf-8")}` };
}

/** Lists the records with the names of the columns, and those that cannot be read. */
async function* listErrorRows(db: Db, row: ImportRow, locale: Locale): AsyncGenerator<string[]> {
  const isFeed = row.format === "yml";
  const lastHeaderRow = row.header_row + row.header_rows - 1;
  let index = 0;
  let width = 0;
  let batch = { from: 0, problems: new Map<number, ImportProblem>() };
  const pad = (cells: readonly string[]) =>
    Array.from({ length: Math.max(width, cells.length) }, (_, column) => cells[column] ?? "");
  for await (const record of readAllRecords(db, row)) {
    const { line, cells } = record;
    index += 1;
    if (index < row.header_row) continue;
    if (index <= lastHeaderRow) {
      width = Math.max(width, cells.length);
      const lineColumn = isFeed ? [formatMessage(locale, "import_error_line")] : [];
      const reason = index === lastHeaderRow ? [formatMessage(locale, "import_error_column")] : [];
      yield [...lineColumn, ...pad(cells), ...reason];
      continue;
    }
    if (line >= batch.from + LINES_PER_BATCH || batch.from === 0) batch = await loadProblems(db, row.id, line);
    const problem = batch.problems.get(line);
    if (problem) yield [...(isFeed ? [String(line)] : []), ...pad(cells), formatProblem(locale, problem)];
  }
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

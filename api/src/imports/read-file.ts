import { InvalidGzipError } from "../platform/data-files/gunzip.ts";
import { InvalidWorkbookError } from "../platform/data-files/xlsx/workbook-archive.ts";
import { InvalidEncodingError } from "../platform/data-files/text-encoding.ts";
import type { Db } from "../platform/db/database.ts";
import { MAX_IMPORT_LINES } from "./admin-schema.ts";
import type { FileRecord } from "./file-record.ts";
import { readRecords } from "./file-records.ts";
import { InvalidImportFileError } from "./invalid-import-file.ts";
import { type ImportRow, openStoredFile, readFileParts } from "./sql.ts";

/** What of an import says how its file is read. */
export type ReadFile = Pick<
  ImportRow,
  "id" | "format" | "encoding" | "delimiter" | "header_row" | "header_rows" | "sheet"
> & {
  maxBytes?: number;
};

/**
 * Reads the records below that with the names of the columns.
 * @throws InvalidImportFileError `too_many_rows`, and those of `readAllRecords`
 */
export async function* readImportRecords(db: Db, file: ReadFile): AsyncGenerator<FileRecord> {
  let [index, lines] = [0, 0];
  for await (const record of readAllRecords(db, file)) {
    index += 1;
    if (index < file.header_row + file.header_rows || isEmpty(record)) continue;
    lines += 1;
    if (lines > MAX_IMPORT_LINES) throw new InvalidImportFileError("too_many_rows", { max: MAX_IMPORT_LINES });
    yield record;
  }
}

/**
 * Reads every record of a file.
 * @throws InvalidImportFileError `encoding_unknown`, `file_truncated`, `file_expands`, those of a spreadsheet, and those
 *   of `readYmlRecords`
 */
export async function* readAllRecords(db: Db, { id, encoding, ...options }: ReadFile): AsyncGenerator<FileRecord> {
  if (encoding === null && options.format !== "xlsx") throw new InvalidImportFileError("encoding_unknown", { line: 1 });
  try {
    yield* readRecords(
      { readBytes: () => readFileParts(db, id), open: () => openStoredFile(db, id) },
      { ...options, encoding },
    );
  } catch (error) {
    if (error instanceof InvalidEncodingError)
      throw new InvalidImportFileError("encoding_unknown", { line: error.line });
    if (error instanceof InvalidWorkbookError) throw new InvalidImportFileError(error.code);
    if (error instanceof InvalidGzipError) throw new InvalidImportFileError(error.code, { line: 0 });
    throw error;
  }
}

/** Whether a record is a row of a spreadsheet without text. */
export function isEmpty({ cells, error }: FileRecord): boolean {
  return error === undefined && cells.every((cell) => cell.trim() === "");
}

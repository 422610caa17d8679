import { Workbook } from "../platform/data-files/xlsx/workbook.ts";
import type { RandomAccessFile } from "../platform/data-files/xlsx/workbook-archive.ts";
import { MAX_HEADER_ROW } from "./admin-schema.ts";
import type { FileRecord } from "./file-record.ts";
import { InvalidImportFileError } from "./invalid-import-file.ts";

/**
 * Reads the rows of a sheet. Near its top, rows without text are records as well, so that a record with the names of
 * columns has the number that the spreadsheet shows.
 * @param sheet null for the first one
 * @throws InvalidWorkbookError; InvalidImportFileError `sheet_missing`
 */
export async function* readSheetRecords(file: RandomAccessFile, sheet: string | null): AsyncGenerator<FileRecord> {
  const workbook = await Workbook.open(file);
  const name = sheet ?? workbook.sheets[0] ?? "";
  if (!workbook.sheets.includes(name)) throw new InvalidImportFileError("sheet_missing", { sheet: name });
  let last = 0;
  for await (const { row, cells } of workbook.readRows(name)) {
    for (last += 1; last < row && last <= MAX_HEADER_ROW; last++) yield { line: last, cells: [] };
    last = row;
    yield { line: row, cells };
  }
}

/** Lists the sheets of a spreadsheet. @throws InvalidWorkbookError */
export async function listSheets(file: RandomAccessFile): Promise<readonly string[]> {
  return (await Workbook.open(file)).sheets;
}

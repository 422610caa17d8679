import { formatCsvLine } from "../../platform/data-files/csv.ts";
import type { Db } from "../../platform/db/database.ts";
import type { FileFormat } from "../../platform/data-files/file-reader.ts";
import { writeExportFile } from "../../platform/data-files/file-writer.ts";
import { type ExportRow, listExportRows } from "./export-rows.ts";
import { columnNames, productColumns } from "./import-columns.ts";

const BATCH_SIZE = 1000;

/**
 * Writes all products with options, prices, stock and images to a file that the import can read.
 * @returns the number of products
 * @throws CommandError if the file cannot be written
 */
export async function exportProducts(
  db: Db,
  path: string,
  format: FileFormat,
  { progress, signal }: { progress?: (message: string) => void; signal?: AbortSignal } = {},
): Promise<number> {
  let products = 0;
  async function* lines() {
    if (format === "csv") yield `${columnNames.join(",")}\n`;
    let lastId = 0;
    for (;;) {
      const rows = await listExportRows(db, lastId, BATCH_SIZE);
      const lastRow = rows.at(-1);
      if (!lastRow) return;
      lastId = lastRow.id;
      products += rows.filter((row) => row.is_first).length;
      progress?.(`${products} products written`);
      yield rows.map(format === "csv" ? formatCsvRow : formatJsonRow).join("");
    }
  }
  await writeExportFile(path, lines(), signal);
  return products;
}

/** Returns the fields of a row with their columns. Product columns are included only in the first row of a product. */
function listRowFields(row: ExportRow): [string, unknown][] {
  const isIncluded = (name: string) => row.is_first || !(name in productColumns);
  return columnNames.filter(isIncluded).map((name) => [name, row[name] ?? null]);
}

/** Formats a row as a line of a JSON Lines file. */
function formatJsonRow(row: ExportRow): string {
  return `${JSON.stringify(Object.fromEntries(listRowFields(row)))}\n`;
}

/** Formats a row as a line of a CSV file. */
export function formatCsvRow(row: ExportRow): string {
  return formatCsvLine(columnNames.map((name) => getExportField(row, name)));
}

/** Returns a field of a row in a file: those of a product are empty but in its first row. */
export function getExportField(row: ExportRow, name: string): unknown {
  return row.is_first || !(name in productColumns) ? (row[name] ?? null) : null;
}

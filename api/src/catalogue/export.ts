import { csvLine as csvRecord } from "../platform/csv.ts";
import type { Db } from "../platform/db.ts";
import type { FileFormat } from "../platform/file-reader.ts";
import { writeExport } from "../platform/file-writer.ts";
import { type ExportedRow, exportedRows } from "./export-sql.ts";
import { columnNames, productColumns } from "./import-columns.ts";

const PRODUCTS_AT_ONCE = 1000;

/**
 * Writes every product with its options, prices, stock and pictures, as the import reads them.
 * @returns how many products. @throws CommandError where the file cannot be written.
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
    let after = 0;
    for (;;) {
      const rows = await exportedRows(db, after, PRODUCTS_AT_ONCE);
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      products += rows.filter((row) => row.is_first).length;
      progress?.(`${products} products written`);
      yield rows.map(format === "csv" ? csvLine : jsonLine).join("");
    }
  }
  await writeExport(path, lines(), signal);
  return products;
}

/** What a row says, by columns; of the product itself only with its first form. */
function said(row: ExportedRow): [string, unknown][] {
  const isSaid = (name: string) => row.is_first || !(name in productColumns);
  return columnNames.filter(isSaid).map((name) => [name, row[name] ?? null]);
}

function jsonLine(row: ExportedRow): string {
  return `${JSON.stringify(Object.fromEntries(said(row)))}\n`;
}

/** A row as a line of the table. */
export function csvLine(row: ExportedRow): string {
  const values = new Map(said(row));
  return csvRecord(columnNames.map((name) => values.get(name)));
}

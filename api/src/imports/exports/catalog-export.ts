import { z } from "zod";
import { getExportField } from "../../catalog/import/export-products.ts";
import { type ExportRow, listExportRows } from "../../catalog/import/export-rows.ts";
import { columnNames } from "../../catalog/import/import-columns.ts";
import type { Db } from "../../platform/db/database.ts";
import { defineListExport } from "../../staff/exports/list-export.ts";

/** The catalog as a file that an import reads: a row for each variant, with the columns of `export products`. */
export const catalogExport = defineListExport({
  name: "catalog-file",
  record: "catalog",
  permission: "products:write",
  query: z.object({}),
  columns: {
    catalog: columnNames.map((name) => ({ name, getValue: (row: ExportRow) => getExportField(row, name) })),
  },
  count: async (db) => {
    const { count } = await db
      .selectFrom("product_variants")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  },
  readBatches: (db, _query, { batchSize }) => readCatalog(db, batchSize),
});

async function* readCatalog(db: Db, batchSize: number): AsyncGenerator<ExportRow[]> {
  for (let lastId = 0; ;) {
    const rows = await listExportRows(db, lastId, batchSize);
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastId = lastRow.id;
    yield rows;
  }
}

import { z } from "zod";
import type { Db } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { defineListExport, type ExportColumns, readPages } from "../../staff/exports/list-export.ts";
import { MAX_COUNTED_VARIANTS, stockCountListQuery, stockCountQuery } from "../counts/admin-schema.ts";
import {
  countStockCounts,
  findStockCount,
  isExpectedHidden,
  listStockCountLines,
  listStockCounts,
  type StockCountLineRow,
  type StockCountRow,
} from "../counts/query-sql.ts";

const countColumns: ExportColumns<"count" | "status" | "created" | "lines", StockCountRow> = {
  count: [
    { name: "stock_count", getValue: ({ id }) => id },
    { name: "name", getValue: ({ name }) => name },
  ],
  status: [{ name: "status", getValue: ({ status }) => status }],
  created: [
    { name: "created_at", getValue: ({ created_at }) => created_at.toISOString() },
    { name: "created_by", getValue: ({ created_by }) => created_by },
    { name: "closed_at", getValue: ({ closed_at }) => closed_at?.toISOString() ?? null },
  ],
  lines: [
    { name: "variants", getValue: ({ lines }) => lines },
    { name: "counted", getValue: ({ counted }) => counted },
    { name: "differences", getValue: (row) => (isExpectedHidden(row) ? null : row.differences) },
  ],
};

/** The counts of the shelves, newest first. */
export const stockCountListExport = defineListExport({
  name: "stock-counts",
  record: "stock_count",
  permission: "inventory:write",
  query: stockCountListQuery.omit({ after: true, limit: true }),
  columns: countColumns,
  count: countStockCounts,
  readBatches: (db, query, { batchSize }) =>
    readPages<StockCountRow>(
      (last, limit) => listStockCounts(db, { ...query, limit, ...(last ? { after: last.id } : {}) }),
      batchSize,
    ),
});

/** More than a count can have (`MAX_COUNTED_VARIANTS`), with what was found besides. */
const MAX_LINES = 2 * MAX_COUNTED_VARIANTS;

const lineColumns: ExportColumns<"product" | "counted" | "expected", StockCountLineRow> = {
  product: [
    { name: "reference", getValue: ({ reference }) => reference },
    { name: "barcode", getValue: ({ barcode }) => barcode },
    { name: "product", getValue: ({ name }) => name },
    { name: "option_name", getValue: ({ option_name }) => option_name },
  ],
  counted: [
    { name: "counted", getValue: ({ counted }) => counted },
    { name: "counted_by", getValue: ({ counted_by }) => counted_by },
    { name: "counted_at", getValue: ({ counted_at }) => counted_at?.toISOString() ?? null },
  ],
  expected: [
    { name: "expected", getValue: ({ expected }) => expected },
    {
      name: "difference",
      getValue: ({ counted, expected }) => (counted === null || expected === null ? null : counted - expected),
    },
  ],
};

const linesQuery = stockCountQuery
  .omit({ page: true, limit: true })
  .extend({ count: z.coerce.number().int().positive().max(2_147_483_647) });
type LinesQuery = z.output<typeof linesQuery>;

/** The lines of a count of the shelves; what is expected only once those who count may see it. */
export const stockCountLineListExport = defineListExport({
  name: "stock-count-lines",
  record: "stock_count_line",
  permission: "inventory:write",
  query: linesQuery,
  columns: lineColumns,
  count: async (db, query, { locale }) => {
    const { id, options } = await prepareLines(db, query, locale);
    return (await listStockCountLines(db, id, { ...options, page: 1, limit: 1 }, locale))[0]?.total ?? 0;
  },
  async *readBatches(db, query, { locale }) {
    const { id, options, isHidden } = await prepareLines(db, query, locale);
    // All at once: pieces are scanned meanwhile, which moves lines from one page to the next.
    const rows = await listStockCountLines(db, id, { ...options, page: 1, limit: MAX_LINES }, locale);
    yield isHidden ? rows.map((row) => ({ ...row, expected: null })) : rows;
  },
});

/** Returns how the lines are read, as the page shows them. @throws Refusal `not_found` */
async function prepareLines(db: Db, { count: id, ...query }: LinesQuery, locale: Locale) {
  const row = await findStockCount(db, id, locale);
  if (!row) throw refuse(commonRefusals, "not_found");
  const isHidden = isExpectedHidden(row);
  const show = isHidden && query.show === "differences" ? "all" : query.show;
  return { id, options: { ...query, show }, isHidden };
}

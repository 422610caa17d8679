import { column, dataFile, type Plan } from "../platform/data-file.ts";
import type { Tx } from "../platform/db.ts";
import type { Complaint } from "../platform/file-errors.ts";
import { day, matching, orNull, text } from "../platform/file-values.ts";
import {
  allExportLimitRows,
  deleteExportLimit,
  type ExportLimitFileRow,
  insertExportLimit,
  updateExportLimit,
} from "./export-limit-sql.ts";
import { checkDays, countryCode, currencyCode, decimal, tooPrecise } from "./rule-columns.ts";
import { ruleReferences } from "./rule-sql.ts";

export const exportLimitFile = dataFile({
  name: "export-limits",
  noun: "export limit",
  summary: "the export limits of Japan: above which price a piece may not be exported to a country",
  columns: {
    country: countryCode,
    hs_prefix: column(matching(/^\d{2,6}$/, "2 to 6 digits of a customs code, such as 33")),
    valid_from: column(day),
    valid_to: column(orNull(day), { initial: null }),
    limit: column(decimal("an amount such as 40000")),
    currency: currencyCode,
    source: column(text(1, 500)),
    checked_at: column(day),
  },
  key: ["country", "hs_prefix", "valid_from"],
  listed: ["country", "hs_prefix", "valid_from", "valid_to", "limit", "currency", "source"],
  read: allExportLimitRows,
  check: checkExportLimits,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateExportLimit(db, row) : insertExportLimit(db, row));
    for (const row of removed) await deleteExportLimit(db, row);
  },
});

async function checkExportLimits(db: Tx, { changed }: Plan<ExportLimitFileRow>): Promise<Complaint[]> {
  const { digits, countries } = await ruleReferences(db);
  return changed.flatMap(({ line, row }) => [
    ...(countries.has(row.country) ? [] : [{ line, column: "country", reason: `there is no country ${row.country}` }]),
    ...(digits.has(row.currency) ? [] : [{ line, column: "currency", reason: `there is no currency ${row.currency}` }]),
    ...checkDays(line, row),
    ...tooPrecise(line, "limit", row.limit, row.currency, digits),
  ]);
}

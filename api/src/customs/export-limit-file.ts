import { defineColumn, defineDataFile, type ImportPlan } from "../platform/data-files/data-file.ts";
import type { Tx } from "../platform/db/database.ts";
import type { LineError } from "../platform/data-files/file-errors.ts";
import { parseIsoDate, patternParser, nullableParser, textParser } from "../platform/data-files/field-parsers.ts";
import {
  listExportLimitFileRows,
  deleteExportLimit,
  type ExportLimitFileRow,
  insertExportLimit,
  updateExportLimit,
} from "./export-limit-sql.ts";
import { validateDays, countryCode, currencyCode, decimalParser, validatePrecision } from "./rule-columns.ts";
import { loadRuleReferences } from "./rule-sql.ts";

export const exportLimitFile = defineDataFile({
  name: "export-limits",
  noun: "export limit",
  summary: "the export limits of Japan: above which price a piece may not be exported to a country",
  columns: {
    country: countryCode,
    hs_prefix: defineColumn(patternParser(/^\d{2,6}$/, "2 to 6 digits of a customs code, such as 33")),
    valid_from: defineColumn(parseIsoDate),
    valid_to: defineColumn(nullableParser(parseIsoDate), { initial: null }),
    limit: defineColumn(decimalParser("an amount such as 40000")),
    currency: currencyCode,
    source: defineColumn(textParser(1, 500)),
    checked_at: defineColumn(parseIsoDate),
  },
  key: ["country", "hs_prefix", "valid_from"],
  listColumns: ["country", "hs_prefix", "valid_from", "valid_to", "limit", "currency", "source"],
  read: listExportLimitFileRows,
  check: validateExportLimits,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateExportLimit(db, row) : insertExportLimit(db, row));
    for (const row of removed) await deleteExportLimit(db, row);
  },
});

async function validateExportLimits(db: Tx, { changed }: ImportPlan<ExportLimitFileRow>): Promise<LineError[]> {
  const { digits, countries } = await loadRuleReferences(db);
  return changed.flatMap(({ line, row }) => [
    ...(countries.has(row.country) ? [] : [{ line, column: "country", reason: `there is no country ${row.country}` }]),
    ...(digits.has(row.currency) ? [] : [{ line, column: "currency", reason: `there is no currency ${row.currency}` }]),
    ...validateDays(line, row),
    ...validatePrecision(line, "limit", row.limit, row.currency, digits),
  ]);
}

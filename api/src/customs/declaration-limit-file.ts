import { type Column, defineColumn, defineDataFile, type ImportPlan } from "../platform/data-files/data-file.ts";
import {
  enumParser,
  integerParser,
  nullableParser,
  parseIsoDate,
  textParser,
} from "../platform/data-files/field-parsers.ts";
import type { LineError } from "../platform/data-files/file-errors.ts";
import type { Tx } from "../platform/db/database.ts";
import {
  type DeclarationLimitFileRow,
  deleteDeclarationLimit,
  insertDeclarationLimit,
  listDeclarationLimitFileRows,
  updateDeclarationLimit,
} from "./declaration-limit-sql.ts";
import { currencyCode, decimalParser, validateDays, validatePrecision } from "./rule-columns.ts";
import { loadRuleReferences } from "./rule-sql.ts";

const kind: Column<DeclarationLimitFileRow["kind"]> = defineColumn(enumParser("cn22", "export_declaration"));

export const declarationLimitFile = defineDataFile({
  name: "declaration-limits",
  noun: "declaration limit",
  summary: "the limits of value and weight that decide how a parcel is declared",
  columns: {
    kind,
    valid_from: defineColumn(parseIsoDate),
    valid_to: defineColumn(nullableParser(parseIsoDate), { initial: null }),
    limit: defineColumn(decimalParser("an amount such as 300")),
    currency: currencyCode,
    limit_weight_g: defineColumn(nullableParser(integerParser(1)), { initial: null }),
    source: defineColumn(textParser(1, 500)),
    checked_at: defineColumn(parseIsoDate),
  },
  key: ["kind", "valid_from"],
  listColumns: ["kind", "valid_from", "valid_to", "limit", "currency", "limit_weight_g", "source"],
  read: listDeclarationLimitFileRows,
  check: validateDeclarationLimits,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed)
      await (before ? updateDeclarationLimit(db, row) : insertDeclarationLimit(db, row));
    for (const row of removed) await deleteDeclarationLimit(db, row);
  },
});

async function validateDeclarationLimits(
  db: Tx,
  { changed }: ImportPlan<DeclarationLimitFileRow>,
): Promise<LineError[]> {
  const { digits } = await loadRuleReferences(db);
  return changed.flatMap(({ line, row }) => [
    ...(digits.has(row.currency) ? [] : [{ line, column: "currency", reason: `there is no currency ${row.currency}` }]),
    ...(Number(row.limit) > 0 ? [] : [{ line, column: "limit", reason: "must be above zero" }]),
    ...validateDays(line, row),
    ...validatePrecision(line, "limit", row.limit, row.currency, digits),
  ]);
}

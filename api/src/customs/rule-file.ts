import { type Column, defineColumn, defineDataFile, type ImportPlan } from "../platform/data-files/data-file.ts";
import type { Tx } from "../platform/db/database.ts";
import type { LineError } from "../platform/data-files/file-errors.ts";
import {
  parseIsoDate,
  enumParser,
  nullableParser,
  textParser,
  integerParser,
  parseYesNo,
} from "../platform/data-files/field-parsers.ts";
import {
  listRuleFileRows,
  deleteRule,
  insertRule,
  type RuleFileRow,
  loadRuleReferences,
  describeRulesInUse,
  updateRule,
} from "./rule-sql.ts";
import { validateDays, countryCode, currencyCode, decimalParser, validatePrecision } from "./rule-columns.ts";
import { describeChanges } from "./timeline.ts";

const amount = decimalParser("an amount such as 200 or 49.50");
const percent = decimalParser("a percentage such as 15 or 25.5", 3);
const optionalAmount = defineColumn(nullableParser(amount), { initial: null });
const amountOrZero = defineColumn(amount, { initial: "0" });
const taxBase: Column<RuleFileRow["duty_base"]> = defineColumn(enumParser("excess", "whole"));
const note = defineColumn(textParser(0, 500), { initial: "" });

export const ruleFile = defineDataFile({
  name: "customs",
  noun: "customs rule",
  summary: "the customs rules of countries with the days from and until which they hold, and their sources",
  columns: {
    country: countryCode,
    valid_from: defineColumn(nullableParser(parseIsoDate)),
    valid_to: defineColumn(nullableParser(parseIsoDate), { initial: null }),
    in_force: defineColumn(parseYesNo, { initial: true }),
    limit: optionalAmount,
    limit_currency: currencyCode,
    limit_weight_g: defineColumn(nullableParser(integerParser(1)), { initial: null }),
    duty_limit: optionalAmount,
    duty_percent: defineColumn(percent),
    duty_base: taxBase,
    min_per_kg: amountOrZero,
    per_heading: amountOrZero,
    vat_percent: defineColumn(percent, { initial: "0" }),
    vat_base: { ...taxBase, initial: "excess" as const },
    fee: amountOrZero,
    fee_currency: currencyCode,
    period: defineColumn<RuleFileRow["period"]>(enumParser("parcel", "month", "quarter"), { initial: "parcel" }),
    splitting: defineColumn<RuleFileRow["splitting"]>(enumParser("helps", "summed", "useless"), { initial: "helps" }),
    note_ru: note,
    note_en: note,
    source: defineColumn(textParser(1, 500)),
    checked_at: defineColumn(parseIsoDate),
    confidence: defineColumn(enumParser("high", "medium", "low")),
  },
  key: ["country", "valid_from"],
  listColumns: [
    "country",
    "valid_from",
    "valid_to",
    "in_force",
    "limit",
    "limit_currency",
    "duty_percent",
    "vat_percent",
    "source",
  ],
  read: listRuleFileRows,
  check: validateRules,
  findDeletionBlockers: describeRulesInUse,
  preview: ({ after }, before, now) =>
    describeChanges(
      before,
      after.map(({ row }) => row),
      now.toISOString().slice(0, 10),
    ),
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateRule(db, before, row) : insertRule(db, row));
    for (const row of removed) await deleteRule(db, row);
  },
});

async function validateRules(db: Tx, { changed }: ImportPlan<RuleFileRow>): Promise<LineError[]> {
  const { digits, countries } = await loadRuleReferences(db);
  return changed.flatMap(({ line, row }) => {
    const fileErrors: LineError[] = [];
    const addFileError = (name: string, reason: string) => fileErrors.push({ line, column: name, reason });
    if (!countries.has(row.country)) addFileError("country", `there is no country ${row.country}`);
    for (const name of ["limit_currency", "fee_currency"] as const)
      if (!digits.has(row[name])) addFileError(name, `there is no currency ${row[name]}`);
    if (row.in_force && row.valid_from === null) addFileError("valid_from", "a rule in force has its first day");
    fileErrors.push(...validateDays(line, row));
    for (const name of ["limit", "duty_limit", "min_per_kg", "per_heading"] as const)
      fileErrors.push(...validatePrecision(line, name, row[name], row.limit_currency, digits));
    fileErrors.push(...validatePrecision(line, "fee", row.fee, row.fee_currency, digits));
    return fileErrors;
  });
}

import { type Column, column, dataFile, type Plan } from "../platform/data-file.ts";
import type { Tx } from "../platform/db.ts";
import type { Complaint } from "../platform/file-errors.ts";
import { day, matching, oneOf, orNull, type Reader, text, wholeNumber, yesOrNo } from "../platform/file-values.ts";
import {
  allRuleRows,
  deleteRule,
  insertRule,
  type RuleFileRow,
  ruleReferences,
  rulesInUse,
  updateRule,
} from "./rule-sql.ts";
import { describeChanges } from "./timeline.ts";

/** A decimal without zeros at the end, as text. */
const decimal = (takes: string): Reader<string> => {
  const read = matching(/^\d{1,9}([.,]\d{1,2})?$/, takes);
  return (field) => String(Number(read(field).replace(",", ".")));
};
const amount = decimal("an amount such as 200 or 49.50");
const percent = decimal("a percentage such as 15 or 25.5");
const optionalAmount = column(orNull(amount), { initial: null });
const noAmount = column(amount, { initial: "0" });
const currency = column(matching(/^[A-Z]{3}$/, "a currency code such as EUR"));
const base: Column<RuleFileRow["duty_base"]> = column(oneOf("excess", "whole"));
const note = column(text(0, 500), { initial: "" });

export const ruleFile = dataFile({
  name: "customs",
  noun: "customs rule",
  summary: "the customs rules of countries with the days from and until which they hold, and their sources",
  columns: {
    country: column(matching(/^[A-Z]{2}$/, "an ISO 3166 code such as KZ")),
    valid_from: column(orNull(day)),
    valid_to: column(orNull(day), { initial: null }),
    in_force: column(yesOrNo, { initial: true }),
    limit: optionalAmount,
    limit_currency: currency,
    limit_weight_g: column(orNull(wholeNumber(1)), { initial: null }),
    duty_limit: optionalAmount,
    duty_percent: column(percent),
    duty_base: base,
    min_per_kg: noAmount,
    per_heading: noAmount,
    vat_percent: column(percent, { initial: "0" }),
    vat_base: { ...base, initial: "excess" as const },
    fee: noAmount,
    fee_currency: currency,
    period: column<RuleFileRow["period"]>(oneOf("parcel", "month", "quarter"), { initial: "parcel" }),
    splitting: column<RuleFileRow["splitting"]>(oneOf("helps", "summed", "useless"), { initial: "helps" }),
    note_ru: note,
    note_en: note,
    source: column(text(1, 500)),
    checked_at: column(day),
    confidence: column(oneOf("high", "medium", "low")),
  },
  key: ["country", "valid_from"],
  listed: [
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
  read: allRuleRows,
  check: checkRules,
  inUse: rulesInUse,
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

async function checkRules(db: Tx, { changed }: Plan<RuleFileRow>): Promise<Complaint[]> {
  const { digits, countries } = await ruleReferences(db);
  return changed.flatMap(({ line, row }) => {
    const complaints: Complaint[] = [];
    const complain = (name: string, reason: string) => complaints.push({ line, column: name, reason });
    if (!countries.has(row.country)) complain("country", `there is no country ${row.country}`);
    for (const name of ["limit_currency", "fee_currency"] as const)
      if (!digits.has(row[name])) complain(name, `there is no currency ${row[name]}`);
    if (row.in_force && row.valid_from === null) complain("valid_from", "a rule in force has its first day");
    if (row.valid_to !== null && row.valid_to <= (row.valid_from ?? ""))
      complain("valid_to", "must be after valid_from");
    for (const name of ["limit", "duty_limit", "min_per_kg", "per_heading", "fee"] as const) {
      const code = name === "fee" ? row.fee_currency : row.limit_currency;
      const decimals = (row[name] ?? "").split(".")[1]?.length ?? 0;
      if (decimals > (digits.get(code) ?? 2)) complain(name, `${code} has ${digits.get(code)} decimals`);
    }
    return complaints;
  });
}

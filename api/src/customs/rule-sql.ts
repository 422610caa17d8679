import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { CustomsRuleRow } from "./sql.ts";

/**
 * A customs rule as it appears in the data file. Amounts are decimals in the currency of the limit, the fee in its own.
 */
export type RuleFileRow = Pick<
  CustomsRuleRow,
  | ("country" | "valid_from" | "valid_to" | "limit_currency" | "limit_weight_g" | "duty_percent" | "duty_base")
  | ("vat_percent" | "vat_base" | "fee_currency" | "period" | "splitting" | "note_ru" | "note_en" | "in_force")
  | ("source" | "checked_at" | "confidence")
> & {
  limit: string | null;
  duty_limit: string | null;
  min_per_kg: string;
  per_heading: string;
  fee: string;
};

/**
 * SQL that formats an amount in minor units as a decimal.
 * @param currency the alias under which its row of `currencies` is joined
 */
export function toDecimalSql(minor: string, currency: string): RawBuilder<string> {
  return sql`trim_scale(${sql.ref(minor)} / (10 ^ ${sql.ref(`${currency}.minor_digits`)})::numeric)::text`;
}

/** SQL that converts a decimal amount of a currency into minor units. */
export function toMinorUnitsSql(amount: string | null, currency: string): RawBuilder<number> {
  return sql`${amount}::numeric * (10 ^ (select minor_digits from currencies where code = ${currency}))::numeric`;
}

export async function listRuleFileRows(db: Db): Promise<RuleFileRow[]> {
  const { rows } = await sql<RuleFileRow>`
    select r.country, r.valid_from, r.valid_to, ${toDecimalSql("r.limit_minor", "l")} as "limit", r.limit_currency,
      r.limit_weight_g, ${toDecimalSql("r.duty_limit_minor", "l")} as duty_limit, trim_scale(r.duty_percent)::text as duty_percent,
      r.duty_base, ${toDecimalSql("r.min_per_kg_minor", "l")} as min_per_kg, ${toDecimalSql("r.per_heading_minor", "l")} as per_heading,
      trim_scale(r.vat_percent)::text as vat_percent, r.vat_base, ${toDecimalSql("r.fee_minor", "f")} as fee, r.fee_currency,
      r.period, r.splitting, r.note_ru, r.note_en, r.in_force, r.source, r.checked_at, r.confidence
    from customs_rules r join currencies l on l.code = r.limit_currency join currencies f on f.code = r.fee_currency
    order by r.country, r.valid_from nulls last`.execute(db);
  return rows;
}

/** Loads the decimals of every currency and the codes of every country, to validate rules. */
export async function loadRuleReferences(db: Tx): Promise<{ digits: Map<string, number>; countries: Set<string> }> {
  const currencies = await db.selectFrom("currencies").select(["code", "minor_digits"]).execute();
  const countries = await db.selectFrom("countries").select("code").execute();
  return {
    digits: new Map(currencies.map(({ code, minor_digits }) => [code, minor_digits])),
    countries: new Set(countries.map(({ code }) => code)),
  };
}

function toRuleColumns({ limit, duty_limit, min_per_kg, per_heading, fee, ...row }: RuleFileRow) {
  return {
    ...row,
    limit_minor: toMinorUnitsSql(limit, row.limit_currency),
    duty_limit_minor: toMinorUnitsSql(duty_limit, row.limit_currency),
    min_per_kg_minor: toMinorUnitsSql(min_per_kg, row.limit_currency),
    per_heading_minor: toMinorUnitsSql(per_heading, row.limit_currency),
    fee_minor: toMinorUnitsSql(fee, row.fee_currency),
  };
}

export async function insertRule(db: Tx, row: RuleFileRow): Promise<void> {
  await db.insertInto("customs_rules").values(toRuleColumns(row)).execute();
}

type RuleKey = Pick<RuleFileRow, "country" | "valid_from">;

export async function updateRule(db: Tx, key: RuleKey, row: RuleFileRow): Promise<void> {
  await db
    .updateTable("customs_rules")
    .set(toRuleColumns(row))
    .where("country", "=", key.country)
    .where("valid_from", "is not distinct from", key.valid_from)
    .execute();
}

export async function deleteRule(db: Tx, { country, valid_from }: RuleKey): Promise<void> {
  await db
    .deleteFrom("customs_rules")
    .where("country", "=", country)
    .where("valid_from", "is not distinct from", valid_from)
    .execute();
}

export async function describeRulesInUse(db: Tx, removed: readonly RuleKey[]): Promise<string[]> {
  const { rows } = await sql<{ country: string; valid_from: string | null; orders: number }>`
    select r.country, r.valid_from, count(*) as orders
    from jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) as removed(country text, valid_from date)
    join customs_rules r on r.country = removed.country and r.valid_from is not distinct from removed.valid_from
    join orders o on o.customs_rule_id = r.id
    group by r.country, r.valid_from order by r.country, r.valid_from`.execute(db);
  return rows.map(
    ({ country, valid_from, orders }) =>
      `${country} ${valid_from ?? ""} is the rule of ${orders} orders: set valid_to instead.`,
  );
}

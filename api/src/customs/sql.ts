import { sql } from "kysely";
import type { Db } from "../platform/db.ts";

export type CustomsRuleRow = {
  id: number;
  country: string;
  valid_from: string;
  limit_minor: number | null;
  limit_currency: string;
  limit_weight_g: number | null;
  duty_percent: string;
  duty_base: "excess" | "whole";
  min_per_kg_minor: number;
  vat_percent: string;
  vat_base: "excess" | "whole";
  fee_minor: number;
  fee_currency: string;
  source: string;
};

/** The rule of a country that holds on a day, if there is one. */
export async function customsRule(db: Db, country: string, day: Date): Promise<CustomsRuleRow | undefined> {
  const { rows } = await sql<CustomsRuleRow>`
    select id, country, valid_from, limit_minor, limit_currency, limit_weight_g, duty_percent, duty_base,
      min_per_kg_minor, vat_percent, vat_base, fee_minor, fee_currency, source
    from customs_rules
    where country = ${country} and valid_from <= ${day}::date and (valid_to is null or valid_to > ${day}::date)
    order by valid_from desc limit 1`.execute(db);
  return rows[0];
}

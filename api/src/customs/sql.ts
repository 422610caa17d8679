import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";

export type CustomsRuleRow = {
  id: number;
  country: string;
  country_ru: string;
  country_en: string;
  /** Null: announced without a date; such a rule is not in force. */
  valid_from: string | null;
  valid_to: string | null;
  limit_minor: number | null;
  limit_currency: string;
  limit_weight_g: number | null;
  duty_limit_minor: number | null;
  duty_percent: string;
  duty_base: "excess" | "whole";
  min_per_kg_minor: number;
  per_heading_minor: number;
  vat_percent: string;
  vat_base: "excess" | "whole";
  fee_minor: number;
  fee_currency: string;
  period: "parcel" | "month" | "quarter";
  splitting: "helps" | "summed" | "useless";
  note_ru: string;
  note_en: string;
  in_force: boolean;
  source: string;
  checked_at: string;
  confidence: "high" | "medium" | "low";
};

/** Lists all rules by country and date, including past and announced ones. */
export async function listCustomsRules(db: Db): Promise<CustomsRuleRow[]> {
  const { rows } = await sql<CustomsRuleRow>`
    select r.id, r.country, c.name_ru as country_ru, c.name_en as country_en, r.valid_from, r.valid_to, r.limit_minor,
      r.limit_currency, r.limit_weight_g, r.duty_limit_minor, r.duty_percent, r.duty_base, r.min_per_kg_minor,
      r.per_heading_minor, r.vat_percent, r.vat_base, r.fee_minor, r.fee_currency, r.period, r.splitting, r.note_ru,
      r.note_en, r.in_force, r.source, r.checked_at, r.confidence
    from customs_rules r join countries c on c.code = r.country
    order by c.position, c.name_ru, r.valid_from nulls last, r.id`.execute(db);
  return rows;
}

export type ExportLimitRow = {
  country: string;
  valid_from: string;
  valid_to: string | null;
  hs_prefix: string;
  limit_minor: number;
  currency: string;
  source: string;
};

export async function listExportLimits(db: Db): Promise<ExportLimitRow[]> {
  return db
    .selectFrom("export_limits")
    .select(["country", "valid_from", "valid_to", "hs_prefix", "limit_minor", "currency", "source"])
    .orderBy("country")
    .orderBy("valid_from")
    .execute() as Promise<unknown> as Promise<ExportLimitRow[]>;
}

export type DeclarationLimitRow = {
  kind: "cn22" | "export_declaration";
  valid_from: string;
  valid_to: string | null;
  limit_minor: number;
  currency: string;
  /** Null: any weight. */
  limit_weight_g: number | null;
};

/** Lists the limits that decide how a parcel is declared, by their first day. */
export async function listDeclarationLimits(db: Db): Promise<DeclarationLimitRow[]> {
  const { rows } = await sql<DeclarationLimitRow>`
    select kind, valid_from, valid_to, limit_minor, currency, limit_weight_g
    from declaration_limits order by valid_from, kind`.execute(db);
  return rows;
}

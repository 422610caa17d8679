import type { CustomsRule } from "@furoshiki/api/customs";
import type { Shop } from "../lib/shop.tsx";

export type CustomsRow = {
  countries: string;
  limit: string;
  above: string;
  note: string;
  since: string;
  source: string;
};

/** Rules in words; countries of which the same is said share a row. */
export function customsRows(rules: readonly CustomsRule[], shop: Pick<Shop, "t" | "format">): CustomsRow[] {
  const rows = new Map<string, CustomsRow>();
  for (const rule of rules) {
    const said = { limit: limitOf(rule, shop), above: aboveOf(rule, shop), ...proofOf(rule, shop) };
    const key = JSON.stringify(said);
    const same = rows.get(key);
    rows.set(key, { ...said, countries: same ? `${same.countries}, ${rule.country_name}` : rule.country_name });
  }
  return [...rows.values()];
}

function limitOf(rule: CustomsRule, { t, format }: Pick<Shop, "t" | "format">): string {
  if (rule.limit === null) return t("duty.limit_none");
  if (rule.limit === 0) return t("duty.limit_zero");
  const sum = format.money(rule.limit, rule);
  const limit =
    rule.weight_g === null ? sum : t("duty.limit_weight", { limit: sum, kg: format.decimal(rule.weight_g / 1000) });
  if (rule.period === "month") return t("duty.limit_month", { limit });
  return rule.period === "quarter" ? t("duty.limit_quarter", { limit }) : limit;
}

function aboveOf(rule: CustomsRule, { t, format }: Pick<Shop, "t" | "format">): string {
  const duty = { percent: format.percent(rule.duty_percent) };
  const vat = { percent: format.percent(rule.vat_percent) };
  const money = (amount: number) => format.money(amount, rule);
  const from = rule.duty_limit;
  const parts = [
    rule.duty_percent > 0 && from === null
      ? t(rule.duty_base === "whole" ? "duty.above_duty_whole" : "duty.above_duty_excess", duty)
      : "",
    rule.min_per_kg > 0 ? t("duty.above_min_kg", { sum: money(rule.min_per_kg) }) : "",
    rule.vat_percent > 0 ? t(rule.vat_base === "whole" ? "duty.above_vat_whole" : "duty.above_vat_excess", vat) : "",
    rule.duty_percent > 0 && from !== null ? t("duty.above_duty_from", { ...duty, sum: money(from) }) : "",
    rule.per_heading > 0 ? t("duty.above_heading", { sum: money(rule.per_heading) }) : "",
    rule.fee > 0
      ? t("duty.above_fee", { sum: format.money(rule.fee, { iso_code: rule.fee_iso_code, sign: rule.fee_sign }) })
      : "",
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(", ");
  return rule.limit === null ? "" : t("duty.above_unknown");
}

function proofOf(rule: CustomsRule, { t, format }: Pick<Shop, "t" | "format">) {
  return {
    note: [rule.note, rule.confidence === "low" ? t("duty.not_sure") : ""].filter(Boolean).join(" "),
    since: rule.valid_from === null ? t("duty.day_unknown") : format.date(rule.valid_from),
    source: `${rule.source}, ${t("duty.checked", { date: format.date(rule.checked_at) })}`,
  };
}

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

/** Rules in words; countries that differ in the value added tax alone share a row, which says from what to what. */
export function customsRows(rules: readonly CustomsRule[], shop: Pick<Shop, "t" | "format">): CustomsRow[] {
  const alike = Map.groupBy(rules, ({ id: _id, country: _code, country_name: _name, vat_percent, ...rest }) =>
    JSON.stringify([rest, vat_percent > 0]),
  );
  return [...alike.values()].flatMap((group) => {
    const [rule] = group;
    if (!rule) return [];
    return {
      countries: group.map((one) => one.country_name).join(", "),
      limit: limitOf(rule, shop),
      above: aboveOf(rule, vatOf(group, shop), shop),
      ...proofOf(rule, shop),
    };
  });
}

function vatOf(rules: readonly CustomsRule[], shop: Pick<Shop, "format">): string {
  const rates = rules.map((rule) => rule.vat_percent);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  return least === most ? rate(least, shop) : `${shop.format.decimal(least)}–${rate(most, shop)}`;
}

/** A tax rate may have decimals: 25,5 %. */
function rate(percent: number, { format }: Pick<Shop, "format">): string {
  return format.percent(0).replace("0", format.decimal(percent));
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

function aboveOf(rule: CustomsRule, vatPercent: string, { t, format }: Pick<Shop, "t" | "format">): string {
  const duty = { percent: rate(rule.duty_percent, { format }) };
  const vat = { percent: vatPercent };
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

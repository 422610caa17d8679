import type { CustomsRule } from "@furoshiki/api/customs";
import type { AccountI18n } from "../i18n/account-i18n.ts";

/** The texts of a table row for one customs rule, or for several that differ only in VAT. */
export type CustomsRow = {
  countries: string;
  limit: string;
  charges: string;
  note: string;
  since: string;
  source: string;
};

/**
 * Formats customs rules as table rows. Countries whose rules differ only in VAT share a row with the range of their
 * rates (docs/domain/customs.md).
 */
export function formatCustomsRules(
  rules: readonly CustomsRule[],
  i18n: Pick<AccountI18n, "t" | "format">,
): CustomsRow[] {
  const groups = Map.groupBy(rules, ({ id: _id, country: _code, country_name: _name, vat_percent, ...rest }) =>
    JSON.stringify([rest, vat_percent > 0]),
  );
  return [...groups.values()].flatMap((group) => {
    const [rule] = group;
    if (!rule) return [];
    return {
      countries: group.map(({ country_name }) => country_name).join(", "),
      limit: formatLimit(rule, i18n),
      charges: formatCharges(rule, formatVatRates(group, i18n), i18n),
      ...formatSource(rule, i18n),
    };
  });
}

function formatVatRates(rules: readonly CustomsRule[], i18n: Pick<AccountI18n, "format">): string {
  const rates = rules.map((rule) => rule.vat_percent);
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
  return lowest === highest ? formatRate(lowest, i18n) : `${i18n.format.decimal(lowest)}–${formatRate(highest, i18n)}`;
}

/** Formats a tax rate, which may have decimals: 25.5%. */
function formatRate(percent: number, { format }: Pick<AccountI18n, "format">): string {
  return format.percent(0).replace("0", format.decimal(percent));
}

function formatLimit(rule: CustomsRule, { t, format }: Pick<AccountI18n, "t" | "format">): string {
  if (rule.limit === null) return t("duty.limit_none");
  if (rule.limit === 0) return t("duty.limit_zero");
  const limitSum = format.money(rule.limit, rule);
  const limit =
    rule.weight_g === null
      ? limitSum
      : t("duty.limit_weight", { limit: limitSum, kg: format.decimal(rule.weight_g / 1000) });
  if (rule.period === "month") return t("duty.limit_month", { limit });
  return rule.period === "quarter" ? t("duty.limit_quarter", { limit }) : limit;
}

function formatCharges(
  rule: CustomsRule,
  vatPercent: string,
  { t, format }: Pick<AccountI18n, "t" | "format">,
): string {
  const duty = { percent: formatRate(rule.duty_percent, { format }) };
  const vat = { percent: vatPercent };
  const formatMoney = (amount: number) => format.money(amount, rule);
  const dutyLimit = rule.duty_limit;
  const parts = [
    rule.duty_percent > 0 && dutyLimit === null
      ? t(rule.duty_base === "whole" ? "duty.above_duty_whole" : "duty.above_duty_excess", duty)
      : "",
    rule.min_per_kg > 0 ? t("duty.above_min_kg", { sum: formatMoney(rule.min_per_kg) }) : "",
    rule.vat_percent > 0 ? t(rule.vat_base === "whole" ? "duty.above_vat_whole" : "duty.above_vat_excess", vat) : "",
    rule.duty_percent > 0 && dutyLimit !== null
      ? t("duty.above_duty_from", { ...duty, sum: formatMoney(dutyLimit) })
      : "",
    rule.per_heading > 0 ? t("duty.above_heading", { sum: formatMoney(rule.per_heading) }) : "",
    rule.fee > 0
      ? t("duty.above_fee", { sum: format.money(rule.fee, { iso_code: rule.fee_iso_code, sign: rule.fee_sign }) })
      : "",
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(", ");
  return rule.limit === null ? "" : t("duty.above_unknown");
}

function formatSource(rule: CustomsRule, { t, format }: Pick<AccountI18n, "t" | "format">) {
  return {
    note: [rule.note, rule.confidence === "low" ? t("duty.not_sure") : ""].filter(Boolean).join(" "),
    since: rule.valid_from === null ? t("duty.day_unknown") : format.date(rule.valid_from),
    source: `${rule.source}, ${t("duty.checked", { date: format.date(rule.checked_at) })}`,
  };
}

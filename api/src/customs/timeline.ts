import type { RuleFileRow } from "./rule-sql.ts";

/** The rule in force from a day on; null if there is none. */
export type Period = { from: string; rule: RuleFileRow | null };

/**
 * Lists the rule in force in a country on a day, and on every later day on which it changes.
 * @param rules of any countries; the rule with the later first day wins
 * @param day such as 2026-01-31
 */
export function buildTimeline(rules: readonly RuleFileRow[], country: string, day: string): Period[] {
  const countryRules = rules
    .filter((rule) => rule.country === country && rule.in_force && rule.valid_from !== null)
    .toSorted((a, b) => (a.valid_from ?? "").localeCompare(b.valid_from ?? ""));
  const days = countryRules
    .flatMap(({ valid_from, valid_to }) => [valid_from, valid_to])
    .filter((date) => date !== null);
  const laterDays = [...new Set(days)].filter((date) => date > day).toSorted();
  const findRuleOn = (date: string) =>
    countryRules.findLast(
      ({ valid_from, valid_to }) => (valid_from ?? "") <= date && (valid_to === null || valid_to > date),
    ) ?? null;
  return [day, ...laterDays]
    .map((from) => ({ from, rule: findRuleOn(from) }))
    .filter(({ rule }, index, all) => index === 0 || rule !== findRuleOn(all[index - 1]?.from ?? ""));
}

/** Describes a rule in one line. */
export function describeRule(rule: RuleFileRow | null): string {
  if (!rule) return "no rule";
  const { limit, limit_currency: currency, limit_weight_g, duty_base, min_per_kg, fee } = rule;
  const free = [
    limit === null ? "any value" : `${limit} ${currency}`,
    ...(limit_weight_g ? [`${limit_weight_g} g`] : []),
  ];
  const charges = [
    `duty ${rule.duty_percent} % of ${duty_base === "whole" ? "everything" : "the excess"}`,
    ...(rule.duty_limit === null ? [] : [`above ${rule.duty_limit} ${currency}`]),
    ...(Number(min_per_kg) > 0 ? [`at least ${min_per_kg} ${currency}/kg`] : []),
    ...(Number(rule.per_heading) > 0 ? [`${rule.per_heading} ${currency} for each kind of goods`] : []),
    `VAT ${rule.vat_percent} % of ${rule.vat_base === "whole" ? "everything" : "the excess"}`,
    ...(Number(fee) > 0 ? [`fee ${fee} ${rule.fee_currency}`] : []),
  ];
  return `free up to ${free.join(" and ")} a ${rule.period}; ${charges.join(", ")}`;
}

/** Describes the changes for shoppers per country and date, from `day` on. */
export function describeChanges(before: readonly RuleFileRow[], after: readonly RuleFileRow[], day: string): string[] {
  const countries = [...new Set([...before, ...after].map(({ country }) => country))].toSorted();
  return countries.flatMap((country) => {
    const [oldLines, newLines] = [before, after].map((rules) => formatPeriods(buildTimeline(rules, country, day)));
    if (oldLines?.join("\n") === newLines?.join("\n")) return [];
    return [`${country} was:`, ...(oldLines ?? []), `${country} will be:`, ...(newLines ?? [])];
  });
}

const formatPeriods = (periods: readonly Period[]) =>
  periods.map(({ from, rule }) => `    from ${from}: ${describeRule(rule)}`);

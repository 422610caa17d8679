import type { RuleFileRow } from "./rule-sql.ts";

/** The rule that holds from a day on; null if the shop knows none. */
export type Period = { from: string; rule: RuleFileRow | null };

/**
 * What holds in a country on a day and on every later day on which that changes.
 * @param rules of any countries; a later first day wins
 * @param day such as 2026-01-31
 */
export function timelineOf(rules: readonly RuleFileRow[], country: string, day: string): Period[] {
  const own = rules
    .filter((rule) => rule.country === country && rule.in_force && rule.valid_from !== null)
    .toSorted((a, b) => (a.valid_from ?? "").localeCompare(b.valid_from ?? ""));
  const days = own.flatMap(({ valid_from, valid_to }) => [valid_from, valid_to]).filter((one) => one !== null);
  const later = [...new Set(days)].filter((one) => one > day).toSorted();
  const holdsOn = (at: string) =>
    own.findLast(({ valid_from, valid_to }) => (valid_from ?? "") <= at && (valid_to === null || valid_to > at)) ??
    null;
  return [day, ...later]
    .map((from) => ({ from, rule: holdsOn(from) }))
    .filter(({ rule }, at, all) => at === 0 || rule !== holdsOn(all[at - 1]?.from ?? ""));
}

/** What a rule asks for, in one line. */
export function describeRule(rule: RuleFileRow | null): string {
  if (!rule) return "no rule";
  const { limit, limit_currency: currency, limit_weight_g, duty_base, min_per_kg, fee } = rule;
  const free = [
    limit === null ? "any value" : `${limit} ${currency}`,
    ...(limit_weight_g ? [`${limit_weight_g} g`] : []),
  ];
  const asked = [
    `duty ${rule.duty_percent} % of ${duty_base === "whole" ? "everything" : "the excess"}`,
    ...(rule.duty_limit === null ? [] : [`above ${rule.duty_limit} ${currency}`]),
    ...(Number(min_per_kg) > 0 ? [`at least ${min_per_kg} ${currency}/kg`] : []),
    ...(Number(rule.per_heading) > 0 ? [`${rule.per_heading} ${currency} for each kind of goods`] : []),
    `VAT ${rule.vat_percent} % of ${rule.vat_base === "whole" ? "everything" : "the excess"}`,
    ...(Number(fee) > 0 ? [`fee ${fee} ${rule.fee_currency}`] : []),
  ];
  return `free up to ${free.join(" and ")} a ${rule.period}; ${asked.join(", ")}`;
}

/** What changes for shoppers of which country and when, from `day` on. */
export function describeChanges(before: readonly RuleFileRow[], after: readonly RuleFileRow[], day: string): string[] {
  const countries = [...new Set([...before, ...after].map(({ country }) => country))].toSorted();
  return countries.flatMap((country) => {
    const [old, next] = [before, after].map((rules) => linesOf(timelineOf(rules, country, day)));
    if (old?.join("\n") === next?.join("\n")) return [];
    return [`${country} was:`, ...(old ?? []), `${country} will be:`, ...(next ?? [])];
  });
}

const linesOf = (periods: readonly Period[]) =>
  periods.map(({ from, rule }) => `    from ${from}: ${describeRule(rule)}`);

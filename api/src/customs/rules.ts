import { getMinRubForDisplayAmount, toMajorUnits, type Currency } from "../money/currency.ts";
import { getAnyCurrency } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import { cachedFor } from "../platform/cache/cache.ts";
import { type CustomsRuleRow, listCustomsRules, type ExportLimitRow, listExportLimits } from "./sql.ts";

const rulesCache = cachedFor(1000, listCustomsRules);
const exportLimitsCache = cachedFor(1000, listExportLimits);

/** A rule in force always has a first day. */
export type RuleInForce = CustomsRuleRow & { valid_from: string };

/**
 * Japan's export limit for a country: goods with this HS code prefix above this price per piece (kopecks) may not be
 * exported.
 */
export type ExportLimit = { hsPrefix: string; limitRubMinor: number; limit: number; currency: Currency };

/** Lists all rules, in force or announced. Cached for one second. */
export async function listAllRules(db: Db): Promise<CustomsRuleRow[]> {
  return rulesCache.get(db);
}

/** Finds the rule of a country that is in force on a date, if there is one. */
export async function findRuleInForce(db: Db, country: string, date: Date): Promise<RuleInForce | undefined> {
  return (await rulesCache.get(db)).findLast(
    (rule): rule is RuleInForce => rule.country === country && rule.in_force && isInForceOn(rule, date),
  );
}

/** Finds Japan's export limits for a country on a date. */
export async function findExportLimits(db: Db, country: string, date: Date): Promise<ExportLimit[]> {
  const rows = (await exportLimitsCache.get(db)).filter((row) => row.country === country && isInForceOn(row, date));
  return Promise.all(
    rows.map(async (row: ExportLimitRow) => {
      const currency = await getAnyCurrency(db, row.currency);
      return {
        hsPrefix: row.hs_prefix,
        limitRubMinor: getMaxRubWithinLimit(row.limit_minor, currency),
        limit: toMajorUnits(row.limit_minor, currency),
        currency,
      };
    }),
  );
}

/** Returns the export limit that a piece exceeds, if there is one. @param hsCode digits only */
export function findExceededExportLimit(
  limits: readonly ExportLimit[],
  hsCode: string,
  priceRubMinor: number,
): ExportLimit | undefined {
  return limits.find(({ hsPrefix, limitRubMinor }) => priceRubMinor > limitRubMinor && hsCode.startsWith(hsPrefix));
}

/** Returns the price in kopecks up to which goods may be exported; `Infinity` if it is not limited. */
export function getExportLimitRubMinor(limits: readonly ExportLimit[], hsCode: string): number {
  return Math.min(
    ...limits.filter(({ hsPrefix }) => hsCode.startsWith(hsPrefix)).map(({ limitRubMinor }) => limitRubMinor),
  );
}

/**
 * Returns the largest amount in kopecks that is within `limitMinor` of a currency; exactly at the limit is within it.
 */
export function getMaxRubWithinLimit(limitMinor: number, currency: Currency): number {
  return getMinRubForDisplayAmount(toMajorUnits(limitMinor, currency) + 10 ** -currency.roundingDigits, currency) - 1;
}

/** Returns whether a dated row is in force on a date (UTC): from `valid_from` up to the day before `valid_to`. */
export function isInForceOn(row: { valid_from: string | null; valid_to: string | null }, date: Date): boolean {
  const day = date.toISOString().slice(0, 10);
  return row.valid_from !== null && row.valid_from <= day && (row.valid_to === null || row.valid_to > day);
}

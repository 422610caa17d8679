import { leastRubShownAs, toWire, type Currency } from "../money/currency.ts";
import { countedCurrency } from "../money/service.ts";
import type { Db } from "../platform/db.ts";
import { freshWithin } from "../platform/fresh.ts";
import { type CustomsRuleRow, customsRules, type ExportLimitRow, exportLimitRows } from "./sql.ts";

const rules = freshWithin(1000, customsRules);
const exportLimits = freshWithin(1000, exportLimitRows);

/** A rule that holds has its first day. */
export type RuleInForce = CustomsRuleRow & { valid_from: string };

/** What does not leave Japan for a country: goods of these customs codes dearer than this, in kopecks a piece. */
export type ExportLimit = { hsPrefix: string; limitRubMinor: number; limit: number; currency: Currency };

/** Every rule that the shop knows, in force or announced. A change is seen within a second. */
export async function allRules(db: Db): Promise<CustomsRuleRow[]> {
  return rules.get(db);
}

/** The rule of a country that holds on a day, if the shop knows one. */
export async function ruleOf(db: Db, country: string, at: Date): Promise<RuleInForce | undefined> {
  return (await rules.get(db)).findLast(
    (rule): rule is RuleInForce => rule.country === country && rule.in_force && holdsOn(rule, at),
  );
}

/** What Japan does not let out to a country on a day. */
export async function exportLimitsTo(db: Db, country: string, at: Date): Promise<ExportLimit[]> {
  const rows = (await exportLimits.get(db)).filter((row) => row.country === country && holdsOn(row, at));
  return Promise.all(
    rows.map(async (row: ExportLimitRow) => {
      const currency = await countedCurrency(db, row.currency);
      return {
        hsPrefix: row.hs_prefix,
        limitRubMinor: mostRubWithin(row.limit_minor, currency),
        limit: toWire(row.limit_minor, currency),
        currency,
      };
    }),
  );
}

/** The largest sum in kopecks that counts as no more than `limitMinor` of a currency: exactly at the limit is within it. */
export function mostRubWithin(limitMinor: number, currency: Currency): number {
  return leastRubShownAs(toWire(limitMinor, currency) + 10 ** -currency.roundingDigits, currency) - 1;
}

/** Whether a dated row holds on the day of `at` (UTC): from its first day, up to the day before `valid_to`. */
function holdsOn(row: { valid_from: string | null; valid_to: string | null }, at: Date): boolean {
  const day = at.toISOString().slice(0, 10);
  return row.valid_from !== null && row.valid_from <= day && (row.valid_to === null || row.valid_to > day);
}

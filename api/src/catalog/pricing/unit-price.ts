import { convertFromRub, toMajorUnits, type Currency } from "../../money/currency.ts";
import type { UnitPrice } from "../schema.ts";

/** For each content unit of a product: the unit of the unit price, and how many content units it contains. */
const unitRules: Record<string, { per: UnitPrice["per"]; amount: number }> = {
  мл: { per: "100ml", amount: 100 },
  г: { per: "100g", amount: 100 },
  кг: { per: "100g", amount: 0.1 },
  л: { per: "l", amount: 1 },
  шт: { per: "piece", amount: 1 },
};

/**
 * Calculates the price of a standard amount (100 ml, 100 g, 1 l, one piece) of a product.
 * @param priceMinor the price of the whole product in kopecks
 * @returns the unit price in `currency`, or null if the content is unknown, equals the standard amount or is less than
 * half of it (30 ml of serum compare with nothing per 100 ml), or the unit price rounds to zero
 */
export function calculateUnitPrice(
  content: { net_amount: number | null; net_unit: string | null },
  priceMinor: number,
  currency: Currency,
): UnitPrice | null {
  const rule = unitRules[content.net_unit ?? ""];
  if (!rule || content.net_amount === null || content.net_amount === rule.amount) return null;
  if (content.net_amount < rule.amount / 2) return null;
  const price = toMajorUnits(
    convertFromRub(Math.round((priceMinor * rule.amount) / content.net_amount), currency),
    currency,
  );
  return price > 0 ? { price, per: rule.per } : null;
}

import { fromRub, toWire, type Currency } from "../money/currency.ts";
import type { UnitPrice } from "./schema.ts";

/** What a unit of content is told by, and how many of the content's units that is. */
const told: Record<string, { per: UnitPrice["per"]; amount: number }> = {
  мл: { per: "100ml", amount: 100 },
  г: { per: "100g", amount: 100 },
  кг: { per: "100g", amount: 0.1 },
  л: { per: "l", amount: 1 },
  шт: { per: "piece", amount: 1 },
};

/**
 * What a usual amount of a product costs in a currency, from the price in kopecks; null where its content is not
 * known, or is that very amount.
 */
export function unitPriceOf(
  content: { net_amount: number | null; net_unit: string | null },
  priceMinor: number,
  currency: Currency,
): UnitPrice | null {
  const way = told[content.net_unit ?? ""];
  if (!way || content.net_amount === null || content.net_amount === way.amount) return null;
  const price = toWire(fromRub(Math.round((priceMinor * way.amount) / content.net_amount), currency), currency);
  return price > 0 ? { price, per: way.per } : null;
}

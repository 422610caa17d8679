import { type Currency, fromRub } from "../money/currency.ts";

export type PricedLine = { priceRubMinor: number; qty: number };

export type Totals = {
  /** Sums in the cart's currency, minor units: each item is rounded, then added, so the page always adds up. */
  productsMinor: number;
  deliveryMinor: number;
  discountMinor: number;
  totalMinor: number;
  /** The same goods in kopecks: what thresholds, customs and limits look at. */
  productsRubMinor: number;
  totalRubMinor: number;
};

/**
 * The sums of a cart (spec §3 `price_v2`).
 * @param deliveryRubMinor price of the chosen delivery in kopecks; null while none can be named.
 */
export function cartTotals(lines: PricedLine[], deliveryRubMinor: number | null, currency: Currency): Totals {
  const productsMinor = lines.reduce((sum, line) => sum + fromRub(line.priceRubMinor, currency) * line.qty, 0);
  const productsRubMinor = lines.reduce((sum, line) => sum + line.priceRubMinor * line.qty, 0);
  const deliveryMinor = fromRub(deliveryRubMinor ?? 0, currency);
  const discountMinor = 0;
  return {
    productsMinor,
    deliveryMinor,
    discountMinor,
    totalMinor: productsMinor + deliveryMinor - discountMinor,
    productsRubMinor,
    totalRubMinor: productsRubMinor + (deliveryRubMinor ?? 0),
  };
}

import { type Currency, convertToRub } from "../money/currency.ts";
import type { EditedOrder, LineChange } from "../orders/order-changes.ts";

/** The amounts of the goods of an edited order: in minor units of its currency, and in kopecks. */
export type EditedGoods = { productsMinor: number; discountMinor: number; productsRubMinor: number };

/**
 * Calculates the goods of an order after its lines have changed. Pieces that are kept keep their price and rate; in
 * rubles, changed lines are converted at the order's rate, so that lines that stay count exactly as before.
 * @param added price in kopecks of each added line
 */
export function calculateEditedGoods(
  order: Pick<EditedOrder, "products_minor" | "discount_minor" | "products_rub_minor">,
  changes: readonly LineChange[],
  lines: EditedOrder["lines"],
  { currency, addedRubMinor }: { currency: Currency; addedRubMinor: ReadonlyMap<LineChange, number> },
): EditedGoods {
  let { products_minor: productsMinor, discount_minor: discountMinor, products_rub_minor: productsRubMinor } = order;
  for (const change of changes) {
    const pieces = change.qty - change.qty_before;
    const superseded = lines.find(({ line }) => line === change.line);
    productsMinor += pieces * change.price_minor;
    discountMinor += change.discount_minor - (superseded?.discount_minor ?? 0);
    productsRubMinor += pieces * (addedRubMinor.get(change) ?? convertToRub(change.price_minor, currency));
  }
  return { productsMinor, discountMinor, productsRubMinor: Math.max(0, productsRubMinor) };
}

/**
 * Calculates the discount that a line keeps: pieces that are removed lose their share, rounded so that the customer keeps
 * the larger part; pieces that are added have none.
 * @param step the smallest amount of the currency that is shown, in minor units
 */
export function calculateKeptDiscount(
  { discount_minor: discountMinor, qty }: { discount_minor: number; qty: number },
  newQty: number,
  step: number,
): number {
  if (newQty >= qty) return discountMinor;
  return Math.min(discountMinor, Math.ceil((discountMinor * newQty) / (qty * step)) * step);
}

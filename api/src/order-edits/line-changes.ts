import { getCurrentPrice } from "../catalog/pricing/current-price.ts";
import { type Currency, convertFromRub } from "../money/currency.ts";
import type { EditedOrder, LineChange } from "../orders/order-changes.ts";
import { refuse } from "../platform/http/errors.ts";
import { type EditOrderRequest, refusals } from "./admin-schema.ts";
import { calculateKeptDiscount } from "./edited-amounts.ts";
import type { VariantRow } from "./variants.ts";

type RequestedLine = NonNullable<EditOrderRequest["lines"]>[number];

/** The changed lines of an order, and the price in kopecks of each added one. */
export type LineChanges = { changes: LineChange[]; addedRubMinor: Map<LineChange, number> };

/**
 * Builds the changed lines of an order. A changed quantity keeps the price of its line; an added line takes today's price
 * at the rate of the order.
 * @throws refusal `state_changed` if a line is not part of the order any more, `line_refunded`, `gift_quantity_fixed` or
 * `not_enough_stock`
 */
export function buildLineChanges(
  order: Pick<EditedOrder, "lines" | "refunded_lines">,
  requested: readonly RequestedLine[],
  variants: readonly VariantRow[],
  { currency, now }: { currency: Currency; now: Date },
): LineChanges {
  const changes: LineChange[] = [];
  const addedRubMinor = new Map<LineChange, number>();
  const step = 10 ** (currency.minorDigits - currency.roundingDigits);
  const quantities = new Map(requested.flatMap((one) => ("line" in one ? [[one.line, one.quantity] as const] : [])));
  for (const [number, quantity] of quantities) {
    const line = order.lines.find((one) => one.line === number);
    if (!line) throw refuse(refusals, "state_changed");
    if (quantity === line.qty) continue;
    if (order.refunded_lines.includes(line.line)) throw refuse(refusals, "line_refunded");
    if (line.is_gift && quantity > 0) throw refuse(refusals, "gift_quantity_fixed");
    const discount_minor = calculateKeptDiscount(line, quantity, step);
    changes.push({ ...line, qty: quantity, qty_before: line.qty, discount_minor });
  }
  for (const [key, { product_id, option_id, quantity }] of sumAddedLines(requested)) {
    const variant = variants.find((one) => getKey(one) === key);
    if (!variant?.is_sold) throw createStockRefusal([{ product_id, option_id, available: 0 }]);
    const { currentMinor } = getCurrentPrice(variant, now);
    const change: LineChange = {
      ...{ line: null, qty_before: 0, qty: quantity, product_id, option_id, is_gift: false, discount_minor: 0 },
      ...{ reference: variant.reference, name: variant.name, option_name: variant.option_name },
      ...{ weight_g: variant.weight_g, price_minor: convertFromRub(currentMinor, currency) },
    };
    changes.push(change);
    addedRubMinor.set(change, currentMinor);
  }
  return { changes, addedRubMinor };
}

/** Sums the added lines of one variant. */
function sumAddedLines(requested: readonly RequestedLine[]) {
  const added = new Map<string, Extract<RequestedLine, { product_id: number }>>();
  for (const line of requested) {
    if ("line" in line) continue;
    const key = getKey(line);
    added.set(key, { ...line, quantity: line.quantity + (added.get(key)?.quantity ?? 0) });
  }
  return added;
}

/** Creates the refusal that names the variants of which less is available than an edit adds. */
export function createStockRefusal(items: { product_id: number; option_id: number; available: number }[]) {
  return refuse(refusals, "not_enough_stock", { data: { items } });
}

export const getKey = ({ product_id, option_id }: { product_id: number; option_id: number }) =>
  `${product_id}_${option_id}`;

/** Applies changes to the lines of an order. */
export function applyLineChanges(
  lines: EditedOrder["lines"],
  changes: readonly LineChange[],
): Omit<LineChange, "qty_before">[] {
  const superseded = new Set(changes.map(({ line }) => line));
  return [...lines.filter(({ line }) => !superseded.has(line)), ...changes.filter(({ qty }) => qty > 0)];
}

/**
 * Sums by how many pieces an edit changes the demand for each variant.
 * @returns the pieces to reserve and those to return to stock
 */
export function getStockChanges(changes: readonly LineChange[]) {
  const demand = new Map<string, { productId: number; optionId: number; qty: number }>();
  for (const change of changes) {
    const key = getKey(change);
    const qty = (demand.get(key)?.qty ?? 0) + change.qty - change.qty_before;
    demand.set(key, { productId: change.product_id, optionId: change.option_id, qty });
  }
  const items = [...demand.values()];
  return {
    reserved: items.filter(({ qty }) => qty > 0),
    returned: items.filter(({ qty }) => qty < 0).map((item) => ({ ...item, qty: -item.qty })),
  };
}

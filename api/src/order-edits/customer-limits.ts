import { getCurrentPrice } from "../catalog/pricing/current-price.ts";
import { calculateQtyLimit } from "../catalog/pricing/pricing-context.ts";
import { qtyMax } from "../catalog/settings.ts";
import { type EditedOrder, type OrderChanges } from "../orders/order-changes.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { refusals } from "./admin-schema.ts";
import { listParcelMethods } from "./edited-delivery.ts";
import { applyLineChanges, getKey } from "./line-changes.ts";
import { customerRefusals } from "./schema.ts";
import { listVariants, type VariantRow } from "./variants.ts";

/** Whether the sum of the goods decides about gifts or a promo code of an order: then the customer does not lower it. */
export function hasFixedGoods({ lines, discount_minor }: Pick<EditedOrder, "lines" | "discount_minor">): boolean {
  return discount_minor > 0 || lines.some(({ is_gift }) => is_gift);
}

/**
 * Checks the limits of an edit that a customer makes, beyond those of every edit (docs/domain/order-edits.md).
 * @throws refusals `gift_quantity_fixed`, `order_edit_goods_fixed`, `order_edit_below_free_delivery`,
 * `order_edit_too_many_pieces` or `order_edit_not_shippable`
 */
export async function checkCustomerLimits(
  app: AppContext,
  tx: Tx,
  order: EditedOrder,
  changes: OrderChanges,
  now: Date,
): Promise<void> {
  if (changes.lines.some(({ is_gift }) => is_gift)) throw refuse(refusals, "gift_quantity_fixed");
  const isLowered = changes.after.products_minor < changes.before.products_minor;
  const isReduced = changes.lines.some(({ qty, qty_before }) => qty < qty_before);
  if ((isLowered || isReduced) && hasFixedGoods(order)) throw refuse(customerRefusals, "order_edit_goods_fixed");
  if (changes.lines.length === 0) return;
  const lines = applyLineChanges(order.lines, changes.lines);
  const variants = await listVariants(tx, [...order.lines, ...lines], order.locale);
  await checkAddedGoods(app, tx, { order, changes, lines, variants }, now);
  if (isLowered && order.delivery_minor === 0) await requireFreeDelivery(tx, order, changes, { lines, variants });
}

type EditedGoods = { lines: ReturnType<typeof applyLineChanges>; variants: readonly VariantRow[] };

/** Goods that are added can be sent to the country of the order, in as many pieces as a cart takes. */
async function checkAddedGoods(
  app: AppContext,
  tx: Tx,
  { order, changes, lines, variants }: EditedGoods & { order: EditedOrder; changes: OrderChanges },
  now: Date,
): Promise<void> {
  const added = new Set(changes.lines.filter(({ qty, qty_before }) => qty > qty_before).map(getKey));
  const country = order.address?.country;
  if (added.size === 0 || country === undefined) return;
  const { currency, locale } = order;
  const [maxQty, terms] = await Promise.all([
    getSetting(tx, qtyMax),
    app.loadShippingTerms(tx, country, { currency, locale, now }),
  ]);
  for (const variant of variants.filter((one) => added.has(getKey(one)))) {
    const pieces = lines.filter((line) => getKey(line) === getKey(variant)).reduce((sum, { qty }) => sum + qty, 0);
    const limit = calculateQtyLimit(Infinity, variant.own_qty_limit, { qtyMax: maxQty });
    if (pieces > limit)
      throw refuse(customerRefusals, "order_edit_too_many_pieces", { params: { limit }, data: { limit } });
    if (terms && !terms.canShip(variant, getCurrentPrice(variant, now).currentMinor))
      throw refuse(customerRefusals, "order_edit_not_shippable", { params: { name: variant.name } });
  }
}

/** An order whose delivery is free because of its sum is not lowered below that sum. */
async function requireFreeDelivery(
  tx: Tx,
  { address, lines: linesBefore, products_rub_minor: productsBefore, shipping_method_id }: EditedOrder,
  { products_rub_minor: productsAfter }: OrderChanges,
  { lines, variants }: EditedGoods,
): Promise<void> {
  if (!address) return;
  const getPrice = async (parcelLines: EditedGoods["lines"], productsRubMinor: number) => {
    const methods = await listParcelMethods(tx, { lines: parcelLines, variants, address, productsRubMinor }, 0);
    return methods.find(({ row }) => row.id === shipping_method_id)?.priceRubMinor ?? 0;
  };
  if ((await getPrice(lines, productsAfter)) === 0) return;
  // What is free for another reason stays free, such as delivery in the parcel of another order.
  if ((await getPrice(linesBefore, productsBefore)) === 0)
    throw refuse(customerRefusals, "order_edit_below_free_delivery");
}

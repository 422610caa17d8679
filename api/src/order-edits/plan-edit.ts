import { calculateParcelWeight } from "../customs/duty.ts";
import { type CustomsEstimate, estimateCustoms } from "../customs/service.ts";
import { getCountryNames } from "../delivery/service.ts";
import type { Currency } from "../money/currency.ts";
import { getAnyCurrency } from "../money/service.ts";
import type { AddressSnapshot } from "../orders/order-address.ts";
import type { EditedOrder, OrderAmounts, OrderChanges } from "../orders/order-changes.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { type EditOrderRequest, refusals } from "./admin-schema.ts";
import { calculateEditedGoods, type EditedGoods } from "./edited-amounts.ts";
import { type EditedParcel, planDelivery, sumGoodsWeight } from "./edited-delivery.ts";
import { applyLineChanges, buildLineChanges, createStockRefusal, getStockChanges } from "./line-changes.ts";
import { listVariants, type VariantRow } from "./variants.ts";

/** The currency of an order at the rate that is stored with it. */
export async function getOrderCurrency(
  db: Db,
  { currency, rub_per_unit }: Pick<EditedOrder, "currency" | "rub_per_unit">,
): Promise<Currency> {
  return { ...(await getAnyCurrency(db, currency)), rubPerUnit: rub_per_unit };
}

/**
 * Calculates what an edit changes, without changing anything. The rows of the order and of the stock must be locked.
 * @throws the refusals of the request: `state_changed`, `not_enough_stock`, `method_not_available`, `delivery_refunded` and those
 * about goods
 */
export async function planEdit(
  tx: Tx,
  order: EditedOrder,
  request: EditOrderRequest,
  now: Date,
): Promise<OrderChanges> {
  const currency = await getOrderCurrency(tx, order);
  const { variants, changes, addedRubMinor } = await planLines(tx, order, request, currency, now);
  const lines = applyLineChanges(order.lines, changes);
  if (!lines.some(({ is_gift }) => !is_gift) || !order.address) throw refuse(refusals, "order_edit_without_goods");
  const address = request.address && (await createSnapshot(tx, request.address));
  const goods = calculateEditedGoods(order, changes, order.lines, { currency, addedRubMinor });
  const parcel = { lines, variants, address: address ?? order.address, productsRubMinor: goods.productsRubMinor };
  const needsCheck =
    address !== undefined || request.delivery !== undefined || changes.some(({ qty, qty_before }) => qty > qty_before);
  // What only becomes lighter is still carried.
  const { delivery, deliveryMinor } = needsCheck
    ? await planDelivery(tx, order, request.delivery, parcel, currency)
    : { delivery: undefined, deliveryMinor: order.delivery_minor };
  if (changes.length === 0 && !address && !delivery) throw refuse(refusals, "order_edit_unchanged");
  // What was refunded of the delivery would be paid back once more.
  if (deliveryMinor < order.refunded_delivery_minor) throw refuse(refusals, "delivery_refunded");
  const hasOtherCustoms = changes.length > 0 || parcel.address.country !== order.address.country;
  const customs = hasOtherCustoms ? await estimateParcelCustoms(tx, parcel, currency, now) : null;
  const after = calculateAmounts(order, goods, deliveryMinor, customs, changes.length > 0 ? lines : null);
  return {
    lines: changes,
    before: getAmounts(order),
    after,
    products_rub_minor: goods.productsRubMinor,
    customs_declared: customs ? customs.isDeclarable : order.customs_declared,
    customs_rule_id: customs ? (customs.customs?.rule.id ?? null) : order.customs_rule_id,
    duty_minor: customs && needsDutyConfirmation(order, customs) ? customs.taxMinor : null,
    ...(address ? { address } : {}),
    ...(delivery ? { delivery } : {}),
  };
}

/** Builds the changed lines and loads the variants of the whole order. */
async function planLines(tx: Tx, order: EditedOrder, { lines = [] }: EditOrderRequest, currency: Currency, now: Date) {
  const added = lines.flatMap((line) => ("line" in line ? [] : [line]));
  const variants = await listVariants(tx, [...order.lines, ...added], order.locale);
  const { changes, addedRubMinor } = buildLineChanges(order, lines, variants, { currency, now });
  requireStock(getStockChanges(changes).reserved, variants);
  return { variants, changes, addedRubMinor };
}

function requireStock(reserved: ReturnType<typeof getStockChanges>["reserved"], variants: readonly VariantRow[]): void {
  const missing = reserved.flatMap(({ productId, optionId, qty }) => {
    const variant = variants.find((one) => one.product_id === productId && one.option_id === optionId);
    const available = variant?.stock ?? 0;
    return available < qty ? [{ product_id: productId, option_id: optionId, available }] : [];
  });
  if (missing.length > 0) throw createStockRefusal(missing);
}

async function createSnapshot(tx: Tx, address: NonNullable<EditOrderRequest["address"]>): Promise<AddressSnapshot> {
  const names = await getCountryNames(tx, address.country);
  return { ...address, country_name_ru: names.ru, country_name_en: names.en };
}

/** Estimates the import duty of a parcel, in minor units of a currency. */
export async function estimateParcelCustoms(
  db: Db,
  { lines, variants, address, productsRubMinor }: EditedParcel,
  currency: Currency,
  now: Date,
): Promise<CustomsEstimate> {
  const productIds = new Set(lines.map(({ product_id }) => product_id));
  const headings = new Set(
    variants
      .filter(({ product_id }) => productIds.has(product_id))
      .map(({ hs_code }) => hs_code.replaceAll(".", "").slice(0, 6)),
  ).size;
  const parcel = { country: address.country, productsRubMinor, goodsWeightG: sumGoodsWeight(lines), headings };
  return estimateCustoms(db, parcel, currency, now);
}

function getAmounts(order: EditedOrder): OrderAmounts {
  const { products_minor, discount_minor, delivery_minor, total_minor, customs_tax_minor, weight_g } = order;
  return { products_minor, discount_minor, delivery_minor, total_minor, customs_tax_minor, weight_g };
}

/**
 * Calculates the amounts of the edited order. Loyalty points and gift card pay what they have paid.
 * @throws refusal `order_edit_below_credits` if they paid more than the order would cost
 */
function calculateAmounts(
  order: EditedOrder,
  { productsMinor, discountMinor }: EditedGoods,
  deliveryMinor: number,
  customs: CustomsEstimate | null,
  changedLines: EditedParcel["lines"] | null,
): OrderAmounts {
  const owedMinor = productsMinor - discountMinor + deliveryMinor - order.loyalty_minor - order.gift_card_minor;
  if (owedMinor < 0) throw refuse(refusals, "order_edit_below_credits");
  return {
    products_minor: productsMinor,
    discount_minor: discountMinor,
    delivery_minor: deliveryMinor,
    total_minor: owedMinor + order.purchased_gift_cards_minor,
    customs_tax_minor: customs ? customs.taxMinor : order.customs_tax_minor,
    weight_g: changedLines ? calculateParcelWeight(sumGoodsWeight(changedLines)) : order.weight_g,
  };
}

/** Whether the import duty is higher than the customer has confirmed (docs/domain/customs.md). */
function needsDutyConfirmation({ duty_confirmed }: EditedOrder, { isDeclarable, taxMinor }: CustomsEstimate): boolean {
  return isDeclarable && (duty_confirmed === null || taxMinor > duty_confirmed.tax_minor);
}

import { deductStock, lockStock, type StockItem } from "../../catalog/products/stock.ts";
import { calculateParcelWeight } from "../../customs/duty.ts";
import { estimateCustoms } from "../../customs/service.ts";
import { convertToRub } from "../../money/currency.ts";
import { getAnyCurrency } from "../../money/service.ts";
import { createOrder, type NewOrder, type NewOrderLine } from "../../orders/create-order.ts";
import { transitionOrder } from "../../orders/status/transition-order.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "../admin-schema.ts";
import {
  findReplacedOrder,
  listReplacementGoods,
  type ReplacedOrder,
  type ReplacementGoods,
} from "./replacement-sql.ts";

/** Pieces to be replaced. `optionId` is the option of the product that replaces them; null for the same one. */
export type ReplacedLine = Readonly<{ line: number; quantity: number; optionId: number | null }>;

/**
 * Places an order that replaces goods of another one at no charge: a discount covers their price, which the customs
 * declaration needs. It is paid at once, reserves its stock and is packed and sent as any other order. The row of the
 * replaced order must be locked.
 * @returns its number
 * @throws refusal `replacement_not_possible` if the customer's account is deleted, an option does not exist, the goods are
 * gifts only, or the customer has not confirmed the import duty that the parcel now costs; `replacement_out_of_stock`
 */
export async function placeReplacementOrder(
  app: AppContext,
  tx: Tx,
  orderId: number,
  lines: readonly ReplacedLine[],
  createdBy: number | null,
): Promise<number> {
  const replaced = await findReplacedOrder(tx, orderId);
  if (!replaced || replaced.is_customer_deleted)
    throw refuse(refusals, "replacement_not_possible", { data: { reason: "customer_deleted" } });
  const { goods, items } = await lockGoods(tx, orderId, lines);
  const now = app.clock.now();
  const order = await buildOrder(tx, replaced, goods, now);
  const redeemed = { promoCodeId: null, giftCard: null, points: 0 };
  const id = await createOrder(
    app,
    tx,
    { ...order, created_by: createdBy, replaces_order_id: orderId },
    goods.map(buildLine),
    redeemed,
  );
  await deductStock(tx, items, id);
  await transitionOrder(app, tx, id, "paid", { now });
  return id;
}

/** Locks the stock of the goods. @throws Refusal `replacement_out_of_stock` */
async function lockGoods(
  tx: Tx,
  orderId: number,
  lines: readonly ReplacedLine[],
): Promise<{ goods: ReplacementGoods[]; items: StockItem[] }> {
  const found = await listReplacementGoods(tx, orderId, lines);
  if (found.length < lines.length)
    throw refuse(refusals, "replacement_not_possible", { data: { reason: "option_unknown" } });
  const items = found.map(({ product_id, option_id, qty }) => ({ productId: product_id, optionId: option_id, qty }));
  await lockStock(tx, items);
  const goods = await listReplacementGoods(tx, orderId, lines);
  // Two lines of the order may be replaced by the same variant.
  const missing = goods.filter(({ product_id, option_id, stock }) => {
    const same = items.filter((item) => item.productId === product_id && item.optionId === option_id);
    return same.reduce((sum, { qty }) => sum + qty, 0) > stock;
  });
  if (missing.length > 0)
    throw refuse(refusals, "replacement_out_of_stock", {
      params: { name: missing.map(({ name }) => name).join(", ") },
      data: { lines: missing.map(({ line, stock }) => ({ line, stock })) },
    });
  return { goods, items };
}

async function buildOrder(
  tx: Tx,
  replaced: ReplacedOrder,
  goods: readonly ReplacementGoods[],
  now: Date,
): Promise<Omit<NewOrder, "id" | "created_by">> {
  const { is_customer_deleted: _isDeleted, customs_declared, duty_confirmed, minor_digits, ...copied } = replaced;
  const productsMinor = goods.reduce((sum, { price_minor, qty }) => sum + price_minor * qty, 0);
  if (productsMinor === 0) throw refuse(refusals, "replacement_not_possible", { data: { reason: "only_gifts" } });
  const productsRubMinor = convertToRub(productsMinor, { minorDigits: minor_digits, rubPerUnit: copied.rub_per_unit });
  const goodsWeightG = goods.reduce((sum, { weight_g, qty }) => sum + weight_g * qty, 0);
  const headings = new Set(goods.map(({ hs_code }) => hs_code.replaceAll(/\D/g, "").slice(0, 6))).size;
  const parcel = { country: copied.address.country, productsRubMinor, goodsWeightG, headings };
  const { customs, isDeclarable, taxMinor } = await estimateCustoms(
    tx,
    parcel,
    await getAnyCurrency(tx, copied.currency),
    now,
  );
  if (isDeclarable && !customs_declared)
    throw refuse(refusals, "replacement_not_possible", { data: { reason: "duty_not_confirmed" } });
  return {
    ...copied,
    ...{ products_minor: productsMinor, discount_minor: productsMinor, products_rub_minor: productsRubMinor },
    ...{ loyalty_minor: 0, gift_card_minor: 0, delivery_minor: 0, purchased_gift_cards_minor: 0, total_minor: 0 },
    ...{ promo_code: null, comment: "", weight_g: calculateParcelWeight(goodsWeightG) },
    customs_declared: isDeclarable,
    customs_tax_minor: isDeclarable ? taxMinor : 0,
    customs_rule_id: customs?.rule.id ?? null,
    duty_confirmed: isDeclarable ? duty_confirmed : null,
    ...{ placed_at: now, pay_until: now, source: "replacement" as const },
  };
}

function buildLine({ line: _line, hs_code: _code, stock: _stock, ...goods }: ReplacementGoods): NewOrderLine {
  return { ...goods, discount_minor: goods.price_minor * goods.qty };
}

import type { CalculatedCart } from "../cart/calculation/calculate-cart.ts";
import type { CartContext } from "../cart/context.ts";
import type { StockItem } from "../catalog/products/stock.ts";
import { createPointSnapshot, getCountryNames } from "../delivery/service.ts";
import type { GiftMessage } from "../gift-cards/purchases/purchases.ts";
import { convertFromRub, type Currency } from "../money/currency.ts";
import type { NewOrder, NewOrderLine } from "../orders/create-order.ts";
import type { AddressSnapshot } from "../orders/order-address.ts";
import type { Tx } from "../platform/db/database.ts";
import type { RedeemedAdjustments } from "../platform/order-events.ts";

const MINUTE_MS = 60_000;

/** What an order has besides its cart. */
export type OrderDetails = Readonly<{
  comment: string;
  /** With which version of the terms and from where the customer confirms the duty now; null if there is none or they do so later. */
  dutyConfirmation: Readonly<{ version: string; ip: string }> | null;
  /** How long the goods are reserved until the payment. */
  minutesToPay: number;
}>;

/**
 * Builds the order with a copy of everything, so that later changes of prices, rates, rules or addresses do not affect
 * it. The cart must have no problems.
 */
export async function buildOrder(
  db: Tx,
  cart: CalculatedCart,
  currency: Currency,
  context: CartContext,
  { comment, dutyConfirmation, minutesToPay }: OrderDetails,
): Promise<Omit<NewOrder, "id">> {
  const { payment, customs, totals } = cart;
  if (!payment) throw new Error("a cart without problems has a payment method");
  return {
    customer_id: context.customerId,
    locale: context.locale,
    currency: currency.code,
    rub_per_unit: currency.rubPerUnit,
    products_minor: totals.productsMinor,
    ...buildOrderAdjustments(cart),
    delivery_minor: totals.deliveryMinor,
    total_minor: totals.totalMinor,
    products_rub_minor: totals.productsRubMinor,
    customs_tax_minor: customs.taxMinor,
    customs_declared: customs.isDeclarable,
    customs_rule_id: customs.customs?.rule.id ?? null,
    duty_confirmed:
      customs.isDeclarable && dutyConfirmation
        ? {
            ...dutyConfirmation,
            rule_id: customs.customs?.rule.id ?? null,
            tax_minor: customs.taxMinor,
            rub_per_unit: currency.rubPerUnit,
            currency: currency.code,
            at: context.now.toISOString(),
          }
        : null,
    purchased_gift_cards_minor: totals.purchasedGiftCardsMinor,
    ...(await buildShipment(db, cart, context)),
    payment_method: payment.code,
    comment,
    placed_at: context.now,
    pay_until: new Date(context.now.getTime() + minutesToPay * MINUTE_MS),
    ...{ source: "storefront", created_by: null },
  };
}

/** Lists everything that the order takes from stock, including gifts. */
export function getStockItems(cart: CalculatedCart): StockItem[] {
  const goods = cart.lines.map(({ row }) => ({ productId: row.product_id, optionId: row.option_id, qty: row.qty }));
  const gifts = cart.adjustments.gifts.map(({ row }) => ({
    productId: row.product_id,
    optionId: row.option_id,
    qty: 1,
  }));
  return [...goods, ...gifts];
}

/** Builds destination and delivery of the goods; empty for an order of gift cards alone. */
async function buildShipment(
  db: Tx,
  cart: CalculatedCart,
  context: CartContext,
): Promise<Pick<NewOrder, "address" | "shipping_method_id" | "shipping_name" | "pickup_point" | "weight_g">> {
  const { address, method } = cart;
  if (cart.orderable.length === 0)
    return { address: null, shipping_method_id: null, shipping_name: "", pickup_point: null, weight_g: 0 };
  if (!address || !method) throw new Error("a cart of goods without problems has an address and a shipping method");
  return {
    address: await createAddressSnapshot(db, address),
    shipping_method_id: method.row.id,
    shipping_name: context.locale === "ru-RU" ? method.row.name_ru : method.row.name_en,
    pickup_point: cart.pickupPoint && createPointSnapshot(cart.pickupPoint, context.locale),
    weight_g: cart.weightG,
  };
}

async function createAddressSnapshot(
  db: Tx,
  address: NonNullable<CalculatedCart["address"]>,
): Promise<AddressSnapshot> {
  const { id: _id, alias: _alias, country_name: _name, phone_shown: _shown, ...snapshot } = address;
  const names = await getCountryNames(db, address.country);
  return { ...snapshot, country_name_ru: names.ru, country_name_en: names.en };
}

/** Returns what the cart pays with besides money; its rows must be locked (`loadCartForOrder`). */
export function getRedeemedAdjustments(cart: CalculatedCart): RedeemedAdjustments {
  const { promo, giftCard } = cart.adjustments;
  const { giftCardRubMinor, points } = cart.totals;
  return {
    promoCodeId: hasGoods(cart) ? (promo?.row?.id ?? null) : null,
    giftCard: giftCard && giftCardRubMinor > 0 ? { id: giftCard.row.id, amountMinor: giftCardRubMinor } : null,
    points,
  };
}

/** Builds the adjustments that are stored with the order: the promo code and the amounts of all adjustments. */
function buildOrderAdjustments(cart: CalculatedCart) {
  const { adjustments, totals } = cart;
  return {
    promo_code: hasGoods(cart) ? (adjustments.promo?.code ?? null) : null,
    discount_minor: totals.promoMinor,
    loyalty_minor: totals.pointsMinor,
    gift_card_minor: totals.giftCardMinor,
  };
}

/** Promo codes apply to goods: an order of gift cards alone does not use the code. */
function hasGoods({ orderable }: CalculatedCart): boolean {
  return orderable.length > 0;
}

/** Builds the gift cards that the order buys, with their prices in minor units of the order's currency. */
export function buildOrderGiftCards({
  purchasedGiftCards,
  totals,
}: CalculatedCart): (GiftMessage & { price_minor: number; face_value_minor: number })[] {
  return purchasedGiftCards.map(({ id: _id, ...line }, index) => ({
    ...line,
    price_minor: totals.purchasedGiftCardPricesMinor[index] ?? 0,
  }));
}

/** Builds the lines of the order: goods with their share of the promo discount, then gifts. */
export function buildOrderLines(
  { orderable, totals, adjustments }: CalculatedCart,
  currency: Currency,
): NewOrderLine[] {
  const goods = orderable.map(({ row, priceRubMinor, weightG }, index) => ({
    product_id: row.product_id,
    option_id: row.option_id,
    reference: row.reference,
    name: row.name,
    option_name: row.variant?.name ?? "",
    qty: row.qty,
    price_minor: convertFromRub(priceRubMinor, currency),
    discount_minor: totals.lineDiscountsMinor[index] ?? 0,
    is_gift: false,
    weight_g: weightG,
  }));
  const gifts = adjustments.gifts.map(({ row: { stock: _stock, ...row } }) => ({
    ...row,
    qty: 1,
    price_minor: 0,
    discount_minor: 0,
    is_gift: true,
  }));
  return [...goods, ...gifts];
}

import { type Currency, convertToRub } from "../money/currency.ts";
import type { Locale } from "../platform/i18n/locale.ts";

/**
 * An order as the loyalty rules see it; amounts in minor units of its own currency, with the rate stored in the order.
 */
export type LoyaltyOrder = Readonly<{
  id: number;
  customer_id: number;
  locale: Locale;
  currency: Pick<Currency, "minorDigits" | "rubPerUnit">;
  products_minor: number;
  discount_minor: number;
  loyalty_minor: number;
}>;

/**
 * Calculates the whole points that an order earns: a share of its goods as paid, after the promo code and the points,
 * without goods that were refunded. Pure.
 * @param refundedGoodsMinor what the refunded goods cost after the promo code
 */
export function calculateEarnedPoints(
  order: Omit<LoyaltyOrder, "id" | "customer_id">,
  percent: number,
  refundedGoodsMinor = 0,
): number {
  if (order.locale !== "ru-RU") return 0;
  const paidMinor = order.products_minor - order.discount_minor - order.loyalty_minor;
  const keptMinor = calculateKeptShare(paidMinor, order, refundedGoodsMinor);
  return Math.floor((convertToRub(keptMinor, order.currency) * percent) / 100_00);
}

/** Calculates which share of an amount or of points belongs to the goods that were not refunded, rounded down. Pure. */
export function calculateKeptShare(
  amount: number,
  { products_minor, discount_minor }: Pick<LoyaltyOrder, "products_minor" | "discount_minor">,
  refundedGoodsMinor: number,
): number {
  const goodsMinor = products_minor - discount_minor;
  const keptMinor = Math.max(0, goodsMinor - refundedGoodsMinor);
  return goodsMinor <= 0 ? 0 : Number((BigInt(amount) * BigInt(keptMinor)) / BigInt(goodsMinor));
}

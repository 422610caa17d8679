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
 * Calculates the whole points that an order earns: a share of its goods as paid, after the promo code and the points.
 * Pure.
 */
export function calculateEarnedPoints(order: Omit<LoyaltyOrder, "id" | "customer_id">, percent: number): number {
  if (order.locale !== "ru-RU") return 0;
  const paidMinor = order.products_minor - order.discount_minor - order.loyalty_minor;
  return Math.floor((convertToRub(paidMinor, order.currency) * percent) / 100_00);
}

import type { I18n } from "../i18n/use-i18n.tsx";
import type { CartViewModel } from "./cart-view-model.ts";
import type { SummaryRow } from "./summary.tsx";

type CartTotals = Pick<
  CartViewModel,
  "currency" | "products" | "giftCardsTotal" | "delivery" | "discounts" | "gifts" | "promoGift"
>;

type SummaryOptions = {
  /** Number of items in the subtotal; null if the cart contains no goods. */
  count: number | null;
  deliveryName: string;
  /** Whether the delivery price is a minimum, because no method is selected yet. */
  isMinimumPrice: boolean;
};

/** Returns the rows of the total, in the order in which it is calculated. */
export function createSummaryRows(
  cart: CartTotals,
  { count, deliveryName, isMinimumPrice }: SummaryOptions,
  { t, format }: I18n,
): SummaryRow[] {
  const formatMoney = (amount: number) => format.money(amount, cart.currency);
  const { promo, bonus, certificate } = cart.discounts;
  const giftCount = cart.gifts?.chosen.length ?? 0;
  const delivery = isMinimumPrice
    ? t("checkout.from", { price: formatMoney(cart.delivery) })
    : formatMoney(cart.delivery);
  return [
    ...(count === null ? [] : [{ name: t("checkout.sum_products", { count }), value: formatMoney(cart.products) }]),
    ...(promo > 0 ? [{ name: t("checkout.sum_promo"), value: formatMoney(-promo), tone: "red" as const }] : []),
    ...(bonus > 0 ? [{ name: t("checkout.sum_loyalty"), value: formatMoney(-bonus) }] : []),
    ...(count === null ? [] : [{ name: deliveryName, value: cart.delivery === 0 ? t("checkout.free") : delivery }]),
    ...(giftCount > 0 ? [{ name: t("checkout.sum_gifts", { count: giftCount }), value: formatMoney(0) }] : []),
    ...(cart.promoGift === null ? [] : [{ name: t("checkout.sum_promo_gift"), value: formatMoney(0) }]),
    ...(certificate > 0 ? [{ name: t("checkout.sum_gift_card"), value: formatMoney(-certificate) }] : []),
    ...(cart.giftCardsTotal > 0
      ? [{ name: t("checkout.sum_gift_cards"), value: formatMoney(cart.giftCardsTotal) }]
      : []),
  ];
}

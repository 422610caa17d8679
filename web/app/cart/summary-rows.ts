import type { AccountI18n } from "../i18n/account-i18n.ts";
import type { CartContents } from "./cart-contents.ts";
import type { SummaryRow } from "./summary.tsx";

type SummaryOptions = {
  /** Number of items in the subtotal; null if the cart contains no goods. */
  count: number | null;
  deliveryName: string;
  /** Whether the delivery price is a minimum, because no method is selected yet. */
  isMinimumPrice: boolean;
};

/** Returns the rows of the total, in the order in which it is calculated. */
export function createSummaryRows(
  { price_v2: totals, presents }: Pick<CartContents, "price_v2" | "presents">,
  { count, deliveryName, isMinimumPrice }: SummaryOptions,
  { t, format }: AccountI18n,
): SummaryRow[] {
  const formatMoney = (amount: number) => format.money(amount, totals);
  const { products_price: products, delivery_price: delivery, certificates_price: giftCards } = totals;
  const { promo, bonus, certificate } = totals.discounts;
  const giftCount = presents.chosen.length;
  const deliveryText = isMinimumPrice ? t("checkout.from", { price: formatMoney(delivery) }) : formatMoney(delivery);
  return [
    ...(count === null ? [] : [{ name: t("checkout.sum_products", { count }), value: formatMoney(products) }]),
    ...(promo > 0 ? [{ name: t("checkout.sum_promo"), value: formatMoney(-promo), tone: "red" as const }] : []),
    ...(bonus > 0 ? [{ name: t("checkout.sum_loyalty"), value: formatMoney(-bonus) }] : []),
    ...(count === null ? [] : [{ name: deliveryName, value: delivery === 0 ? t("checkout.free") : deliveryText }]),
    ...(giftCount > 0 ? [{ name: t("checkout.sum_gifts", { count: giftCount }), value: formatMoney(0) }] : []),
    ...(presents.gift === null ? [] : [{ name: t("checkout.sum_promo_gift"), value: formatMoney(0) }]),
    ...(certificate > 0 ? [{ name: t("checkout.sum_gift_card"), value: formatMoney(-certificate) }] : []),
    ...(giftCards > 0 ? [{ name: t("checkout.sum_gift_cards"), value: formatMoney(giftCards) }] : []),
  ];
}

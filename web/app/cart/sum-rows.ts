import type { Shop } from "../lib/shop.tsx";
import type { ShownCart } from "./shown-cart.ts";
import type { SumRow } from "./summary.tsx";

type Sums = Pick<ShownCart, "money" | "products" | "bought" | "delivery" | "discounts" | "presents" | "gift">;

type SumsAs = {
  /** Pieces that the sum of goods is of; null where the cart holds none. */
  count: number | null;
  deliveryName: string;
  /** The delivery is not chosen: it may cost more. */
  isFrom: boolean;
};

/** What makes the total, line by line in the order in which it is made. */
export function sumRows(cart: Sums, { count, deliveryName, isFrom }: SumsAs, { t, format }: Shop): SumRow[] {
  const money = (amount: number) => format.money(amount, cart.money);
  const { promo, bonus, certificate } = cart.discounts;
  const presents = cart.presents?.chosen.length ?? 0;
  const delivery = isFrom ? t("checkout.from", { price: money(cart.delivery) }) : money(cart.delivery);
  return [
    ...(count === null ? [] : [{ name: t("checkout.sum_products", { count }), value: money(cart.products) }]),
    ...(promo > 0 ? [{ name: t("checkout.sum_promo"), value: money(-promo), tone: "red" as const }] : []),
    ...(bonus > 0 ? [{ name: t("checkout.sum_bonus"), value: money(-bonus) }] : []),
    ...(count === null ? [] : [{ name: deliveryName, value: cart.delivery === 0 ? t("checkout.free") : delivery }]),
    ...(presents > 0 ? [{ name: t("checkout.sum_presents", { count: presents }), value: money(0) }] : []),
    ...(cart.gift === null ? [] : [{ name: t("checkout.sum_gift"), value: money(0) }]),
    ...(certificate > 0 ? [{ name: t("checkout.sum_certificate"), value: money(-certificate) }] : []),
    ...(cart.bought > 0 ? [{ name: t("checkout.sum_certificates"), value: money(cart.bought) }] : []),
  ];
}

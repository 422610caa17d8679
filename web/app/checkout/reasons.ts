import type { ShownCart } from "../cart/shown-cart.ts";
import type { Shop } from "../lib/shop.tsx";

export type Reason = { text: string; /** Id of the part of the page where it is put right. */ at: string };

/** Why the order cannot be placed yet, in the order in which a shopper mends it (spec §5, §8). */
export function reasonsOf(cart: ShownCart, { t, format }: Pick<Shop, "t" | "format">, orderMax: number): Reason[] {
  const count = (trouble: ShownCart["lines"][number]["trouble"]) =>
    cart.lines.filter((line) => line.trouble === trouble).length;
  const reasons = cart.problems.map((problem): Reason => {
    switch (problem) {
      case "empty":
        return { text: t("checkout.reason_empty"), at: "items" };
      case "unavailable_items":
        return { text: t("checkout.reason_unavailable", { count: count("unavailable") }), at: "items" };
      case "option_required":
        return { text: t("checkout.reason_option", { count: count("option_required") }), at: "items" };
      case "not_shippable_items":
        return { text: t("checkout.reason_not_shippable", { count: count("not_shippable") }), at: "items" };
      case "no_address":
        return { text: t("checkout.reason_address"), at: "address" };
      case "country_not_served":
        return { text: t("checkout.reason_country"), at: "address" };
      case "parcel_over_limits":
        return { text: t("checkout.reason_parcel"), at: "shipping" };
      case "no_shipping":
        return { text: t("checkout.reason_shipping"), at: "shipping" };
      case "no_pickup_point":
        return { text: t("checkout.reason_point"), at: "shipping" };
      case "no_payment":
        return { text: t("checkout.reason_payment"), at: "payment" };
      case "promo_refused":
        return { text: cart.promo?.refusal ?? t("error.unknown_error"), at: "codes" };
      case "certificate_refused":
        return { text: cart.certificate?.refusal ?? t("error.unknown_error"), at: "codes" };
      case "over_order_max":
        return { text: t("checkout.reason_max", { sum: format.money(orderMax, cart.money) }), at: "items" };
    }
  });
  const tooMany = count("too_many");
  return tooMany > 0 ? [{ text: t("checkout.reason_too_many", { count: tooMany }), at: "items" }, ...reasons] : reasons;
}

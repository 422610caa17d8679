import type { Cart } from "@furoshiki/api/cart";
import { getLineProblem, type LineProblem } from "../cart/cart-contents.ts";
import type { AccountI18n } from "../i18n/account-i18n.ts";

export type CheckoutBlocker = { text: string; /** Id of the page section where it can be fixed. */ sectionId: string };

/** Returns why the order cannot be placed yet, in the order in which the customer can fix it. @param orderMax maximum order total, in the currency of the cart (docs/domain/checkout.md) */
export function getCheckoutBlockers(
  cart: Cart,
  { t, format }: Pick<AccountI18n, "t" | "format">,
  orderMax: number,
): CheckoutBlocker[] {
  const countLines = (problem: LineProblem) =>
    cart.cart_items.items.filter((line) => getLineProblem(line) === problem).length;
  const blockers = cart.problems.map(({ code }): CheckoutBlocker => {
    switch (code) {
      case "empty":
        return { text: t("checkout.blocker_empty"), sectionId: "items" };
      case "unavailable_items":
        return { text: t("checkout.blocker_unavailable", { count: countLines("unavailable") }), sectionId: "items" };
      case "option_required":
        return { text: t("checkout.blocker_option", { count: countLines("option_required") }), sectionId: "items" };
      case "not_shippable_items":
        return {
          text: t("checkout.blocker_not_shippable", { count: countLines("not_shippable") }),
          sectionId: "items",
        };
      case "no_address":
        return { text: t("checkout.blocker_address"), sectionId: "address" };
      case "country_not_served":
        return { text: t("checkout.blocker_country"), sectionId: "address" };
      case "parcel_over_limits":
        return { text: t("checkout.blocker_parcel"), sectionId: "shipping" };
      case "no_shipping":
        return { text: t("checkout.blocker_shipping"), sectionId: "shipping" };
      case "no_pickup_point":
        return { text: t("checkout.blocker_point"), sectionId: "shipping" };
      case "no_payment":
        return { text: t("checkout.blocker_payment"), sectionId: "payment" };
      case "promo_refused":
        return { text: cart.promo.refusal?.message ?? t("error.unknown_error"), sectionId: "codes" };
      case "certificate_refused":
        return { text: cart.promo.certificate?.refusal?.message ?? t("error.unknown_error"), sectionId: "codes" };
      case "over_order_max":
        return { text: t("checkout.blocker_max", { sum: format.money(orderMax, cart.price_v2) }), sectionId: "items" };
    }
  });
  const tooManyCount = countLines("too_many");
  return tooManyCount > 0
    ? [{ text: t("checkout.blocker_too_many", { count: tooManyCount }), sectionId: "items" }, ...blockers]
    : blockers;
}

import type { Cart, CartItem, Estimate } from "@furoshiki/api/cart";
import type { GuestLine } from "./guest/guest-cart.ts";

/** The parts of a cart that a guest's estimate has too. */
export type CartContents = Omit<Estimate, "country">;

/** A cart line as the cart page shows it: of a customer's cart, or of the guest cart in this browser. */
export type CartLine = GuestLine &
  Pick<CartItem, "available_for_order" | "option_required" | "shipping_refusal" | "may_look_commercial" | "in_total">;

/** The currency of a cart. */
export type Currency = Pick<Cart["price_v2"], "iso_code" | "sign">;

/** Why a line cannot be ordered as it is. */
export type LineProblem = "unavailable" | "option_required" | "not_shippable" | "too_many";

/** Returns why a line cannot be ordered as it is; null if it can. */
export function getLineProblem(line: Omit<CartLine, "product">): LineProblem | null {
  if (line.option_required) return "option_required";
  if (!line.available_for_order) return "unavailable";
  if (line.shipping_refusal) return "not_shippable";
  return line.qty > line.qty_limit ? "too_many" : null;
}

/** Counts the pieces in the subtotal. */
export function countOrderablePieces(lines: readonly CartLine[]): number {
  return lines.filter((line) => line.in_total).reduce((sum, line) => sum + line.qty, 0);
}

// The API contract misspells the following names. The storefront reads them here only.

export function getAddresses({ address }: Pick<Cart, "address">) {
  return address.availiable_address.items;
}

export function getShippingMethods({ shipping }: Pick<Cart, "shipping">) {
  return shipping.availiable_shipping.items;
}

export function getPaymentMethods({ payment }: Pick<Cart, "payment">) {
  return payment.availiable_payments.items;
}

/** Whether duty is expected on the goods, so that they must be declared. */
export function isDutyExpected({ customs_tax }: Pick<Cart, "customs_tax">): boolean {
  return customs_tax.declarate;
}

/** Whether the subtotal has reached the threshold, so that gifts can be chosen. The "с" is Cyrillic. */
export function canChooseGifts({ presents }: Pick<Cart, "presents">): boolean {
  return presents.can_сhoose;
}

/** Returns the cart without the pickup points of methods that are not selected: the lists are long. */
export function dropUnusedPickupPoints(cart: Cart): Cart {
  const items = getShippingMethods(cart).map((method) =>
    method.id === cart.shipping.selected ? method : { ...method, options: [] },
  );
  return { ...cart, shipping: { ...cart.shipping, availiable_shipping: { items } } };
}

import type { CartItem } from "@furoshiki/api/cart";
import type { CartLine } from "../cart-contents.ts";
import type { GuestCart, GuestLine } from "./guest-cart.ts";

/** Returns the lines of a guest cart as the cart page shows them. @param items the lines of the latest estimate */
export function createGuestLines({ entities }: GuestCart, items: readonly CartItem[]): CartLine[] {
  const itemsById = new Map(items.map((item) => [item.cart_id, item]));
  return Object.values(entities).map((line) => {
    const item = itemsById.get(line.cart_id);
    return {
      ...line,
      available_for_order: line.product.available_for_order && line.qty_limit > 0,
      option_required: line.product.has_options && line.option_id === 0,
      shipping_refusal: item?.shipping_refusal ?? null,
      may_look_commercial: item?.may_look_commercial ?? false,
      in_total: item?.in_total ?? false,
    };
  });
}

/**
 * Returns the cart with the prices, limits, names and availability of an estimate. Quantities are reduced to the limits. A
 * product that is no longer sold is not in the estimate: its line is kept and marked as unavailable.
 */
export function applyEstimate(cart: GuestCart, items: readonly CartItem[], currency: string): GuestCart {
  const itemsById = new Map(items.map((item) => [item.cart_id, item]));
  const entities = Object.fromEntries(
    Object.entries(cart.entities).map(([id, line]) => [id, applyItem(line, itemsById.get(id))]),
  );
  return { ...cart, entities, currency: currency.toLowerCase() };
}

function applyItem(line: GuestLine, item: CartItem | undefined): GuestLine {
  if (!item) return { ...line, product: { ...line.product, available_for_order: false } };
  const { product, option_name, qty_limit } = item;
  const { src, srcset, srcset_avif, width, height } = product.image;
  return {
    ...line,
    product: { ...product, image: { src, srcset, srcset_avif, width, height } },
    // An option that was withdrawn has no name.
    option_name: option_name || line.option_name,
    qty: qty_limit > 0 ? Math.min(line.qty, qty_limit) : line.qty,
    qty_limit,
  };
}

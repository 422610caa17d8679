import type { ProductsPrice } from "@furoshiki/api/catalog";
import type { GuestCart, GuestLine } from "./guest-cart.ts";

/** Returns the cart with current prices, limits and availability. A line missing from `prices` is kept and marked as unavailable. */
export function updatePrices(cart: GuestCart, prices: ProductsPrice, currency: string): GuestCart {
  const entities = Object.fromEntries(
    Object.entries(cart.entities).map(([id, line]): [string, GuestLine] => {
      const latest = prices[id];
      if (!latest) return [id, { ...line, product: { ...line.product, available_for_order: false } }];
      const { price: current, iso_code, sign, available_for_order, qty_limit } = latest;
      const isSameCurrency = line.product.price.iso_code === iso_code;
      const old =
        isSameCurrency && line.product.price.old !== null && line.product.price.old > current
          ? line.product.price.old
          : null;
      const qty = qty_limit > 0 ? Math.min(line.qty, qty_limit) : line.qty;
      const price = { current, old, iso_code, sign };
      return [id, { ...line, qty, qty_limit, product: { ...line.product, available_for_order, price } }];
    }),
  );
  return { ...cart, entities, currency: currency.toLowerCase() };
}

import type { ProductsPrice } from "@furoshiki/api/catalogue";
import type { GuestCart, GuestLine } from "./guest-cart.ts";

/** The cart with fresh prices, limits and availability. A line that the shop no longer knows stays and is marked unavailable. */
export function withPrices(cart: GuestCart, prices: ProductsPrice, currency: string): GuestCart {
  const entities = Object.fromEntries(
    Object.entries(cart.entities).map(([id, line]): [string, GuestLine] => {
      const fresh = prices[id];
      if (!fresh) return [id, { ...line, product: { ...line.product, available_for_order: false } }];
      const { price: current, iso_code, sign, available_for_order, qty_limit } = fresh;
      const same = line.product.price.iso_code === iso_code;
      const old =
        same && line.product.price.old !== null && line.product.price.old > current ? line.product.price.old : null;
      const qty = qty_limit > 0 ? Math.min(line.qty, qty_limit) : line.qty;
      const price = { current, old, iso_code, sign };
      return [id, { ...line, qty, qty_limit, product: { ...line.product, available_for_order, price } }];
    }),
  );
  return { ...cart, entities, currency: currency.toLowerCase() };
}

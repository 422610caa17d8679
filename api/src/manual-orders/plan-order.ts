import type { CalculatedCart } from "../cart/calculation/calculate-cart.ts";
import type { CalculatedLine } from "../cart/calculation/calculate-line.ts";
import { refusals as paymentRefusals } from "../payments/schema.ts";
import { type Refusal, refuse } from "../platform/http/errors.ts";
import { type OrderedVariant, refusals } from "./admin-schema.ts";

/** The amounts of an order, in minor units of its currency. */
export type ManualOrderAmounts = Readonly<{
  productsMinor: number;
  discountMinor: number;
  deliveryMinor: number;
  totalMinor: number;
}>;

/**
 * Returns the amounts of a calculated cart. Goods that replace those of a claim cost nothing: a discount covers their
 * price, which the customs declaration needs, and their delivery is free.
 */
export function getManualOrderAmounts({ totals }: Pick<CalculatedCart, "totals">, isFree: boolean): ManualOrderAmounts {
  const { productsMinor, deliveryMinor, totalMinor } = totals;
  return isFree
    ? { productsMinor, discountMinor: productsMinor, deliveryMinor: 0, totalMinor: 0 }
    : { productsMinor, discountMinor: 0, deliveryMinor, totalMinor };
}

/** Sums the lines of a request by their variants. */
export function sumVariants(lines: readonly OrderedVariant[]): { productId: number; optionId: number; qty: number }[] {
  const items = new Map<string, { productId: number; optionId: number; qty: number }>();
  for (const { product_id: productId, option_id: optionId, quantity } of lines) {
    const key = `${productId}_${optionId}`;
    items.set(key, { productId, optionId, qty: quantity + (items.get(key)?.qty ?? 0) });
  }
  return [...items.values()];
}

type RequestedCart = Readonly<{ lines: ReturnType<typeof sumVariants>; shippingMethodId: number | null }>;

/**
 * Returns what prevents the order of a calculated cart, as a refusal; null if nothing does.
 * @param requested what was asked for: the cart leaves out products that are not sold
 */
export function findProblem(cart: CalculatedCart, requested: RequestedCart): Refusal | null {
  const missing = listMissingItems(cart, requested.lines);
  if (missing.length > 0) return refuse(refusals, "not_enough_stock", { data: { items: missing } });
  for (const { code } of cart.problems) {
    switch (code) {
      case "country_not_served":
        return refuse(refusals, "destination_not_served");
      case "parcel_over_limits":
        return refuse(refusals, "parcel_over_limits");
      case "not_shippable_items":
        return createUnshippableRefusal(cart.lines);
      case "no_address":
      case "no_shipping":
      case "no_pickup_point":
        return refuse(refusals, "method_not_available");
      case "no_payment":
        return refuse(paymentRefusals, "payment_not_offered");
      case "over_order_max":
        return refuse(refusals, "order_too_large", { params: { amount: cart.orderMaxRubMinor / 100 } });
      case "empty":
      case "unavailable_items":
      case "option_required":
      case "promo_refused":
      case "certificate_refused":
        throw new Error(`a cart of available goods has the problem ${code}`);
    }
  }
  // The cart replaces a method that is not offered by another one.
  const { shippingMethodId } = requested;
  if (shippingMethodId !== null && cart.method?.row.id !== shippingMethodId)
    return refuse(refusals, "method_not_available", { data: { method_id: shippingMethodId } });
  return null;
}

function listMissingItems({ lines }: CalculatedCart, requested: RequestedCart["lines"]) {
  return requested.flatMap(({ productId, optionId, qty }) => {
    const line = lines.find(({ row }) => row.product_id === productId && row.option_id === optionId);
    const available = line?.available ? line.qtyLimit : 0;
    return available < qty ? [{ product_id: productId, option_id: optionId, available }] : [];
  });
}

function createUnshippableRefusal(lines: readonly CalculatedLine[]): Refusal {
  const refused = lines.filter(({ refusal }) => refusal !== null);
  return refuse(refusals, "items_not_shippable", {
    params: { names: refused.map(({ row }) => row.name).join(", ") },
    data: {
      items: refused.map(({ row, refusal }) => ({
        ...{ product_id: row.product_id, option_id: row.option_id, reason: refusal?.code },
      })),
    },
  });
}

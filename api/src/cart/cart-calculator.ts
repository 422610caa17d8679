import type { Config } from "../platform/config.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { CartAdjustments } from "./adjustments/calculate-adjustments.ts";
import type { CalculatedCart } from "./calculation/calculate-cart.ts";
import type { CartContext, GuestCartContext } from "./context.ts";
import { calculateEstimate, serializeEstimate } from "./estimate/calculate-estimate.ts";
import { getCart, loadCalculatedCart } from "./load-cart.ts";
import { type OrderCart, loadCartForOrder } from "./order-cart.ts";
import { calculateUnstoredCart, type UnstoredCart } from "./unstored-cart.ts";
import type { Cart, Estimate, EstimateRequest } from "./schema.ts";

/**
 * Loads and calculates carts. A calculation applies the rules of many modules, so that handlers and checkout know this
 * interface only; `buildApi` creates it and passes it to the routes.
 */
export type CartCalculator = Readonly<{
  /** Loads and calculates a customer's cart and serializes it for the response. */
  getCart(db: Db, context: CartContext): Promise<Cart>;
  /** Loads and calculates a customer's cart. */
  calculate(db: Db, context: CartContext): Promise<CalculatedCart>;
  /** Locks a customer's cart with everything that its order uses, and calculates it. */
  calculateForOrder(db: Tx, context: CartContext): Promise<OrderCart>;
  /** Calculates the cart of a guest from the lines in the request. */
  calculateEstimate(
    db: Db,
    request: EstimateRequest,
    adjustments: CartAdjustments,
    context: GuestCartContext,
  ): Promise<CalculatedCart>;
  /** Serializes the calculated cart of a guest for the response. */
  serializeEstimate(db: Db, cart: CalculatedCart, context: GuestCartContext): Promise<Estimate>;
  /** Calculates goods that are ordered for a customer without being in their cart. */
  calculateUnstored(db: Db, cart: UnstoredCart, context: Omit<CartContext, "customerId">): Promise<CalculatedCart>;
}>;

/** Creates the calculator of an installation, which offers the payment methods of the configured providers. */
export function createCartCalculator({
  paymentProviders: providers,
}: Pick<Config, "paymentProviders">): CartCalculator {
  return {
    getCart: async (db, context) => getCart(db, { ...context, providers }),
    calculate: async (db, context) => loadCalculatedCart(db, { ...context, providers }),
    calculateForOrder: async (db, context) => loadCartForOrder(db, { ...context, providers }),
    calculateEstimate: async (db, request, adjustments, context) =>
      calculateEstimate(db, request, adjustments, { ...context, providers }),
    serializeEstimate,
    calculateUnstored: async (db, cart, context) => calculateUnstoredCart(db, cart, { ...context, providers }),
  };
}

import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import { useCachedSnapshot } from "../platform/cache/cache.ts";
import type { CalculatedCart } from "./calculation/calculate-cart.ts";
import { lockCart } from "./sql.ts";
import type { CartContext } from "./context.ts";
import type { CartCalculator } from "./cart-calculator.ts";
import type { Cart } from "./schema.ts";

/**
 * Locks and calculates a cart, applies a change that depends on what the cart contains, and returns the changed cart.
 * @param change may refuse; it writes in the same transaction
 */
export async function changeCart(
  calculator: CartCalculator,
  db: Db,
  context: CartContext,
  change: (db: Tx, cart: CalculatedCart) => Promise<void>,
): Promise<Cart> {
  await changeLockedCart(calculator, db, context, change);
  return calculator.getCart(db, context);
}

/**
 * Locks and calculates a cart and applies a change that depends on what the cart contains. Returns what `change` returns:
 * for callers that do not need the changed cart, so that it is not calculated again.
 * @param change may refuse; it writes in the same transaction
 */
export async function changeLockedCart<T>(
  calculator: CartCalculator,
  db: Db,
  context: CartContext,
  change: (db: Tx, cart: CalculatedCart) => Promise<T>,
): Promise<T> {
  return withTransaction(db, async (tx) => {
    await useCachedSnapshot(tx);
    await lockCart(tx, context.customerId, context.now);
    return change(tx, await calculator.calculate(tx, context));
  });
}

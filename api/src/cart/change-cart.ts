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
  await withTransaction(db, async (tx) => {
    await useCachedSnapshot(tx);
    await lockCart(tx, context.customerId, context.now);
    await change(tx, await calculator.calculate(tx, context));
  });
  return calculator.getCart(db, context);
}

import { listAddresses } from "../account/addresses/saved-addresses.ts";
import { lockStockForQuery } from "../catalog/products/stock.ts";
import { getPricingContext } from "../catalog/pricing/pricing-context.ts";
import { getCurrency } from "../money/service.ts";
import type { Tx } from "../platform/db/database.ts";
import { type CalculatedCart, calculateCart } from "./calculation/calculate-cart.ts";
import { loadAdjustments } from "./adjustments/load-adjustments.ts";
import { restoreSavedLines } from "./saved-for-later/sql.ts";
import { listCartLines, type CartRow, emptyCart, findCart, lockCart, buildOrderStockQuery } from "./sql.ts";
import type { CartContext } from "./context.ts";

export type { CartRow };

/** For checkout: locks a cart and all stock that an order of it may take until the transaction ends. */
export async function lockCartAndStock(db: Tx, context: CartContext): Promise<CartRow | undefined> {
  await lockCart(db, context.customerId, context.now);
  const row = await findCart(db, context.customerId);
  await lockStockForQuery(db, buildOrderStockQuery(context.customerId));
  return row;
}

/**
 * Calculates a locked cart with only what an order needs: without saved lines, without gifts that are not chosen,
 * without lists of pickup points, and without loading any point if none is selected.
 */
export async function calculateCartForOrder(
  db: Tx,
  row: CartRow | undefined,
  context: CartContext,
): Promise<CalculatedCart> {
  const currency = await getCurrency(db, context.currency);
  const [adjustments, lines, addresses, pricing] = await Promise.all([
    loadAdjustments(db, row, context, "chosen"),
    listCartLines(db, context.customerId, context.locale),
    listAddresses(db, context.customerId, context.locale),
    getPricingContext(db, currency, context.now),
  ]);
  const maxPickupPoints = row?.pickup_point ? 1 : 0;
  return calculateCart(
    db,
    { row, lines, addresses, adjustments, maxPickupPoints, providers: context.providers },
    pricing,
  );
}

/** Empties a cart after its order was placed; lines saved for the next order move into it. */
export async function clearCart(db: Tx, customerId: number, row: CartRow | undefined): Promise<void> {
  await emptyCart(db, customerId);
  if (row?.has_saved_items) await restoreSavedLines(db, customerId);
}

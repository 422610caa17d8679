import type { StockCheck } from "../cart/lines/line-updates.ts";
import { updateLines } from "../cart/lines/service.ts";
import type { CartContext } from "../cart/context.ts";
import { listPurchasedItems } from "../orders/service.ts";
import type { Db } from "../platform/db/database.ts";

/**
 * Adds the goods of a customer's own order to their cart as far as they are sold. Idempotent.
 * @returns the lines that were reduced or are unavailable
 * @throws refusal `order_not_found`
 */
export async function reorder(db: Db, orderId: number, context: CartContext): Promise<StockCheck> {
  const orderedItems = await listPurchasedItems(db, context.customerId, orderId);
  const updates = orderedItems.map(({ productId, optionId, qty }) => ({
    product_id: productId,
    option_id: optionId,
    qty,
  }));
  return updateLines(db, updates, "repeat", context);
}

import { getPricingContext } from "../../catalog/pricing/pricing-context.ts";
import { getCurrency } from "../../money/service.ts";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import type { Cart, CartLineUpdate } from "../schema.ts";
import { deleteLines, loadVariantStates, lockCart, upsertLines } from "../sql.ts";
import { planLineUpdates, type LineUpdateMode, type StockCheck } from "./line-updates.ts";
import type { CartCalculator } from "../cart-calculator.ts";
import type { CartContext } from "../context.ts";
import { changeCart } from "../change-cart.ts";

/**
 * Sets line quantities: adds, changes or removes (0) lines. `merge` keeps the larger of the stored and the given
 * quantity (the guest's cart at sign-in). `late` is for changes that were made on a page without network: a difference
 * from what that page showed is reported as a change. `repeat` adds those lines of a past order that are still sold.
 * Idempotent. Quantities are clamped to what is available.
 * @returns the lines that were clamped or not added
 * @throws refusals `cart_line_unknown`, `option_required`, `cart_full`
 */
export async function updateLines(
  db: Db,
  updates: CartLineUpdate[],
  mode: LineUpdateMode,
  context: CartContext,
): Promise<StockCheck> {
  const pricing = await getPricingContext(db, await getCurrency(db, context.currency), context.now);
  return withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    const keys = updates.map(({ product_id, option_id }) => ({ productId: product_id, optionId: option_id }));
    const plan = planLineUpdates(
      updates,
      { variantStates: await loadVariantStates(tx, context.customerId, keys), pricing },
      mode,
    );
    await deleteLines(tx, context.customerId, plan.removals);
    await upsertLines(tx, context.customerId, plan.upserts);
    return plan.stockChecks;
  });
}

/** Removes lines, whatever the quantities in the updates; lines that are not in the cart are ignored. */
export async function removeLines(db: Db, updates: CartLineUpdate[], context: CartContext): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    await deleteLines(
      tx,
      context.customerId,
      updates.map(({ product_id, option_id }) => ({ productId: product_id, optionId: option_id })),
    );
  });
}

/** Marks the changes as seen: they are not reported again, and quantities are reduced to what is available. */
export async function acknowledgeChanges(calculator: CartCalculator, db: Db, context: CartContext): Promise<Cart> {
  return changeCart(calculator, db, context, async (tx, { lines }) => {
    const seen = lines.map((line) => {
      const qty = line.available ? Math.min(line.row.qty, line.qtyLimit) : line.row.qty;
      return {
        productId: line.row.product_id,
        optionId: line.row.option_id,
        qty,
        seen: { qty, priceMinor: line.priceRubMinor, onSale: line.oldRubMinor !== null, available: line.available },
      };
    });
    await upsertLines(tx, context.customerId, seen);
  });
}

import { createStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import type { CartLine } from "../cart-contents.ts";

/** Items that were removed together on this page, and a function that restores all of them. */
export type UndoableRemoval = { names: string[]; undo: () => void };

const undoableRemoval = createStore<UndoableRemoval | null>(null);

/**
 * Removes pieces from the cart and offers to undo that.
 * @param removals how many pieces of which lines
 */
export function removeWithUndo(
  removals: readonly { line: CartLine; qty: number }[],
  getQty: (cartId: string) => number,
  updateLine: (line: CartLine, qty: number) => void,
): void {
  const previousQuantities = removals.map(({ line }) => ({ line, qty: getQty(line.cart_id) }));
  for (const { line, qty } of removals) updateLine(line, Math.max(0, getQty(line.cart_id) - qty));
  undoableRemoval.update({
    names: removals.map(({ line, qty }) => `${line.product.name} × ${qty}`),
    undo: () => {
      for (const { line, qty } of previousQuantities) updateLine(line, qty);
      undoableRemoval.update(null);
    },
  });
}

/** Drops the undo offer, for example when the page is left. */
export function clearUndoableRemoval(): void {
  if (undoableRemoval.get()) undoableRemoval.update(null);
}

/** Returns the last removal that can be undone, or null. */
export function useUndoableRemoval(): UndoableRemoval | null {
  return useStoreValue(undoableRemoval);
}

import { createStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import type { SplitLine } from "../cart-view-model.ts";

/** Items that were removed together on this page, and a function that restores all of them. */
export type UndoableRemoval = { names: string[]; undo: () => void };

const undoableRemoval = createStore<UndoableRemoval | null>(null);

function setRemoval(removal: UndoableRemoval | null): void {
  undoableRemoval.set(removal);
  undoableRemoval.notify();
}

/** Removes items from the cart and offers to undo that. */
export function removeWithUndo(
  lines: readonly SplitLine[],
  getQty: (cartId: string) => number,
  setQty: (cartId: string, qty: number) => void,
): void {
  const previousQuantities = lines.map(({ cartId }) => [cartId, getQty(cartId)] as const);
  for (const { cartId, qty } of lines) setQty(cartId, Math.max(0, getQty(cartId) - qty));
  setRemoval({
    names: lines.map(({ name, qty }) => `${name} × ${qty}`),
    undo: () => {
      for (const [cartId, qty] of previousQuantities) setQty(cartId, qty);
      setRemoval(null);
    },
  });
}

/** Drops the undo offer, for example when the page is left. */
export function clearUndoableRemoval(): void {
  if (undoableRemoval.get()) setRemoval(null);
}

/** Returns the last removal that can be undone, or null. */
export function useUndoableRemoval(): UndoableRemoval | null {
  return useStoreValue(undoableRemoval);
}

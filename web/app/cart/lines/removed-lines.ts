import { createStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import type { CartLine } from "../cart-contents.ts";

/** A line that was removed on this page and can be restored. */
export type RemovedLine = {
  line: CartLine;
  /** Its index in the list of lines. */
  position: number;
  /** Whether it was moved to the wishlist. */
  wasMovedToWishlist: boolean;
  /** Whether restoring was requested but is not confirmed by the server yet. */
  isRestoring: boolean;
  restore: () => void;
};

const emptyList: readonly RemovedLine[] = [];
/** Positions of restored lines while the page is open, because the server and the browser append them at the end. */
const restoredPositions = new Map<string, number>();
const removedLines = createStore(emptyList);

/** Adds a line that can be restored. */
export function addRemovedLine(removedLine: Omit<RemovedLine, "isRestoring">): void {
  removedLines.update([
    ...removedLines.get().filter(({ line }) => line.cart_id !== removedLine.line.cart_id),
    { ...removedLine, isRestoring: false },
  ]);
}

/** Requests to restore a line. It stays in this list until it is in the cart again. */
export function restoreLine({ line, restore }: RemovedLine): void {
  removedLines.update(
    removedLines
      .get()
      .map((removed) => (removed.line.cart_id === line.cart_id ? { ...removed, isRestoring: true } : removed)),
  );
  restore();
}

/** Returns the lines with restored ones at their previous positions. */
export function restoreOrder<Line extends { cart_id: string }>(lines: readonly Line[]): Line[] {
  const otherLines = lines.filter(({ cart_id }) => !restoredPositions.has(cart_id));
  const restoredLines = lines.filter(({ cart_id }) => restoredPositions.has(cart_id));
  const getPosition = ({ cart_id }: Line) => restoredPositions.get(cart_id) ?? 0;
  for (const line of restoredLines.toSorted((a, b) => getPosition(a) - getPosition(b)))
    otherLines.splice(getPosition(line), 0, line);
  return otherLines;
}

/** Drops lines that are in the cart again and keeps their positions. Without ids, drops everything. */
export function clearRemovedLines(cartIds?: ReadonlySet<string>): void {
  const removed = removedLines.get();
  if (!cartIds) restoredPositions.clear();
  for (const { line, position } of removed)
    if (cartIds?.has(line.cart_id)) restoredPositions.set(line.cart_id, position);
  const remaining = cartIds ? removed.filter(({ line }) => !cartIds.has(line.cart_id)) : emptyList;
  if (remaining.length < removed.length) removedLines.update(remaining);
}

/** Returns the lines that were removed on this page and can be restored. */
export function useRemovedLines(): readonly RemovedLine[] {
  return useStoreValue(removedLines);
}

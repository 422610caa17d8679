import { useSyncExternalStore } from "react";
import type { SplitLine } from "./shown-cart.ts";

/** Pieces that were taken out together on this page, and the way to have all of them back. */
export type TakenOut = { names: string[]; putBack: () => void };

let current: TakenOut | null = null;
const listeners = new Set<() => void>();

function change(next: TakenOut | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Takes pieces out of a cart. @param setQty gives a line as many pieces; @param qtyOf says how many it has now */
export function takeOut(
  lines: readonly SplitLine[],
  qtyOf: (cartId: string) => number,
  setQty: (cartId: string, qty: number) => void,
): void {
  const before = lines.map(({ cartId }) => [cartId, qtyOf(cartId)] as const);
  for (const { cartId, qty } of lines) setQty(cartId, Math.max(0, qtyOf(cartId) - qty));
  change({
    names: lines.map(({ name, qty }) => `${name} × ${qty}`),
    putBack: () => {
      for (const [cartId, qty] of before) setQty(cartId, qty);
      change(null);
    },
  });
}

/** Nothing is offered back any more: the page is left. */
export function forgetTakenOut(): void {
  if (current) change(null);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useTakenOut(): TakenOut | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

import { useSyncExternalStore } from "react";
import type { ShownLine } from "./shown-cart.ts";

/** A line that was taken out on this page and can be put back. */
export type RemovedLine = {
  line: ShownLine;
  /** Where it stood among the others. */
  place: number;
  /** It went to the favourites. */
  kept: boolean;
  /** Its return was asked for; it is there when the shop has answered. */
  returning: boolean;
  putBack: () => void;
};

const none: readonly RemovedLine[] = [];
let removed = none;
const listeners = new Set<() => void>();

function change(next: readonly RemovedLine[]): void {
  removed = next;
  for (const listener of listeners) listener();
}

export function noteRemoved(one: Omit<RemovedLine, "returning">): void {
  change([...removed.filter(({ line }) => line.cartId !== one.line.cartId), { ...one, returning: false }]);
}

/** Asks for a line back; it is forgotten here when it stands in the cart again. */
export function putBack({ line, putBack: ask }: RemovedLine): void {
  change(removed.map((one) => (one.line.cartId === line.cartId ? { ...one, returning: true } : one)));
  ask();
}

export function forgetRemoved(cartIds?: ReadonlySet<string>): void {
  const left = cartIds ? removed.filter(({ line }) => !cartIds.has(line.cartId)) : none;
  if (left.length < removed.length) change(left);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useRemovedLines(): readonly RemovedLine[] {
  return useSyncExternalStore(
    subscribe,
    () => removed,
    () => none,
  );
}

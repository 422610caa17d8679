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
/** Places of lines that came back, while the page is open: the shop and the browser put them last. */
const returned = new Map<string, number>();
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

/** Lines with those that were put back in their old places. */
export function inOldPlaces<Line extends { cartId: string }>(lines: readonly Line[]): Line[] {
  const there = lines.filter(({ cartId }) => !returned.has(cartId));
  const back = lines.filter(({ cartId }) => returned.has(cartId));
  const placeOf = ({ cartId }: Line) => returned.get(cartId) ?? 0;
  for (const line of back.toSorted((a, b) => placeOf(a) - placeOf(b))) there.splice(placeOf(line), 0, line);
  return there;
}

/** Forgets lines that are in the cart again, in their places; or all, with the places, when the page is left. */
export function forgetRemoved(cartIds?: ReadonlySet<string>): void {
  if (!cartIds) returned.clear();
  for (const { line, place } of removed) if (cartIds?.has(line.cartId)) returned.set(line.cartId, place);
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

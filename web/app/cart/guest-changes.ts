import { useState } from "react";
import { readStored, store } from "../lib/storage.ts";
import type { GuestCart, GuestLine } from "./guest-cart.ts";
import type { LineChange } from "./shown-cart.ts";

const KEY = "cart-changes";
const MOST = 100;
const codes = ["price_rose", "price_fell", "sale_ended", "quantity_cut", "unavailable", "available_again"] as const;

/** A change with the currency of its amounts: nothing is said in another one. */
export type GuestChange = LineChange & { iso_code: string };

/** What became of a guest's lines between two askings for prices. */
export function guestChanges(before: GuestCart, after: GuestCart): GuestChange[] {
  return Object.entries(after.entities).flatMap(([id, now]) => {
    const was = before.entities[id];
    return was ? lineChanges(was, now) : [];
  });
}

function lineChanges(was: GuestLine, now: GuestLine): GuestChange[] {
  const { iso_code } = now.product.price;
  const told = (code: LineChange["code"], from: number | null = null, to: number | null = null): GuestChange => ({
    ...{ cartId: now.cart_id, name: now.product.name, code, was: from, now: to, iso_code },
  });
  if (!isThere(now)) return isThere(was) ? [told("unavailable")] : [];
  const changes = isThere(was) ? [] : [told("available_again")];
  if (now.qty < was.qty) changes.push(told("quantity_cut", was.qty, now.qty));
  const [from, to] = [was.product.price, now.product.price];
  if (from.iso_code !== to.iso_code) return changes;
  if (to.current > from.current)
    changes.push(told(from.old !== null && to.old === null ? "sale_ended" : "price_rose", from.current, to.current));
  if (to.current < from.current) changes.push(told("price_fell", from.current, to.current));
  return changes;
}

function isThere({ product, qty_limit }: GuestLine): boolean {
  return product.available_for_order && qty_limit > 0;
}

/** The newest news of each line and kind, beside what was not seen yet. */
export function keepChanges(fresh: readonly GuestChange[]): void {
  if (fresh.length === 0) return;
  const lines = new Set(fresh.map((change) => change.cartId));
  const older = storedChanges().filter((change) => !lines.has(change.cartId));
  store(KEY, [...older, ...fresh].slice(-MOST));
}

export function storedChanges(): GuestChange[] {
  const stored = readStored(KEY);
  return Array.isArray(stored) ? stored.filter(isChange) : [];
}

function isChange(value: unknown): value is GuestChange {
  if (typeof value !== "object" || value === null) return false;
  const { cartId, name, code, was, now, iso_code } = value as Record<string, unknown>;
  const isAmount = (amount: unknown) => amount === null || typeof amount === "number";
  return (
    [cartId, name, iso_code].every((text) => typeof text === "string") &&
    codes.some((known) => known === code) &&
    isAmount(was) &&
    isAmount(now)
  );
}

/** What the guest was not told yet of the lines that he still has. */
export function useGuestChanges(cart: GuestCart, currency: string): { changes: GuestChange[]; onSeen: () => void } {
  const [, setSeen] = useState(0);
  const changes = storedChanges().filter(
    (change) => cart.entities[change.cartId] && change.iso_code.toLowerCase() === currency.toLowerCase(),
  );
  const onSeen = () => {
    store(KEY, []);
    setSeen((times) => times + 1);
  };
  return { changes, onSeen };
}

import type { CartChange } from "@furoshiki/api/cart";
import { useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { createPersistentStore } from "../../browser/persistent-store.ts";
import type { GuestCart, GuestLine } from "./guest-cart.ts";

const MAX_CHANGES = 100;
const codes = ["price_rose", "price_fell", "sale_ended", "quantity_cut", "unavailable", "available_again"] as const;

/** A change with the currency of its amounts; it is shown only in this currency. */
export type GuestCartChange = CartChange & { iso_code: string };

/** Compares the guest cart before and after a price refresh. */
export function getGuestCartChanges(before: GuestCart, after: GuestCart): GuestCartChange[] {
  return Object.entries(after.entities).flatMap(([id, now]) => {
    const was = before.entities[id];
    return was ? getLineChanges(was, now) : [];
  });
}

function getLineChanges(was: GuestLine, now: GuestLine): GuestCartChange[] {
  const { iso_code } = now.product.price;
  const createChange = (
    code: CartChange["code"],
    from: number | null = null,
    to: number | null = null,
  ): GuestCartChange => ({
    ...{ cart_id: now.cart_id, name: now.product.name, code, was: from, now: to, iso_code },
  });
  if (now.product.has_options && now.option_id === 0) return [];
  if (!isAvailable(now)) return isAvailable(was) ? [createChange("unavailable")] : [];
  const changes = isAvailable(was) ? [] : [createChange("available_again")];
  if (now.qty < was.qty) changes.push(createChange("quantity_cut", was.qty, now.qty));
  const [from, to] = [was.product.price, now.product.price];
  if (from.iso_code !== to.iso_code) return changes;
  if (to.current > from.current)
    changes.push(
      createChange(from.old !== null && to.old === null ? "sale_ended" : "price_rose", from.current, to.current),
    );
  if (to.current < from.current) changes.push(createChange("price_fell", from.current, to.current));
  return changes;
}

function isAvailable({ product, qty_limit }: GuestLine): boolean {
  return product.available_for_order && qty_limit > 0;
}

/** The changes that the guest has not dismissed. */
const storedChanges = createPersistentStore<GuestCartChange[]>("cart-changes", [], (stored) =>
  Array.isArray(stored) ? stored.filter(isChange) : [],
);

/** Adds the changes to those that the guest has not dismissed yet. New changes of a line replace its older ones. */
export function saveChanges(newChanges: readonly GuestCartChange[]): void {
  if (newChanges.length === 0) return;
  const lines = new Set(newChanges.map((change) => change.cart_id));
  const olderChanges = storedChanges.read().filter((change) => !lines.has(change.cart_id));
  storedChanges.write([...olderChanges, ...newChanges].slice(-MAX_CHANGES));
}

/** Dismisses all changes. */
export function clearChanges(): void {
  storedChanges.write([]);
}

function isChange(value: unknown): value is GuestCartChange {
  if (typeof value !== "object" || value === null) return false;
  const { cart_id, name, code, was, now, iso_code } = value as Record<string, unknown>;
  const isAmount = (amount: unknown) => amount === null || typeof amount === "number";
  return (
    [cart_id, name, iso_code].every((text) => typeof text === "string") &&
    codes.some((knownCode) => knownCode === code) &&
    isAmount(was) &&
    isAmount(now)
  );
}

/** Returns the changes that the guest has not dismissed, for lines that are still in the cart. */
export function useGuestCartChanges(cart: GuestCart, currency: string): GuestCartChange[] {
  return useStoreValue(storedChanges).filter(
    (change) => cart.entities[change.cart_id] && change.iso_code.toLowerCase() === currency.toLowerCase(),
  );
}

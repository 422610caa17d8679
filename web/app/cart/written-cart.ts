import type { Cart } from "@furoshiki/api/cart";
import type { Option } from "@furoshiki/api/catalog";
import type { CustomerSummary } from "@furoshiki/api/customer-summary";
import { useMemo, useState } from "react";
import { createStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";

/** Summary of a signed-in customer's cart, for the header and the product cards. */
export type CartSummary = CustomerSummary["cart"];

/** A customer's cart with the options for lines that need another one, by product id. */
export type LoadedCart = { cart: Cart; options: Record<number, Option[]> };

/** A part of the result of a write: the cart after it. Null for a guest, whose cart is in the browser. */
export type WithCart = { cart?: LoadedCart | null | undefined };

/** The cart as the latest write on this page has returned it. */
const writtenCart = createStore<LoadedCart | null>(null);
let runningWrites = 0;
let haveWritesOverlapped = false;

/**
 * Runs a write and publishes the cart that it returns. Of writes that overlap, either may have been calculated first:
 * their results are returned without a cart, so that the cart is loaded again.
 */
export async function publishWrittenCart<Result extends WithCart | undefined>(
  write: () => Promise<Result>,
): Promise<Result> {
  runningWrites += 1;
  if (runningWrites > 1) haveWritesOverlapped = true;
  try {
    const result = await write();
    if (result && haveWritesOverlapped) return { ...result, cart: undefined };
    if (result?.cart) writtenCart.update(result.cart);
    return result;
  } finally {
    runningWrites -= 1;
    if (runningWrites === 0) haveWritesOverlapped = false;
  }
}

/** Returns the newest cart: the one that the loader of the page returned, or the one that a write has returned since. */
export function useNewestCart(loaded: LoadedCart): LoadedCart {
  return useNewest(loaded, useStoreValue(writtenCart));
}

/** Returns the newest summary of the cart. @param loaded the summary from the root loader; null for guests */
export function useNewestSummary(loaded: CartSummary | null): CartSummary | null {
  const written = useStoreValue(writtenCart);
  const writtenSummary = useMemo(() => written && summarizeCart(written.cart), [written]);
  return useNewest(loaded, writtenSummary);
}

function summarizeCart({ cart_items, certificates }: Cart): CartSummary {
  const quantities = Object.fromEntries(cart_items.items.map(({ cart_id, qty }) => [cart_id, qty]));
  return { quantities, certificates: certificates.items.length };
}

/** Returns the value that changed last. On the first render that is the one from the loader. */
function useNewest<T>(loaded: T, written: T | null): T {
  const [previous, setPrevious] = useState({ loaded, written, newest: loaded });
  if (previous.loaded === loaded && previous.written === written) return previous.newest;
  const newest = written !== null && previous.written !== written ? written : loaded;
  setPrevious({ loaded, written, newest });
  return newest;
}

/** For `shouldRevalidate`: whether the result of a write has the new cart, so that no loader has to return it. */
export function hasWrittenCart(actionResult: unknown): boolean {
  return (
    typeof actionResult === "object" &&
    actionResult !== null &&
    "cart" in actionResult &&
    actionResult.cart !== undefined
  );
}

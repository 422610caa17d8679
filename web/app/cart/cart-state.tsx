import { createContext, use, useEffect, useMemo, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import { createStore, useStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { track } from "../analytics/track.ts";
import {
  updateGuestCart,
  getGuestCart,
  countPieces,
  useGuestCart,
  setLineQty,
  type NewCartLine,
} from "./guest/guest-cart.ts";
import { useLineUpdates } from "./lines/use-line-updates.ts";
import { useNewestSummary, type CartSummary } from "./written-cart.ts";

type CartState = {
  /** The cart as the server sent it last, without changes that it has not confirmed; null for guests. */
  summary: CartSummary | null;
  /** Number of items in the cart, including gift cards that are being bought. */
  count: number;
  getQty(cartId: string): number;
  /** Sets the quantity of a line; 0 removes it. */
  updateLine(line: NewCartLine, qty: number): void;
  /** Shows quantities that are queued in the browser as pending, and sends them again. Keys are cart ids. */
  resend(quantities: Record<string, number>): void;
};

const noop = () => {};
const CartContext = createContext(
  createStore<CartState>({ summary: null, count: 0, getQty: () => 0, updateLine: noop, resend: noop }),
);

/** Returns the cart of the visitor: of a customer or a guest. */
export function useCart(): CartState {
  return useStoreValue(use(CartContext));
}

type CartProviderProps = {
  /** The cart from the root loader; null for guests. */
  summary: CartSummary | null;
  children: ReactNode;
};

/** Provides one interface to the guest cart in this browser or the signed-in customer's cart on the server. */
export function CartProvider({ summary: loadedSummary, children }: CartProviderProps) {
  const guest = useGuestCart();
  const summary = useNewestSummary(loadedSummary);
  const { pendingQuantities, queueUpdate, resend } = useLineUpdates(summary);
  useMergeLeftovers(summary !== null && Object.keys(guest.entities).length > 0);
  const state = useMemo<CartState>(() => {
    if (summary) {
      const quantities = { ...summary.quantities, ...pendingQuantities };
      const count = Object.values(quantities).reduce((sum, qty) => sum + qty, summary.certificates);
      return { summary, count, getQty: (id) => quantities[id] ?? 0, updateLine: queueUpdate, resend };
    }
    return {
      summary,
      count: countPieces(guest),
      getQty: (id) => guest.entities[id]?.qty ?? 0,
      updateLine: updateGuestLine,
      resend: noop,
    };
  }, [summary, pendingQuantities, queueUpdate, resend, guest]);
  const store = useStore(state);
  return <CartContext value={store}>{children}</CartContext>;
}

function updateGuestLine(line: NewCartLine, qty: number): void {
  const { cart_id: cartId } = line;
  const before = getGuestCart().entities[cartId]?.qty ?? 0;
  updateGuestCart((cart) => setLineQty(cart, line, qty));
  const after = getGuestCart().entities[cartId]?.qty ?? 0;
  void track({ kind: "quantity", cartId, before, after, line });
}

/** Retries to merge guest cart lines that could not be merged at sign-in. */
function useMergeLeftovers(hasLines: boolean) {
  const i18n = useI18n();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!hasLines) return;
    const merge = async () => {
      const { mergeGuestCart } = await import("./guest/merge-guest-cart.ts");
      if (await mergeGuestCart(i18n)) await revalidate();
    };
    void merge();
  }, [hasLines, i18n, revalidate]);
}

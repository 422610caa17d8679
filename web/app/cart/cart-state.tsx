import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import { heldOf, useHeld, useHeldValue } from "../lib/held.ts";
import { useShop } from "../lib/shop.tsx";
import { track } from "../lib/track.ts";
import { say } from "../ui/toast.tsx";
import { changeGuestCart, guestCart, piecesOf, useGuestCart, withQty, type GuestLine } from "./guest-cart.ts";
import type { LinesAnswer } from "./lines.ts";

/** The signed-in shopper's cart as the header and the cards need it. */
export type CartSummary = { count: number; quantities: Record<string, number> };

/** A product that can be put into the cart. */
export type CartLine = Omit<GuestLine, "qty">;

type CartState = {
  /** Pieces in the cart. */
  count: number;
  qtyOf(cartId: string): number;
  /** Wishes this many pieces; 0 takes the line out. */
  change(line: CartLine, qty: number): void;
  /** The same for a line that is in the cart already. */
  changeQty(cartId: string, qty: number): void;
};

const CartContext = createContext(
  heldOf<CartState>({ count: 0, qtyOf: () => 0, change: () => {}, changeQty: () => {} }),
);

export function useCart(): CartState {
  return useHeldValue(use(CartContext));
}

/** The guest's cart of this browser, or the signed-in shopper's cart of the shop (`summary`), behind one face. */
export function CartProvider({ summary, children }: { summary: CartSummary | null; children: ReactNode }) {
  const guest = useGuestCart();
  const { wished, wish } = useWishes(summary);
  useLeftovers(summary !== null && Object.keys(guest.entities).length > 0);
  const state = useMemo<CartState>(() => {
    if (summary) {
      const quantities = { ...summary.quantities, ...wished };
      const count = Object.values(quantities).reduce((sum, qty) => sum + qty, 0);
      return {
        count,
        qtyOf: (id) => quantities[id] ?? 0,
        change: (line, qty) => wish(line.cart_id, qty, line),
        changeQty: wish,
      };
    }
    return {
      count: piecesOf(guest),
      qtyOf: (id) => guest.entities[id]?.qty ?? 0,
      change: changeGuestLine,
      changeQty: (id, qty) => {
        const line = guest.entities[id];
        if (line) changeGuestLine(line, qty);
      },
    };
  }, [summary, wished, wish, guest]);
  const held = useHeld(state);
  return <CartContext value={held}>{children}</CartContext>;
}

function changeGuestLine(line: CartLine, qty: number): void {
  const { cart_id: cartId } = line;
  const before = guestCart().entities[cartId]?.qty ?? 0;
  changeGuestCart((cart) => withQty(cart, line, qty));
  const after = guestCart().entities[cartId]?.qty ?? 0;
  void track({ kind: "quantity", cartId, before, after, line });
}

/** Lines of a guest's cart that did not reach the shop at sign-in are brought on the next page. */
function useLeftovers(any: boolean) {
  const shop = useShop();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!any) return;
    const bring = async () => {
      const { bringGuestCart } = await import("./bring-guest-cart.ts");
      if (await bringGuestCart(shop)) await revalidate();
    };
    void bring();
  }, [any, shop, revalidate]);
}

type Wish = { product_id: number; option_id: number; qty: number; line: CartLine | undefined };

/**
 * Sends wishes to the shop one call at a time. A wish is a quantity, not a difference, so only the newest of
 * a line is sent, and the page shows it before the answer comes.
 */
function useWishes(summary: CartSummary | null) {
  const shop = useShop();
  const { revalidate } = useRevalidator();
  const [wished, setWished] = useState<Record<string, number>>({});
  const waiting = useRef(new Map<string, Wish>());
  const sending = useRef(false);

  // A fresh summary from the server is the truth again.
  const seen = useRef(summary);
  /** Pieces that the shop is known to hold. */
  const held = useRef({ ...summary?.quantities });
  if (seen.current !== summary) {
    seen.current = summary;
    held.current = { ...summary?.quantities };
    if (Object.keys(wished).length > 0 && !sending.current) setWished({});
  }

  const tell = useCallback((cartId: string, after: number, line: CartLine | undefined) => {
    const before = held.current[cartId] ?? 0;
    held.current[cartId] = after;
    void track({ kind: "quantity", cartId, before, after, ...(line ? { line } : {}) });
  }, []);

  const send = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    while (waiting.current.size > 0) {
      const wishes = [...waiting.current];
      waiting.current.clear();
      const answer = await postWishes(
        shop.to("/cart/lines"),
        wishes.map(([, { line: _line, ...wanted }]) => wanted),
      );
      if (!answer) {
        // The cart stays as it was (spec §4): nothing can be asked where nobody was reached.
        waiting.current.clear();
        sending.current = false;
        setWished({});
        say(shop.t("error.unknown_error"), "error");
        return;
      }
      if (answer.ok) for (const [cartId, { qty, line }] of wishes) tell(cartId, qty, line);
      if (answer.message) say(answer.message, answer.ok ? "ok" : "error");
    }
    sending.current = false;
    await revalidate();
  }, [shop, revalidate, tell]);

  const wish = useCallback(
    (cartId: string, qty: number, line?: CartLine) => {
      const [productId = 0, optionId = 0] = cartId.split("_").map(Number);
      waiting.current.set(cartId, { product_id: productId, option_id: optionId, qty, line });
      setWished((now) => ({ ...now, [cartId]: qty }));
      void send();
    },
    [send],
  );
  return { wished, wish };
}

/** Null where the shop could not be reached. */
async function postWishes(address: string, wishes: object[]): Promise<LinesAnswer | null> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(wishes),
    });
    return (await response.json()) as LinesAnswer;
  } catch {
    // No connection, or an answer that is none: the caller tells the shopper.
    return null;
  }
}

import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import { heldOf, useHeld, useHeldValue } from "../lib/held.ts";
import { useShop } from "../lib/shop.tsx";
import { track } from "../lib/track.ts";
import { say } from "../ui/toast.tsx";
import { cartIdOf, changeGuestCart, guestCart, piecesOf, useGuestCart, withQty, type GuestLine } from "./guest-cart.ts";
import type { LinesAnswer, Wish } from "./lines.ts";

/** The signed-in shopper's cart as the header and the cards need it. */
export type CartSummary = { count: number; quantities: Record<string, number>; certificates: number };

/** A product that can be put into the cart. */
export type CartLine = Omit<GuestLine, "qty">;

type CartState = {
  /** Pieces in the cart, certificates that are bought among them. */
  count: number;
  qtyOf(cartId: string): number;
  /** Wishes this many pieces; 0 takes the line out. */
  change(line: CartLine, qty: number): void;
  /** The same for a line that is in the cart already. */
  changeQty(cartId: string, qty: number): void;
  /** Shows and sends once more what waits in the browser, by line. */
  resend(quantities: Record<string, number>): void;
};

const nothing = () => {};
const CartContext = createContext(
  heldOf<CartState>({ count: 0, qtyOf: () => 0, change: nothing, changeQty: nothing, resend: nothing }),
);

type Post = (wishes: readonly Wish[], late?: boolean) => Promise<LinesAnswer | null>;
/** `kept`: nobody was reached, and the browser sends them when it can. Null: nobody was reached, and they are lost. */
export type Sent = { answer: LinesAnswer; wishes: readonly Wish[] } | "kept" | null;
export type Sender = (wishes: readonly Wish[], post: Post) => Promise<Sent>;

/** So long a wish that reached nobody waits for who keeps it: that comes once the page is quiet. */
const KEEPER_MS = 10_000;

const sendAtOnce: Sender = async (wishes, post) => {
  const answer = wishes.length > 0 ? await post(wishes) : ({ ok: true } as const);
  if (answer) return { answer, wishes };
  if (!("serviceWorker" in navigator && navigator.serviceWorker.controller)) return null;
  const keeper = await Promise.race([arrived, new Promise<null>((end) => setTimeout(() => end(null), KEEPER_MS))]);
  return keeper && keeper(wishes, post);
};
let sender = sendAtOnce;
let arrive: (sender: Sender) => void = nothing;
const arrived = new Promise<Sender>((resolve) => {
  arrive = resolve;
});

/** Lets wishes go another way. @returns what ends that. */
export function sendWishesThrough(other: Sender): () => void {
  sender = other;
  arrive(other);
  return () => {
    sender = sendAtOnce;
  };
}

export function useCart(): CartState {
  return useHeldValue(use(CartContext));
}

/** The guest's cart of this browser, or the signed-in shopper's cart of the shop (`summary`), behind one face. */
export function CartProvider({ summary, children }: { summary: CartSummary | null; children: ReactNode }) {
  const guest = useGuestCart();
  const { wished, wish, resend } = useWishes(summary);
  useLeftovers(summary !== null && Object.keys(guest.entities).length > 0);
  const state = useMemo<CartState>(() => {
    if (summary) {
      const quantities = { ...summary.quantities, ...wished };
      const count = Object.values(quantities).reduce((sum, qty) => sum + qty, summary.certificates);
      return {
        count,
        qtyOf: (id) => quantities[id] ?? 0,
        change: (line, qty) => wish(line.cart_id, qty, line),
        changeQty: wish,
        resend,
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
      resend: nothing,
    };
  }, [summary, wished, wish, resend, guest]);
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

/**
 * Sends wishes to the shop one call at a time. A wish is a quantity, not a difference, so only the newest of
 * a line is sent, and the page shows it before the answer comes.
 */
function useWishes(summary: CartSummary | null) {
  const shop = useShop();
  const { revalidate } = useRevalidator();
  const [wished, setWished] = useState<Record<string, number>>({});
  const waiting = useRef(new Map<string, Wish>());
  const lines = useRef(new Map<string, CartLine>());
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

  const tell = useCallback(({ product_id, option_id, qty: after }: Wish) => {
    const cartId = cartIdOf(product_id, option_id);
    const line = lines.current.get(cartId);
    const before = held.current[cartId] ?? 0;
    held.current[cartId] = after;
    void track({ kind: "quantity", cartId, before, after, ...(line ? { line } : {}) });
  }, []);

  const send = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    let sent: Sent;
    do {
      const wishes = [...waiting.current.values()];
      waiting.current.clear();
      sent = await sender(wishes, (all, late) => postWishes(shop.to(`/cart/lines${late ? "?late=1" : ""}`), all));
      if (!sent) {
        // The cart stays as it was (spec §4): nothing can be asked where nobody was reached.
        waiting.current.clear();
        setWished({});
        say(shop.t("error.unknown_error"), "error");
      } else if (sent !== "kept") {
        const { answer, wishes: all } = sent;
        if (answer.ok) for (const wish of all) tell(wish);
        if (answer.message) say(answer.message, answer.ok ? "ok" : "error");
      }
    } while (waiting.current.size > 0);
    sending.current = false;
    if (sent && sent !== "kept") await revalidate();
  }, [shop, revalidate, tell]);

  const wish = useCallback(
    (cartId: string, qty: number, line?: CartLine) => {
      const [productId = 0, optionId = 0] = cartId.split("_").map(Number);
      if (line) lines.current.set(cartId, line);
      const seen = line && { seen_price: line.product.price.current };
      waiting.current.set(cartId, {
        ...{ product_id: productId, option_id: optionId, qty, name: line?.product.name ?? "", ...seen },
      });
      setWished((now) => ({ ...now, [cartId]: qty }));
      void send();
    },
    [send],
  );
  const resend = useCallback(
    (quantities: Record<string, number>) => {
      setWished((now) => ({ ...quantities, ...now }));
      void send();
    },
    [send],
  );
  return { wished, wish, resend };
}

/** Null where the shop could not be reached. */
async function postWishes(address: string, wishes: readonly Wish[]): Promise<LinesAnswer | null> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(wishes.map(({ name: _name, ...wish }) => wish)),
    });
    return (await response.json()) as LinesAnswer;
  } catch {
    // No connection, or an answer that is none: the caller tells the shopper.
    return null;
  }
}

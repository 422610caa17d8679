import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import { heldOf, useHeld, useHeldValue } from "../lib/held.ts";
import { loadOptional } from "../lib/reload-guard.ts";
import { useShop } from "../lib/shop.tsx";
import { track } from "../lib/track.ts";
import { say } from "../ui/toast.tsx";
import { cartIdOf, changeGuestCart, guestCart, piecesOf, useGuestCart, withQty, type GuestLine } from "./guest-cart.ts";
import type { Wish } from "./lines.ts";
import type * as Sending from "./send-wishes.ts";

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

/** Only for who is signed in; once there, a press sends at once, and the page may be left in the next moment. */
let sender: typeof Sending | null = null;

async function loadSender(): Promise<typeof sender> {
  sender ??= await loadOptional(() => import("./send-wishes.ts"));
  return sender;
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
  const isOwn = summary !== null;
  // At hand for the first press, and among the files that the browser keeps for the time without a network.
  useEffect(() => {
    if (isOwn) void loadSender();
  }, [isOwn]);

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
    const own = sender ?? (await loadSender());
    let sent: Sending.Sent;
    do {
      const wishes = [...waiting.current.values()];
      waiting.current.clear();
      sent = own && (await own.sendWishes(wishes, shop.to("/cart/lines")));
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

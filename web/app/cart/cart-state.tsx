import type { CustomerSummary } from "@furoshiki/api/customer-summary";
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import { createStore, useStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { loadOptionalModule } from "../errors/chunk-reload.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { track } from "../analytics/track.ts";
import { showToast } from "@furoshiki/design-system/ui/toast.tsx";
import {
  getCartId,
  updateGuestCart,
  getGuestCart,
  countPieces,
  useGuestCart,
  setLineQty,
  type GuestLine,
} from "./guest/guest-cart.ts";
import type { LineUpdate } from "./lines/line-update.ts";
import type * as SenderModule from "./lines/send-line-updates.ts";

/** Summary of a signed-in customer's cart, for the header and the product cards. */
export type CartSummary = CustomerSummary["cart"];

/** A cart line without its quantity. */
export type NewCartLine = Omit<GuestLine, "qty">;

type CartState = {
  /** Number of items in the cart, including gift cards that are being bought. */
  count: number;
  getQty(cartId: string): number;
  /** Sets the quantity of a line; 0 removes it. */
  updateLine(line: NewCartLine, qty: number): void;
  /** The same for a line that is already in the cart. */
  updateQty(cartId: string, qty: number): void;
  /** Shows quantities that are queued in the browser as pending, and sends them again. Keys are cart ids. */
  resend(quantities: Record<string, number>): void;
};

const noop = () => {};
const CartContext = createContext(
  createStore<CartState>({ count: 0, getQty: () => 0, updateLine: noop, updateQty: noop, resend: noop }),
);

/**
 * The module that sends line updates, loaded for signed-in customers only. It is loaded in advance so that a change is sent
 * immediately, even if the customer leaves the page right after it.
 */
let senderModule: typeof SenderModule | null = null;

async function loadSenderModule(): Promise<typeof senderModule> {
  senderModule ??= await loadOptionalModule(() => import("./lines/send-line-updates.ts"));
  return senderModule;
}

/** Returns the cart of the visitor: of a customer or a guest. */
export function useCart(): CartState {
  return useStoreValue(use(CartContext));
}

/** Provides one interface to the guest cart in this browser or the signed-in customer's cart on the server (`summary`). */
export function CartProvider({ summary, children }: { summary: CartSummary | null; children: ReactNode }) {
  const guest = useGuestCart();
  const { pendingQuantities, queueUpdate, resend } = useLineUpdates(summary);
  useMergeLeftovers(summary !== null && Object.keys(guest.entities).length > 0);
  const state = useMemo<CartState>(() => {
    if (summary) {
      const quantities = { ...summary.quantities, ...pendingQuantities };
      const count = Object.values(quantities).reduce((sum, qty) => sum + qty, summary.certificates);
      return {
        count,
        getQty: (id) => quantities[id] ?? 0,
        updateLine: (line, qty) => queueUpdate(line.cart_id, qty, line),
        updateQty: queueUpdate,
        resend,
      };
    }
    return {
      count: countPieces(guest),
      getQty: (id) => guest.entities[id]?.qty ?? 0,
      updateLine: updateGuestLine,
      updateQty: (id, qty) => {
        const line = guest.entities[id];
        if (line) updateGuestLine(line, qty);
      },
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

/** Creates the update of a line for the API; `line` is known if it was added on this page. */
function createLineUpdate(cartId: string, qty: number, line?: NewCartLine): LineUpdate {
  const [productId = 0, optionId = 0] = cartId.split("_").map(Number);
  return {
    product_id: productId,
    option_id: optionId,
    qty,
    name: line?.product.name ?? "",
    ...(line ? { seen_price: line.product.price.current } : {}),
  };
}

/**
 * Sends line updates of a signed-in customer to the server, one request at a time. An update is an absolute quantity, so
 * only the newest one of a line is sent. Until the server confirms it, the page shows it optimistically
 * (`pendingQuantities`).
 * @param summary the cart as the server sent it last; null for guests
 */
function useLineUpdates(summary: CartSummary | null) {
  const i18n = useI18n();
  const { revalidate } = useRevalidator();
  const [pendingQuantities, setPendingQuantities] = useState<Record<string, number>>({});
  /** The updates to send next, by cart id. */
  const queue = useRef(new Map<string, LineUpdate>());
  /** Lines that were added on this page, by cart id: analytics reports their product. */
  const addedLines = useRef(new Map<string, NewCartLine>());
  const isSending = useRef(false);
  const isSignedIn = summary !== null;
  // Preloaded for the first change, and so that the service worker can cache it for offline use.
  useEffect(() => {
    if (isSignedIn) void loadSenderModule();
  }, [isSignedIn]);

  // A new summary from the server replaces the optimistic quantities.
  const lastSummary = useRef(summary);
  /** Quantities that the server has confirmed, by line. */
  const savedQuantities = useRef({ ...summary?.quantities });
  if (lastSummary.current !== summary) {
    lastSummary.current = summary;
    savedQuantities.current = { ...summary?.quantities };
    if (Object.keys(pendingQuantities).length > 0 && !isSending.current) setPendingQuantities({});
  }

  const trackChange = useCallback(({ product_id, option_id, qty: after }: LineUpdate) => {
    const cartId = getCartId(product_id, option_id);
    const line = addedLines.current.get(cartId);
    const before = savedQuantities.current[cartId] ?? 0;
    savedQuantities.current[cartId] = after;
    void track({ kind: "quantity", cartId, before, after, ...(line ? { line } : {}) });
  }, []);

  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    const loadedModule = senderModule ?? (await loadSenderModule());
    let outcome: SenderModule.SendOutcome;
    do {
      const updates = [...queue.current.values()];
      queue.current.clear();
      outcome = loadedModule && (await loadedModule.sendLineUpdates(updates, i18n.to("/cart/lines")));
      if (!outcome) {
        // The server was not reached: keep the cart as it was and do not revalidate.
        queue.current.clear();
        setPendingQuantities({});
        showToast(i18n.t("error.unknown_error"), "error");
      } else if (outcome !== "queued") {
        const { result, updates: sentUpdates } = outcome;
        if (result.ok) for (const update of sentUpdates) trackChange(update);
        if (result.message) showToast(result.message, result.ok ? "ok" : "error");
      }
    } while (queue.current.size > 0);
    isSending.current = false;
    if (outcome && outcome !== "queued") await revalidate();
  }, [i18n, revalidate, trackChange]);

  const queueUpdate = useCallback(
    (cartId: string, qty: number, line?: NewCartLine) => {
      if (line) addedLines.current.set(cartId, line);
      queue.current.set(cartId, createLineUpdate(cartId, qty, line));
      setPendingQuantities((previous) => ({ ...previous, [cartId]: qty }));
      void send();
    },
    [send],
  );
  const resend = useCallback(
    (quantities: Record<string, number>) => {
      setPendingQuantities((previous) => ({ ...quantities, ...previous }));
      void send();
    },
    [send],
  );
  return { pendingQuantities, queueUpdate, resend };
}

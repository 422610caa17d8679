import { useCallback, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { showToast } from "@furoshiki/design-system/ui/toast.tsx";
import { track } from "../../analytics/track.ts";
import { loadOptionalModule } from "../../errors/chunk-reload.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { getCartId, type NewCartLine } from "../guest/guest-cart.ts";
import type { CartSummary } from "../written-cart.ts";
import type { LineUpdate } from "./line-update.ts";
import type * as SenderModule from "./send-line-updates.ts";

/**
 * The module that sends line updates, loaded for signed-in customers only. It is loaded in advance so that a change is sent
 * immediately, even if the customer leaves the page right after it.
 */
let senderModule: typeof SenderModule | null = null;

async function loadSenderModule(): Promise<typeof senderModule> {
  senderModule ??= await loadOptionalModule(() => import("./send-line-updates.ts"));
  return senderModule;
}

/**
 * Sends line updates of a signed-in customer to the server, one request at a time. An update is an absolute quantity, so
 * only the newest one of a line is sent. Until the server confirms it, the page shows it optimistically
 * (`pendingQuantities`). The response has the new cart; only if it has none are the loaders run again.
 * @param summary the cart as the server sent it last; null for guests
 */
export function useLineUpdates(summary: CartSummary | null) {
  const i18n = useI18n();
  const { revalidate } = useRevalidator();
  const isSending = useRef(false);
  const [pendingQuantities, setPendingQuantities] = usePendingQuantities(summary, isSending);
  const { noteChange, trackChange } = useChangeTracking(summary, isSending);
  /** The updates to send next, by cart id. */
  const queue = useRef(new Map<string, LineUpdate>());

  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    const loadedModule = senderModule ?? (await loadSenderModule());
    let outcome: SenderModule.SendOutcome;
    do {
      const updates = [...queue.current.values()];
      queue.current.clear();
      outcome = loadedModule && (await loadedModule.sendLineUpdates(updates, i18n.to("/cart/lines")));
      // The server was not reached: the cart stays as it was.
      if (!outcome) queue.current.clear();
      showOutcome(outcome, i18n);
      if (outcome && outcome !== "queued" && outcome.result.ok) outcome.updates.forEach(trackChange);
    } while (queue.current.size > 0);
    isSending.current = false;
    if (outcome === "queued") return;
    if (outcome && !outcome.result.cart) await revalidate();
    if (!isSending.current) setPendingQuantities({});
  }, [i18n, revalidate, setPendingQuantities, trackChange]);

  const queueUpdate = useCallback(
    (line: NewCartLine, qty: number) => {
      noteChange(line.cart_id, line);
      queue.current.set(line.cart_id, createLineUpdate(line, qty));
      setPendingQuantities((previous) => ({ ...previous, [line.cart_id]: qty }));
      void send();
    },
    [noteChange, send, setPendingQuantities],
  );
  const resend = useCallback(
    (quantities: Record<string, number>) => {
      for (const cartId of Object.keys(quantities)) noteChange(cartId);
      setPendingQuantities((previous) => ({ ...quantities, ...previous }));
      void send();
    },
    [noteChange, send, setPendingQuantities],
  );
  return { pendingQuantities, queueUpdate, resend };
}

function createLineUpdate({ product, option_id }: NewCartLine, qty: number): LineUpdate {
  return { product_id: product.id, option_id, qty, name: product.name, seen_price: product.price.current };
}

function showOutcome(outcome: SenderModule.SendOutcome, { t }: I18n): void {
  if (outcome === "queued") return;
  if (!outcome) showToast(t("error.unknown_error"), "error");
  else if (outcome.result.message) showToast(outcome.result.message, outcome.result.ok ? "ok" : "error");
}

/** State of the quantities that the server has not confirmed yet. A newer cart from the server replaces them. */
function usePendingQuantities(summary: CartSummary | null, isSending: { readonly current: boolean }) {
  const state = useState<Record<string, number>>({});
  const [pendingQuantities, setPendingQuantities] = state;
  const [lastSummary, setLastSummary] = useState(summary);
  if (lastSummary !== summary) {
    setLastSummary(summary);
    if (Object.keys(pendingQuantities).length > 0 && !isSending.current) setPendingQuantities({});
  }
  // Preloaded for the first change, and so that the service worker can cache it for offline use.
  const isSignedIn = summary !== null;
  useEffect(() => {
    if (isSignedIn) void loadSenderModule();
  }, [isSignedIn]);
  return state;
}

/** Tracks confirmed changes for analytics, with the quantity before each. */
function useChangeTracking(summary: CartSummary | null, isSending: { readonly current: boolean }) {
  /** The confirmed quantity of each line that is being changed, and its product if it is known. */
  const changes = useRef(new Map<string, { before: number; line?: NewCartLine }>());
  const noteChange = useCallback(
    (cartId: string, line?: NewCartLine) => {
      const confirmed = isSending.current ? changes.current.get(cartId)?.before : undefined;
      const before = confirmed ?? summary?.quantities[cartId] ?? 0;
      changes.current.set(cartId, { before, ...(line ? { line } : {}) });
    },
    [summary, isSending],
  );
  const trackChange = useCallback(({ product_id, option_id, qty: after }: LineUpdate) => {
    const cartId = getCartId(product_id, option_id);
    const { before, line } = changes.current.get(cartId) ?? { before: 0 };
    changes.current.set(cartId, { before: after, ...(line ? { line } : {}) });
    void track({ kind: "quantity", cartId, before, after, ...(line ? { line } : {}) });
  }, []);
  return { noteChange, trackChange };
}

import { useEffect, useState } from "react";
import { useLocation, useMatches } from "react-router";
import { useCart } from "../cart/cart-state.tsx";
import { sendWishesThrough } from "../cart/send-wishes.ts";
import { afterSending, keepingSender, waitingQuantities } from "../cart/wish-queue.ts";
import { isKeptPage } from "../lib/connection.ts";
import { forgetEverythingKept } from "../lib/kept-pages.ts";
import type { Known } from "../lib/known.ts";
import { loadOptional } from "../lib/reload-guard.ts";
import { savesData } from "../lib/route-preloads.ts";
import { useShop } from "../lib/shop.tsx";
import { useWhenReachable } from "../lib/when-reachable.ts";
import { say } from "../ui/toast.tsx";

/** So long nothing more has changed in a cart that is kept anew. */
const SETTLED_MS = 3000;

/** What a browser does for the time without a network, and after it (the worker itself: web/offline/worker.js). */
export function useOffline(known: Known): void {
  const isOn = known.config.features.offline;
  useWorker(isOn);
  useKeptCart(known, isOn);
  useWaitingWishes(known, isOn);
  useReturn();
}

const workersHere = () => ("serviceWorker" in navigator ? navigator.serviceWorker : null);

/** Registers the service worker, or takes it away where the shop has switched it off. */
function useWorker(isOn: boolean): void {
  useEffect(() => {
    const workers = workersHere();
    if (!workers) return;
    // Browsers refuse where storage is closed, and the shop works without.
    const done = isOn ? workers.register("/sw.js", { updateViaCache: "none" }) : dismiss(workers);
    done.catch(() => undefined);
  }, [isOn]);
}

/** Also where none is left: one that was about to keep a page may have done so after its last tidying. */
async function dismiss(workers: ServiceWorkerContainer): Promise<void> {
  const registrations = await workers.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  // Also where there is none any more: the page that took it away may have been left before it came this far.
  await forgetEverythingKept();
}

/** Tells the worker what this page is made of, and keeps at hand the cart as it is now and the product that is shown. */
function useKeptCart({ buildId, cart, user, locale }: Known, isOn: boolean): void {
  const { to } = useShop();
  const { pathname } = useLocation();
  const isProduct = useMatches().some(({ id }) => id.startsWith("product___"));
  const stamp = JSON.stringify([buildId, locale, user?.id, cart?.quantities]);
  const path = to("/cart");
  useEffect(() => {
    if (!isOn || isKeptPage() || savesData(navigator)) return;
    const later = setTimeout(() => {
      void workersHere()?.ready.then(({ active }) => {
        const files = filesSince();
        const kept = { files, cart: { path, stamp }, ...(isProduct ? { product: pathname } : {}) };
        active?.postMessage(kept, { transfer: [] });
      });
    }, SETTLED_MS);
    return () => clearTimeout(later);
  }, [isOn, stamp, path, isProduct, pathname]);
}

let told = 0;

/** Addresses of the files that this document has asked for since the last call. */
function filesSince(): string[] {
  const entries = performance.getEntriesByType("resource");
  const files = entries.slice(told).map(({ name }) => name);
  told = entries.length;
  return files;
}

/** A signed-in shopper's changes wait in the browser while the shop cannot be reached, and follow when it can. */
function useWaitingWishes({ user }: Known, isOn: boolean): void {
  const { t } = useShop();
  const { resend } = useCart();
  const owner = user?.id;
  useEffect(() => {
    if (owner === undefined) return;
    let end = () => {};
    let isOver = false;
    if (isOn)
      void workersHere()?.ready.then(async () => {
        // Asked for while there is a network, and kept with the page's files.
        const canSay = await loadOptional(() => import("../lib/quiet-texts.ts"));
        const onKept = () => canSay && say(t("quiet.cart_waits"));
        if (!isOver) end = sendWishesThrough(keepingSender(owner, onKept));
        sendWaiting();
      });
    const sendWaiting = () => {
      const waiting = waitingQuantities(owner);
      if (Object.keys(waiting).length > 0) resend(waiting);
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") sendWaiting();
    };
    addEventListener("online", sendWaiting);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      isOver = true;
      end();
      removeEventListener("online", sendWaiting);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [owner, isOn, resend, t]);
}

/** A page of an earlier moment is replaced as soon as today's can be had. */
function useReturn(): void {
  const [isKept, setIsKept] = useState(false);
  useEffect(() => setIsKept(isKeptPage()), []);
  useWhenReachable(isKept, () => afterSending(() => location.reload()));
}

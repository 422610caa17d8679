import { useEffect, useState } from "react";
import { useLocation, useMatches } from "react-router";
import { useCart } from "../cart/cart-state.tsx";
import { setSender } from "../cart/lines/send-line-updates.ts";
import { runAfterSending, createQueueingSender, getPendingQuantities } from "../cart/lines/line-update-queue.ts";
import { isCachedPage } from "../offline/offline-status.ts";
import { clearAllCaches } from "../offline/page-cache.ts";
import type { RootData } from "../store-config/root-data.ts";
import { shouldSaveData } from "../navigation/save-data.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useWhenReachable } from "../offline/use-when-reachable.ts";
import { showToast } from "@furoshiki/design-system/ui/toast.tsx";

/** The current page and the cart are cached once they have not changed for this long. */
const CACHE_DELAY_MS = 3000;

/**
 * Offline support in the page: service worker registration, caching, and sending changes afterwards (the worker:
 * web/offline/service-worker.js).
 */
export function useOffline(rootData: RootData): void {
  const isEnabled = rootData.config.features.offline;
  useServiceWorker(isEnabled);
  useCacheCurrentPages(rootData, isEnabled);
  usePendingCartUpdates(rootData, isEnabled);
  useReloadWhenReachable();
}

const getServiceWorkers = () => ("serviceWorker" in navigator ? navigator.serviceWorker : null);

/** Registers the service worker, or removes it if the store has disabled offline support. */
function useServiceWorker(isEnabled: boolean): void {
  useEffect(() => {
    const workers = getServiceWorkers();
    if (!workers) return;
    // Browsers reject the registration if storage is blocked; the store works without it.
    const registration = isEnabled ? workers.register("/sw.js", { updateViaCache: "none" }) : unregisterAll(workers);
    registration.catch(() => undefined);
  }, [isEnabled]);
}

/** Unregisters all service workers and deletes their caches. */
async function unregisterAll(workers: ServiceWorkerContainer): Promise<void> {
  const registrations = await workers.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  // Also if none is registered: the page that unregistered it may have been left before the caches were deleted.
  await clearAllCaches();
}

/**
 * Tells the worker which files this page consists of, and makes it cache the current cart and the displayed product
 * page.
 */
function useCacheCurrentPages({ buildId, user, locale }: RootData, isEnabled: boolean): void {
  const { to } = useI18n();
  const { summary } = useCart();
  const { pathname } = useLocation();
  const isProduct = useMatches().some(({ id }) => id.startsWith("product___"));
  const stamp = JSON.stringify([buildId, locale, user?.id, summary?.quantities]);
  const path = to("/cart");
  useEffect(() => {
    if (!isEnabled || isCachedPage() || shouldSaveData(navigator)) return;
    const timer = setTimeout(() => {
      void getServiceWorkers()?.ready.then(({ active }) => {
        const files = takeNewFiles();
        const message = { files, cart: { path, stamp }, ...(isProduct ? { product: pathname } : {}) };
        active?.postMessage(message, { transfer: [] });
      });
    }, CACHE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isEnabled, stamp, path, isProduct, pathname]);
}

/** The number of files that `takeNewFiles` has returned. */
let reportedCount = 0;

/** The URLs of the files that this document has loaded since the last call. */
function takeNewFiles(): string[] {
  const entries = performance.getEntriesByType("resource");
  const files = entries.slice(reportedCount).map(({ name }) => name);
  reportedCount = entries.length;
  return files;
}

/**
 * Cart changes of a signed-in customer are queued in the browser while the store cannot be reached, and sent
 * afterwards.
 */
function usePendingCartUpdates({ user }: RootData, isEnabled: boolean): void {
  const { t } = useI18n();
  const { resend } = useCart();
  const customerId = user?.id;
  useEffect(() => {
    if (customerId === undefined) return;
    let stopSending = () => {};
    let isStopped = false;
    if (isEnabled)
      void getServiceWorkers()?.ready.then(() => {
        const onQueued = () => showToast(t("notice.cart_pending"));
        if (!isStopped) stopSending = setSender(createQueueingSender(customerId, onQueued));
        sendPending();
      });
    const sendPending = () => {
      const pending = getPendingQuantities(customerId);
      if (Object.keys(pending).length > 0) resend(pending);
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") sendPending();
    };
    addEventListener("online", sendPending);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      isStopped = true;
      stopSending();
      removeEventListener("online", sendPending);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [customerId, isEnabled, resend, t]);
}

/** Reloads a cached page as soon as the store can be reached. */
function useReloadWhenReachable(): void {
  const [isCached, setIsCached] = useState(false);
  useEffect(() => setIsCached(isCachedPage()), []);
  useWhenReachable(isCached, () => runAfterSending(() => location.reload()));
}

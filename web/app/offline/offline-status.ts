import { useSyncExternalStore } from "react";

/**
 * Whether the service worker served this page from its cache because there was no network: its prices may be outdated.
 */
export function isCachedPage(): boolean {
  return document.documentElement.dataset["asOf"] !== undefined;
}

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** True while the store cannot be reached, as far as the browser knows. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine || isCachedPage(),
    () => false,
  );
}

import { useSyncExternalStore } from "react";

/** This page was kept by the service worker and shown for want of a network: its prices are of an earlier moment. */
export function isKeptPage(): boolean {
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

/** True while the shop cannot be reached, as far as the browser knows. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine || isKeptPage(),
    () => false,
  );
}

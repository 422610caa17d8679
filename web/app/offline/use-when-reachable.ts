import { useEffect, useRef } from "react";

/** How often a page that waits for the store checks whether it responds. */
const CHECK_INTERVAL_MS = 5000;

/**
 * Calls `onReachable` when the store responds again. It is checked at intervals, and when the browser is online again.
 */
export function useWhenReachable(isWaiting: boolean, onReachable: () => void): void {
  const callback = useRef(onReachable);
  callback.current = onReachable;
  useEffect(() => {
    if (!isWaiting) return;
    const check = async () => {
      const response = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
      if (response?.ok) callback.current();
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") void check();
    };
    const onOnline = () => void check();
    const timer = setInterval(onVisible, CHECK_INTERVAL_MS);
    addEventListener("online", onOnline);
    document.addEventListener("visibilitychange", onVisible);
    // The network may have come back before this effect ran.
    if (navigator.onLine) onOnline();
    return () => {
      clearInterval(timer);
      removeEventListener("online", onOnline);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [isWaiting]);
}

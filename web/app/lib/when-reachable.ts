import { useEffect, useRef } from "react";

/** How often a page that waits for the shop asks for it. */
const INTERVAL_MS = 5000;

/** Calls `onReachable` when the shop answers again. It is asked now and then, and when the browser is online again. */
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
    const timer = setInterval(onVisible, INTERVAL_MS);
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

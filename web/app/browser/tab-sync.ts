import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

/**
 * A message to the store's other tabs in this browser. `document`: the sign-in state or the currency has changed, so open
 * pages are reloaded. `counters`: the customer's cart or wishlist has changed, so open pages are revalidated.
 */
type TabMessage = "document" | "counters";

/** The storage key of the latest message. */
const KEY = "news";

/** Notifies the other tabs. If the browser cannot store the message, they are updated at their next page view. */
export function notifyTabs(message: TabMessage): void {
  // A new value each time: storing the same value dispatches no `storage` event.
  const value = `${message} ${Date.now()} ${Math.random()}`;
  write("sessionStorage", value);
  write("localStorage", value);
}

/**
 * Keeps this tab in sync with the others. `state` is the serialized counters from the server: a change is announced to
 * the other tabs, and a tab that receives a message revalidates; if nothing is new there, it announces nothing. A page
 * that is restored from the back/forward cache catches up, and so does one that was loading when a message was sent.
 */
export function useTabSync(state: string): void {
  const { revalidate } = useRevalidator();
  const notifiedState = useRef(state);
  useEffect(() => {
    if (notifiedState.current === state) return;
    notifiedState.current = state;
    notifyTabs("counters");
  }, [state]);

  useEffect(() => {
    /** Processes the latest message, unless this tab has sent or processed it. */
    const check = () => {
      const latest = read("localStorage");
      const processed = read("sessionStorage");
      if (latest === null || latest === processed) return;
      write("sessionStorage", latest);
      // The first page of this tab was loaded after all messages so far.
      if (processed === null && !isListening) return;
      if (latest.startsWith("document")) location.reload();
      else void revalidate();
    };
    let isListening = false;
    check();
    isListening = true;
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) check();
    };
    addEventListener("storage", check);
    addEventListener("pageshow", onPageShow);
    return () => {
      removeEventListener("storage", check);
      removeEventListener("pageshow", onPageShow);
    };
  }, [revalidate]);
}

type StorageName = "localStorage" | "sessionStorage";

/** The latest message to all tabs, or the last one that this tab has processed. */
function read(storage: StorageName): string | null {
  try {
    return window[storage].getItem(KEY);
  } catch {
    // Blocked storage.
    return null;
  }
}

function write(storage: StorageName, message: string): void {
  try {
    window[storage].setItem(KEY, message);
  } catch {
    // Blocked or full storage.
  }
}

import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

/**
 * What the shop's other tabs in this browser are told: `document` — who is signed in or the currency has changed, so
 * an open page is wrong as a whole; `counters` — the shopper's cart or favourites have.
 */
type News = "document" | "counters";

const KEY = "news";

/** Tells the other tabs. Where the browser keeps nothing, they find out with their next page. */
export function tellTabs(news: News): void {
  try {
    // A new value each time: the same one would be no event.
    localStorage.setItem(KEY, `${news} ${Date.now()} ${Math.random()}`);
  } catch {
    // Closed or full storage.
  }
}

function newest(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Closed storage.
    return null;
  }
}

/**
 * Keeps this tab in step with the others. `own` is what the shop says of the shopper's counters: a change of
 * it is told, and who hears of one asks the shop; where nothing is new there, nothing more is told. A page that comes
 * back from the browser's memory catches up.
 */
export function useTabs(own: string): void {
  const { revalidate } = useRevalidator();
  const told = useRef(own);
  useEffect(() => {
    if (told.current === own) return;
    told.current = own;
    tellTabs("counters");
  }, [own]);

  useEffect(() => {
    let seen = newest();
    const listen = () => {
      const now = newest();
      if (now === null || now === seen) return;
      seen = now;
      if (now.startsWith("document")) location.reload();
      else void revalidate();
    };
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) listen();
    };
    addEventListener("storage", listen);
    addEventListener("pageshow", onPageShow);
    return () => {
      removeEventListener("storage", listen);
      removeEventListener("pageshow", onPageShow);
    };
  }, [revalidate]);
}

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
  // A new value each time: the same one would be no event.
  const told = `${news} ${Date.now()} ${Math.random()}`;
  write("sessionStorage", told);
  write("localStorage", told);
}

/**
 * Keeps this tab in step with the others. `own` is what the shop says of the shopper's counters: a change of
 * it is told, and who hears of one asks the shop; where nothing is new there, nothing more is told. A page that comes
 * back from the browser's memory catches up, and so does one that was on its way when something was told.
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
    const listen = () => {
      const now = read("localStorage");
      const heard = read("sessionStorage");
      if (now === null || now === heard) return;
      write("sessionStorage", now);
      // A tab's first page knows all that was told before it.
      if (heard === null && !isListening) return;
      if (now.startsWith("document")) location.reload();
      else void revalidate();
    };
    let isListening = false;
    listen();
    isListening = true;
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

type Storage = "localStorage" | "sessionStorage";

/** The newest that was told to all tabs, or what this tab has heard of it. */
function read(storage: Storage): string | null {
  try {
    return window[storage].getItem(KEY);
  } catch {
    // Closed storage.
    return null;
  }
}

function write(storage: Storage, news: string): void {
  try {
    window[storage].setItem(KEY, news);
  } catch {
    // Closed or full storage.
  }
}

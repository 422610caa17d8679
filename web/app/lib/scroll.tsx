import { use, useEffect, useLayoutEffect } from "react";
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
} from "react-router";

const KEY = "scroll-positions";
let positions: Record<string, number> = {};

/** Gives the first page of a document a place of its own in the history, which positions are remembered by. */
export function nameHistoryEntry(): void {
  const state = history.state as { key?: string } | null;
  if (!state?.key) history.replaceState({ ...state, key: crypto.randomUUID().slice(0, 8) }, "");
}

/**
 * A new page begins at its top or its anchor, an earlier one where it was left. The router's own
 * `ScrollRestoration` does the same; it stands in one module with its forms, which would come with every page (3 KB).
 * A document that is loaded again is scrolled by the browser.
 */
export function ScrollMemory() {
  const router = use(DataRouterContext)?.router;
  const state = use(DataRouterStateContext);

  useEffect(() => {
    const take = () => {
      history.scrollRestoration = "manual";
    };
    const leave = () => {
      if (router) positions[router.state.location.key] = scrollY;
      try {
        sessionStorage.setItem(KEY, JSON.stringify(positions));
      } catch {
        // Closed or full storage: pages begin at their top.
      }
      history.scrollRestoration = "auto";
    };
    take();
    addEventListener("pageshow", take);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pageshow", take);
      removeEventListener("pagehide", leave);
      history.scrollRestoration = "auto";
    };
  }, [router]);

  useBrowserLayoutEffect(() => {
    try {
      positions = { ...(JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, number>) };
    } catch {
      // Nothing remembered.
    }
    return router?.enableScrollRestoration(positions, () => scrollY);
  }, [router]);

  const { location, restoreScrollPosition: left, preventScrollReset: stays } = state ?? {};
  useBrowserLayoutEffect(() => {
    if (!location || left === false) return;
    if (typeof left === "number") {
      scrollTo(0, left);
      return;
    }
    const anchor = location.hash && document.getElementById(anchorOf(location.hash));
    if (anchor) anchor.scrollIntoView();
    else if (!stays) scrollTo(0, 0);
  }, [location, left, stays]);

  return null;
}

/** The id that a hash names; one that cannot be decoded names itself. */
export function anchorOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

const useBrowserLayoutEffect: typeof useLayoutEffect = import.meta.env.SSR ? () => undefined : useLayoutEffect;

import { use, useEffect, useLayoutEffect } from "react";
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
} from "react-router";

const KEY = "scroll-positions";
let positions: Record<string, number> = {};

/** Gives the first history entry of a document a key, which scroll positions are stored by. */
export function ensureHistoryKey(): void {
  const state = history.state as { key?: string } | null;
  if (!state?.key) history.replaceState({ ...state, key: crypto.randomUUID().slice(0, 8) }, "");
}

/**
 * Scrolls a new page to its top or its anchor, and a previous one to where it was left. The router's own
 * `ScrollRestoration` does the same, but shares a module with its forms, which would add 3 KB to every page. A reloaded
 * document is scrolled by the browser.
 */
export function ScrollRestoration() {
  const router = use(DataRouterContext)?.router;
  const state = use(DataRouterStateContext);

  useEffect(() => {
    const setManualRestoration = () => {
      history.scrollRestoration = "manual";
    };
    const savePositions = () => {
      if (router) positions[router.state.location.key] = scrollY;
      try {
        sessionStorage.setItem(KEY, JSON.stringify(positions));
      } catch {
        // Blocked or full storage: pages start at their top.
      }
      history.scrollRestoration = "auto";
    };
    setManualRestoration();
    addEventListener("pageshow", setManualRestoration);
    addEventListener("pagehide", savePositions);
    return () => {
      removeEventListener("pageshow", setManualRestoration);
      removeEventListener("pagehide", savePositions);
      history.scrollRestoration = "auto";
    };
  }, [router]);

  useBrowserLayoutEffect(() => {
    try {
      positions = { ...(JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, number>) };
    } catch {
      // No stored positions.
    }
    return router?.enableScrollRestoration(positions, () => scrollY);
  }, [router]);

  const { location, restoreScrollPosition: savedPosition, preventScrollReset: shouldStay } = state ?? {};
  useBrowserLayoutEffect(() => {
    if (!location || savedPosition === false) return;
    if (typeof savedPosition === "number") {
      scrollTo(0, savedPosition);
      return;
    }
    const anchor = location.hash && document.getElementById(getAnchorId(location.hash));
    if (anchor) anchor.scrollIntoView();
    else if (!shouldStay) scrollTo(0, 0);
  }, [location, savedPosition, shouldStay]);

  return null;
}

/** The element id of a URL hash; a hash that cannot be decoded is used as it is. */
export function getAnchorId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

const useBrowserLayoutEffect: typeof useLayoutEffect = import.meta.env.SSR ? () => undefined : useLayoutEffect;

import { RELOAD_GUARD_MS } from "./behaviour-settings.ts";
import { markConnectionFailure } from "./connection-failure.ts";

const KEY = "reloaded-at";

/**
 * True, and remembered, where the page was not reloaded for a failed chunk within the last ten seconds (spec §9).
 * A browser that cannot remember is never reloaded: it would be without end.
 */
export function mayReload(storage: Pick<Storage, "getItem" | "setItem">, now: number): boolean {
  try {
    const last = Number(storage.getItem(KEY) ?? Number.NaN);
    if (Math.abs(now - last) < RELOAD_GUARD_MS) return false;
    storage.setItem(KEY, String(now));
    return true;
  } catch {
    return false;
  }
}

let optional = 0;

/** Loads what the page can do without: null where it fails, and no reload for it. */
export async function loadOptional<T>(load: () => Promise<T>): Promise<T | null> {
  optional += 1;
  try {
    return await load();
  } catch {
    return null;
  } finally {
    optional -= 1;
  }
}

/** A chunk that is there no more, after a release mostly, reloads the page; what fails again shows the error page. */
export function reloadOnFailedChunks(): void {
  addEventListener("vite:preloadError", (event) => {
    if (!navigator.onLine) markConnectionFailure(event.payload);
    if (optional > 0 || !navigator.onLine || !mayReload(sessionStorage, Date.now())) return;
    event.preventDefault();
    location.reload();
  });
}

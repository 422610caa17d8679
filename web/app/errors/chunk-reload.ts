import { CHUNK_RELOAD_PAUSE_MS } from "../browser/behavior-settings.ts";
import { markConnectionError } from "../offline/connection-error.ts";

/** The session storage key of the time of the last reload. */
const KEY = "reloaded-at";

/**
 * Whether the page may be reloaded for a failed chunk: not if it already was within the last ten seconds. Records the
 * reload. Without session storage the page is never reloaded, because reloads could go on forever.
 */
export function canReload(storage: Pick<Storage, "getItem" | "setItem">, now: number): boolean {
  try {
    const lastReload = Number(storage.getItem(KEY) ?? Number.NaN);
    if (Math.abs(now - lastReload) < CHUNK_RELOAD_PAUSE_MS) return false;
    storage.setItem(KEY, String(now));
    return true;
  } catch {
    return false;
  }
}

/** The number of optional modules that are being loaded. */
let optionalLoads = 0;

/** Loads a module that the page does not depend on. Returns null if that fails; the page is not reloaded for it. */
export async function loadOptionalModule<T>(load: () => Promise<T>): Promise<T | null> {
  optionalLoads += 1;
  try {
    return await load();
  } catch {
    return null;
  } finally {
    optionalLoads -= 1;
  }
}

/**
 * Reloads the page if a chunk cannot be loaded, usually because it no longer exists after a release; a repeated failure
 * shows the error page.
 */
export function reloadOnFailedChunks(): void {
  addEventListener("vite:preloadError", (event) => {
    if (!navigator.onLine) markConnectionError(event.payload);
    if (optionalLoads > 0 || !navigator.onLine || !canReload(sessionStorage, Date.now())) return;
    event.preventDefault();
    location.reload();
  });
}

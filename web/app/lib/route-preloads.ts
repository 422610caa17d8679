import { ROUTE_PRELOADS } from "./behaviour-settings.ts";

/**
 * Asks for the files of pages that may come next: each file once, at most `ROUTE_PRELOADS` pages at the same time.
 * A page that is one too many is left for the next time the pointer rests on its link.
 */
export function makePreloads(ask: (file: string, done: () => void) => void): (files: readonly string[]) => void {
  const asked = new Set<string>();
  let underWay = 0;
  return (files) => {
    const fresh = files.filter((file) => !asked.has(file));
    if (fresh.length === 0 || underWay >= ROUTE_PRELOADS) return;
    underWay += 1;
    let left = fresh.length;
    for (const file of fresh) {
      asked.add(file);
      ask(file, () => {
        left -= 1;
        if (left === 0) underWay -= 1;
      });
    }
  };
}

/** Nothing is fetched ahead with Save-Data or on a slow connection (spec §9). */
export function savesData(browser: object): boolean {
  const { connection } = browser as { connection?: { saveData?: boolean; effectiveType?: string } };
  return Boolean(connection?.saveData) || (connection?.effectiveType?.endsWith("2g") ?? false);
}

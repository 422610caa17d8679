import { MAX_ROUTE_PRELOADS } from "../browser/behavior-settings.ts";

/**
 * Creates a function that preloads the files of a page: each file once, for at most `MAX_ROUTE_PRELOADS` pages at the
 * same time. A page over that limit is skipped until its link is hovered over again.
 */
export function createPreloader(
  requestFile: (file: string, onDone: () => void) => void,
): (files: readonly string[]) => void {
  const requestedFiles = new Set<string>();
  let activePages = 0;
  return (files) => {
    const newFiles = files.filter((file) => !requestedFiles.has(file));
    if (newFiles.length === 0 || activePages >= MAX_ROUTE_PRELOADS) return;
    activePages += 1;
    let remaining = newFiles.length;
    for (const file of newFiles) {
      requestedFiles.add(file);
      requestFile(file, () => {
        remaining -= 1;
        if (remaining === 0) activePages -= 1;
      });
    }
  };
}

/** Whether prefetching is disabled because of Save-Data or a slow connection. */
export function shouldSaveData(browser: object): boolean {
  const { connection } = browser as { connection?: { saveData?: boolean; effectiveType?: string } };
  return Boolean(connection?.saveData) || (connection?.effectiveType?.endsWith("2g") ?? false);
}

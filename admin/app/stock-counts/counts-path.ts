export const STOCK_COUNTS_PATH = "/inventory/counts";

/** Returns the path of a count of the shelves. */
export function getStockCountPath(id: number): string {
  return `${STOCK_COUNTS_PATH}/${id}`;
}

/** Returns search parameters with changes, from the first page; null removes one. They begin with `?` unless they are empty. */
export function changeParams(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams(params);
  for (const name of ["after", "page", "do"]) changed.delete(name);
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return changed.size === 0 ? "" : `?${changed}`;
}

import type { StockMovementKind } from "@furoshiki/api/admin/inventory";

export const MOVEMENTS_PATH = "/inventory/movements";

/** The kinds of movements, as a filter lists them. */
export const movementKinds: readonly StockMovementKind[] = [
  ...(["order", "release", "return", "receipt", "write_off"] as const),
  ...(["count", "correction", "import", "removal", "opening"] as const),
];

/** What can be done with a variant on the page: the value of the search parameter `do`. */
export const stockChanges = ["receipt", "write_off", "count"] as const;
export type StockChange = (typeof stockChanges)[number];

/** Returns the path of the list with changed search parameters, from its first page; null removes one. */
export function createMovementsPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams(params);
  for (const name of ["after", "do"]) changed.delete(name);
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return changed.size === 0 ? MOVEMENTS_PATH : `${MOVEMENTS_PATH}?${changed}`;
}

/** Returns the search parameters that a form keeps: those that it does not set, without the position. */
export function listKeptParams(params: URLSearchParams, formParams: readonly string[]): [string, string][] {
  return [...params].filter(([name]) => !["after", "do", ...formParams].includes(name));
}

import type { StockMovementKind } from "@furoshiki/api/admin/inventory";
import { changeListParams } from "../http/search-params.ts";

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
  return `${MOVEMENTS_PATH}${changeListParams(params, changes)}`;
}

import { PURCHASE_ORDERS_PATH } from "./order-number.ts";

/** The views of the list of orders from suppliers, as its tabs show them. */
export const purchaseOrderViews = [
  "open",
  "draft",
  "ordered",
  "partly_received",
  "received",
  "canceled",
  "all",
] as const;

/** Returns the path of the list with changed search parameters, from its first page; null removes one. */
export function createListPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams(params);
  changed.delete("after");
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return changed.size === 0 ? PURCHASE_ORDERS_PATH : `${PURCHASE_ORDERS_PATH}?${changed}`;
}

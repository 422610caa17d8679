import { PURCHASE_ORDERS_PATH } from "./order-number.ts";
import { changeListParams } from "../http/search-params.ts";

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
  return `${PURCHASE_ORDERS_PATH}${changeListParams(params, changes)}`;
}

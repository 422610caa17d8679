import { layoutParams } from "../list-preferences/list-layout.ts";
import { changeListParams } from "../http/search-params.ts";

const PRODUCTS_PATH = "/products";
const cursorParams = ["after"];
/** The filters of the list, as their form and chips have them. */
export const filterNames = ["brand", "category", "stock"] as const;

/** Returns the query of the API for the list: its search parameters without those of the layout. */
export function createListQuery(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name, value]) => !layoutParams.includes(name) && value !== ""));
}

/** Returns the path of the list with changed search parameters, from its first page; null removes a parameter. */
export function createListPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  return `${PRODUCTS_PATH}${changeListParams(params, changes)}`;
}

/** Returns what the products of the list are selected by: its query without the order and the part that is shown. */
export function createSelectionQuery(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...createListQuery(params)].filter(([name]) => !["sort", "limit", ...cursorParams].includes(name)),
  );
}

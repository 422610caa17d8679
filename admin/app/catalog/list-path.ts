import { layoutParams } from "../list-preferences/list-layout.ts";

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
  const changed = new URLSearchParams(params);
  for (const name of cursorParams) changed.delete(name);
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return changed.size === 0 ? PRODUCTS_PATH : `${PRODUCTS_PATH}?${changed}`;
}

/** Returns the search parameters that a form keeps: those that it does not set, without the position. */
export function listKeptParams(params: URLSearchParams, formParams: readonly string[]): [string, string][] {
  return [...params].filter(([name]) => !formParams.includes(name) && !cursorParams.includes(name));
}

/** Returns what the products of the list are selected by: its query without the order and the part that is shown. */
export function createSelectionQuery(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...createListQuery(params)].filter(([name]) => !["sort", "limit", ...cursorParams].includes(name)),
  );
}

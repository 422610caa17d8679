import { layoutParams } from "../list-preferences/list-layout.ts";

const cursorParams = ["after"];
/** Search parameters that choose how the list looks; all others except the position and `q` are filters. */
const displayParams = ["view", "sort", ...layoutParams];

/** Returns the query of the API for the list: a search for an order number is its parameter `order_id`. */
export function createListQuery(params: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(params);
  const text = query.get("q");
  for (const name of ["q", ...layoutParams]) query.delete(name);
  if (text) query.set("order_id", text);
  if (!query.has("view")) query.set("view", "requested");
  return query;
}

/** Returns the path of the list with changed search parameters, from its first page; null removes a parameter. */
export function createListPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams(params);
  for (const name of cursorParams) changed.delete(name);
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return changed.size === 0 ? "/returns" : `/returns?${changed}`;
}

/** Returns the search parameters that a form keeps: those that it does not set, without the position. */
export function listKeptParams(params: URLSearchParams, formParams: readonly string[]): [string, string][] {
  return [...params].filter(([name]) => !formParams.includes(name) && !cursorParams.includes(name));
}

/** Returns the names of the filters that are set. */
export function listFilterNames(params: URLSearchParams): string[] {
  return [...params.keys()].filter((name) => ![...displayParams, ...cursorParams, "q"].includes(name));
}

import { layoutParams } from "../list-preferences/list-layout.ts";
import { changeListParams } from "../http/search-params.ts";

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
  return `/returns${changeListParams(params, changes)}`;
}

/** Returns the names of the filters that are set. */
export function listFilterNames(params: URLSearchParams): string[] {
  return [...params.keys()].filter((name) => ![...displayParams, ...cursorParams, "q"].includes(name));
}

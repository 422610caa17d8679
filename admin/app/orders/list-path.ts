/** Search parameters that choose how a list looks; all others except the position and `q` are filters. */
const displayParams = ["view", "sort", "density", "columns"];
const cursorParams = ["after", "before"];

/** Returns the path of the order list with changed search parameters, from its first page; null removes a parameter. */
export function createListPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams(params);
  for (const name of cursorParams) changed.delete(name);
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return changed.size === 0 ? "/orders" : `/orders?${changed.toString()}`;
}

/** Returns the path of a saved view, without filters. */
export function createViewPath(params: URLSearchParams, view: string): string {
  const kept = new URLSearchParams([...params].filter(([name]) => name === "density" || name === "columns"));
  return createListPath(kept, { view });
}

/** Returns the search parameters that a form keeps: those that it does not set, without the position. */
export function listKeptParams(params: URLSearchParams, formParams: readonly string[]): [string, string][] {
  return [...params].filter(([name]) => !formParams.includes(name) && !cursorParams.includes(name));
}

/** Returns the names of the filters that are set. */
export function listFilterNames(params: URLSearchParams): string[] {
  return [...params.keys()].filter((name) => ![...displayParams, ...cursorParams, "q"].includes(name));
}

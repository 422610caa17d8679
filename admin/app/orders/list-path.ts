import { changeListParams } from "../http/search-params.ts";

/** Search parameters that choose how a list looks; all others except the position and `q` are filters. */
const displayParams = ["view", "sort", "density", "columns"];
const cursorParams = ["after", "before"];

/** Views of orders that have to be sent are sorted by the day on which they are due. */
const viewsByDueDay: ReadonlySet<string> = new Set(["to_pack", "missing_customs_data", "customs_blocked"]);

/** Returns whether the orders of a view have a problem that only a person can solve. */
export function isAlertView(view: string): boolean {
  return view === "stuck" || view === "customs_blocked";
}

/** Returns the query of the API for a list: what it shows and in which order, but not how it looks. */
export function createListQuery(params: URLSearchParams, { withColumns = false } = {}): URLSearchParams {
  const query = new URLSearchParams(params);
  for (const name of withColumns ? ["density"] : ["density", "columns"]) query.delete(name);
  const view = params.get("view") ?? "to_pack";
  query.set("view", view);
  if (!params.has("sort")) query.set("sort", viewsByDueDay.has(view) ? "due_asc" : "placed_desc");
  return query;
}

/** The search parameters of a list that the page of an order keeps: its view, filters and sort order. */
const orderListParams: ReadonlySet<string> = new Set([
  ...["view", "sort", "q", "status", "method", "country", "customs", "payment", "assignee", "source"],
  ...["placed_from", "placed_to"],
]);

/** Returns the list that an order was opened from, without what its page shows besides. */
function getOrderList(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => orderListParams.has(name)));
}

/** Returns the filter of a list, for a task with all its orders. The list ignores other search parameters. */
export function createSelectionQuery(params: URLSearchParams): URLSearchParams {
  return createListQuery(getOrderList(params));
}

/** Returns the path of an order with the list that it was opened from, so that its page can show its neighbors there. */
export function createOrderPath(id: number, params: URLSearchParams): string {
  return `/orders/${id}?${createListQuery(getOrderList(params))}`;
}

/** Returns the path of the list that an order was opened from. */
export function createOrderListPath(params: URLSearchParams): string {
  return createListPath(getOrderList(params), {});
}

/** Returns the path of the order page with a dialog of it open; null to close the dialog. The list is kept. */
export function createActionPath(params: URLSearchParams, action: string | null): string {
  const changed = new URLSearchParams(params);
  if (action === null) changed.delete("action");
  else changed.set("action", action);
  return changed.size === 0 ? "" : `?${changed}`;
}

/** Returns the path of the order list with changed search parameters, from its first page; null removes a parameter. */
export function createListPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  return `/orders${changeListParams(params, changes)}`;
}

/** Returns the path of a saved view, without filters. */
export function createViewPath(params: URLSearchParams, view: string): string {
  const kept = new URLSearchParams([...params].filter(([name]) => name === "density" || name === "columns"));
  return createListPath(kept, { view });
}

/** Returns the names of the filters that are set. */
export function listFilterNames(params: URLSearchParams): string[] {
  return [...params.keys()].filter((name) => ![...displayParams, ...cursorParams, "q"].includes(name));
}

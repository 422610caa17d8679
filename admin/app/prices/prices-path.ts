import { toIsoTime } from "../i18n/store-time.ts";

export const PRICES_PATH = "/prices";
/** The page of running and planned sales. */
export const SALES_PATH = "/prices/sales";
const cursorParams = ["after"];
/** The filters of the list, as their form and chips have them. */
export const filterNames = ["category", "brand", "status"] as const;
/** Filters that are set by the list of products only, for those that are selected there. */
export const productFilterNames = ["products", "view", "stock"] as const;
/** The parameters that select variants. */
const selectionNames: ReadonlySet<string> = new Set(["q", ...filterNames, ...productFilterNames, "sale", "ends_at"]);
/** The fields of the rule. `sale_ends` is a local time of the store. */
export const ruleNames = ["rule", "value", "rate", "delivery", "rounding", "growth", "margin", "sale_ends"] as const;

/** Returns the query of the API for the list. */
export function createPricesQuery(params: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams([...params].filter(([name, value]) => value !== "" && name !== "sale_ends"));
  const ends = params.get("sale_ends");
  if (ends) query.set("sale_ends_at", toIsoTime(ends));
  return query;
}

/** Returns the parameters that select the variants of the list. */
export function getSelectionFilter(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...params].filter(([name, value]) => selectionNames.has(name) && value !== ""));
}

/** Returns the path of the list with changed search parameters, from its first page; null removes a parameter. */
export function createPricesPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams(params);
  for (const name of cursorParams) changed.delete(name);
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return changed.size === 0 ? PRICES_PATH : `${PRICES_PATH}?${changed}`;
}

/** Returns the search parameters that a form keeps: those that it does not set, without the position. */
export function listKeptParams(params: URLSearchParams, formParams: readonly string[]): [string, string][] {
  return [...params].filter(([name]) => !formParams.includes(name) && !cursorParams.includes(name));
}

import { toIsoTime } from "../i18n/store-time.ts";
import { changeListParams } from "../http/search-params.ts";

export const PRICES_PATH = "/prices";
/** The page of running and planned sales. */
export const SALES_PATH = "/prices/sales";
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
  return `${PRICES_PATH}${changeListParams(params, changes)}`;
}

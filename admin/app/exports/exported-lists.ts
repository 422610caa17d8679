/** The lists that can be downloaded as CSV files, by their paths in the API. */
export const exportedLists = [
  "orders",
  "returns",
  "payments",
  "products",
  "catalog-file",
  "prices",
  "translations",
  "shipments",
  "reviews",
  "questions",
  "audit",
  "stock-movements",
  "stock-counts",
  "stock-count-lines",
  "purchase-orders",
  "suppliers",
  "reorder",
] as const;
export type ExportedList = (typeof exportedLists)[number];

/** A prepared file: its path, which works for five minutes, and its number of rows. */
export type ExportFile = Readonly<{ path: string; rows: number }>;

/** Returns the parameters of a page that its list has as well. */
export function pickListQuery(params: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => names.includes(name)));
}

/** The lists that can be downloaded as CSV files, by their paths in the API. */
export const exportedLists = [
  "orders",
  "returns",
  "payments",
  "products",
  "catalog-file",
  "shipments",
  "reviews",
  "questions",
  "audit",
] as const;
export type ExportedList = (typeof exportedLists)[number];

/** A prepared file: its path, which works for five minutes, and its number of rows. */
export type ExportFile = Readonly<{ path: string; rows: number }>;

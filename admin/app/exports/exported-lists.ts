/** The lists that can be downloaded as CSV files, by their paths in the API. */
export const exportedLists = ["orders", "returns", "payments", "shipments", "reviews", "questions", "audit"] as const;
export type ExportedList = (typeof exportedLists)[number];

/** A prepared file with personal data: its path, which works for five minutes, and its number of rows. */
export type PersonalExport = Readonly<{ path: string; rows: number }>;

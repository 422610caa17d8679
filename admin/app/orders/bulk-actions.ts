const bulkIntents = ["assign", "preview_packing", "start_packing"] as const;

/** What can be done with selected orders. */
export type BulkIntent = (typeof bulkIntents)[number];

/** Returns whether a value names an action for selected orders. */
export function isBulkIntent(value: unknown): value is BulkIntent {
  return bulkIntents.some((intent) => intent === value);
}

/** What an action did, or in a preview would do, with an order. */
export type BulkOrderResult = {
  id: number;
  /** `unchanged`: there was nothing to do, such as for an order that is being packed already. */
  outcome: "done" | "unchanged" | "refused";
  /** Why it was refused. */
  refusal: string | null;
  /** The emails that it sends. */
  emails: number;
};

export type BulkResult = { intent: BulkIntent; results: BulkOrderResult[] };

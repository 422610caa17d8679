/** The review sorts that the API supports. */
export const reviewSorts = ["new", "helpful", "high", "low"] as const;
export type ReviewSort = (typeof reviewSorts)[number];

/** The orders of reviews that the API knows. */
export const reviewSorts = ["new", "helpful", "high", "low"] as const;
export type ReviewSort = (typeof reviewSorts)[number];

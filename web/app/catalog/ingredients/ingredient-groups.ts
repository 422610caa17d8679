/** Ingredient groups that listings can exclude, as defined by the API. */
export const excludableGroups = ["alcohol", "fragrance", "parabens", "sulphates", "mineral-oil"] as const;
export type ExcludableGroup = (typeof excludableGroups)[number];

/** Whether a slug is that of an ingredient group, not of a single ingredient. */
export function isExcludableGroup(name: string): name is ExcludableGroup {
  return excludableGroups.some((group) => group === name);
}

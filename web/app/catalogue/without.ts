/** Groups of ingredients that lists can do without, as the API knows them. */
export const withoutGroups = ["alcohol", "fragrance", "parabens", "sulphates", "mineral-oil"] as const;
export type WithoutGroup = (typeof withoutGroups)[number];

export function isWithoutGroup(name: string): name is WithoutGroup {
  return withoutGroups.some((group) => group === name);
}

import type { Locale } from "../platform/locale.ts";
import list from "./ingredients.json" with { type: "json" };

/** Ingredients that some people do without, by what they are called together. */
export const ingredientGroups = ["alcohol", "fragrance", "parabens", "sulphates", "mineral-oil"] as const;
export type IngredientGroup = (typeof ingredientGroups)[number];

type Known = { slug: string; name: string; ru: string; en: string; group?: string; also?: string[] };

const known: readonly Known[] = list;
const bySlug = new Map(known.flatMap((one) => [one.slug, ...(one.also ?? [])].map((slug) => [slug, one] as const)));
const byGroup = new Map<string, readonly Known[]>(
  ingredientGroups.map((group) => [group, known.filter((one) => one.group === group)]),
);

/**
 * What is known of an ingredient, in a language: what it is for, in plain words, and the group that it belongs to.
 * Several names lead to one `slug`, the address of its page.
 */
export function knownIngredient(
  slug: string,
  locale: Locale,
): { slug: string; name: string; purpose: string; group: IngredientGroup | null } | null {
  const one = bySlug.get(slug);
  if (!one) return null;
  const group = ingredientGroups.find((name) => name === one.group) ?? null;
  return { slug: one.slug, name: one.name, purpose: locale === "ru-RU" ? one.ru : one.en, group };
}

/** Every name by which labels call an ingredient, or the ingredients of a group. */
export function namesOf(slugOrGroup: string): string[] {
  const members = byGroup.get(slugOrGroup) ?? [bySlug.get(slugOrGroup) ?? { slug: slugOrGroup }];
  return members.flatMap((one) => [one.slug, ...("also" in one ? (one.also ?? []) : [])]);
}

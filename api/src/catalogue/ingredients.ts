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
export function knownIngredient(slug: string, locale: Locale): Told | null {
  const one = bySlug.get(slug);
  return one ? told(one, locale) : null;
}

/** All that is known, in the order of the file: that of the alphabet. */
export function knownIngredients(locale: Locale): Told[] {
  return known.map((one) => told(one, locale));
}

type Told = { slug: string; name: string; purpose: string; group: IngredientGroup | null };

function told({ slug, name, ru, en, group }: Known, locale: Locale): Told {
  const purpose = locale === "ru-RU" ? ru : en;
  return { slug, name, purpose, group: ingredientGroups.find((one) => one === group) ?? null };
}

/** Every name by which labels call an ingredient, or the ingredients of a group. */
export function namesOf(slugOrGroup: string): string[] {
  const members = byGroup.get(slugOrGroup) ?? [bySlug.get(slugOrGroup) ?? { slug: slugOrGroup }];
  return members.flatMap((one) => [one.slug, ...("also" in one ? (one.also ?? []) : [])]);
}

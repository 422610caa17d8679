import type { Locale } from "../../platform/i18n/locale.ts";
import list from "./ingredients.json" with { type: "json" };

/** Groups of ingredients that some people avoid. */
export const ingredientGroups = ["alcohol", "fragrance", "parabens", "sulphates", "mineral-oil"] as const;
export type IngredientGroup = (typeof ingredientGroups)[number];

/** An entry of the file; `also` are slugs of its synonyms. */
type IngredientEntry = { slug: string; name: string; ru: string; en: string; group?: string; also?: string[] };

const entries: readonly IngredientEntry[] = list;
const bySlug = new Map(
  entries.flatMap((entry) => [entry.slug, ...(entry.also ?? [])].map((slug) => [slug, entry] as const)),
);
const byGroup = new Map<string, readonly IngredientEntry[]>(
  ingredientGroups.map((group) => [group, entries.filter((entry) => entry.group === group)]),
);

/**
 * Returns what an ingredient is for and its group, in a language; null if the shop has no description of it. Synonyms
 * lead to the same entry, whose `slug` is the path of its page.
 */
export function findIngredient(slug: string, locale: Locale): IngredientDetails | null {
  const entry = bySlug.get(slug);
  return entry ? toIngredientDetails(entry, locale) : null;
}

/** Returns all described ingredients in the order of the file, which is alphabetical. */
export function listIngredients(locale: Locale): IngredientDetails[] {
  return entries.map((entry) => toIngredientDetails(entry, locale));
}

type IngredientDetails = { slug: string; name: string; purpose: string; group: IngredientGroup | null };

function toIngredientDetails({ slug, name, ru, en, group }: IngredientEntry, locale: Locale): IngredientDetails {
  const purpose = locale === "ru-RU" ? ru : en;
  return { slug, name, purpose, group: ingredientGroups.find((candidate) => candidate === group) ?? null };
}

/** Returns the slugs of all names of an ingredient, or of all ingredients of a group. */
export function listIngredientSlugs(slugOrGroup: string): string[] {
  const members = byGroup.get(slugOrGroup) ?? [bySlug.get(slugOrGroup) ?? { slug: slugOrGroup }];
  return members.flatMap((member) => [member.slug, ...("also" in member ? (member.also ?? []) : [])]);
}

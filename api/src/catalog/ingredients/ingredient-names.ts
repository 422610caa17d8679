import { type IngredientValues, listNameSlugs, toIngredientSlug } from "./ingredients.ts";
import { parseComposition } from "./parse-composition.ts";

/** The most characters that the purpose of an ingredient has in each language. */
export const MAX_PURPOSE_LENGTH = 200;

/** Whether a text is one name that a composition can have: no list, no sentence, and with a letter. */
export function isIngredientName(text: string): boolean {
  const [ingredient, ...others] = parseComposition(text);
  return others.length === 0 && ingredient?.slug === toIngredientSlug(text);
}

type Names = Pick<IngredientValues, "slug" | "inci" | "aliases">;

/** Finds a name that an ingredient has in common with another one. @returns undefined if there is none */
export function findSharedName<T extends Names>(
  ingredient: Names,
  others: readonly T[],
): { slug: string; other: T } | undefined {
  const owners = new Map(others.flatMap((other) => listNameSlugs(other).map((slug) => [slug, other] as const)));
  for (const slug of listNameSlugs(ingredient)) {
    const other = owners.get(slug);
    if (other) return { slug, other };
  }
  return undefined;
}

import { calculateEditDistance, getMaxEdits } from "../../search/query/edit-distance.ts";

/** Returns the described ingredient whose slug is the most similar one within a typing error; null if there is none. */
export function findSimilarIngredient<T extends { slug: string }>(ingredients: readonly T[], slug: string): T | null {
  const maxEdits = getMaxEdits(slug.length);
  let best: { ingredient: T; distance: number } | null = null;
  for (const ingredient of ingredients) {
    const distance = calculateEditDistance(slug, ingredient.slug, maxEdits);
    if (distance <= maxEdits && (best === null || distance < best.distance)) best = { ingredient, distance };
  }
  return best?.ingredient ?? null;
}

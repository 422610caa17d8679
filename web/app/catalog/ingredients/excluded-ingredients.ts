import { readStored, writeStored } from "../../browser/local-storage.ts";

const KEY = "avoided";
const MAX_INGREDIENTS = 50;

/** Returns the slugs of the ingredients that a guest excludes, from local storage; malformed values are ignored. */
export function readExcludedIngredients(): string[] {
  const stored = readStored(KEY);
  if (!Array.isArray(stored)) return [];
  const slugs = stored.filter(
    (slug): slug is string => typeof slug === "string" && /^[a-z0-9а-яё-]{1,100}$/.test(slug),
  );
  return [...new Set(slugs)].slice(0, MAX_INGREDIENTS);
}

/** Saves the excluded ingredients of a guest. @returns false if the browser refuses to store them. */
export function saveExcludedIngredients(slugs: readonly string[]): boolean {
  return writeStored(KEY, slugs.slice(0, MAX_INGREDIENTS));
}

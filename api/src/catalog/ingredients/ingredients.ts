import { sql } from "kysely";
import { cachedUntilChanged } from "../../platform/cache/cache.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";

/** Groups of ingredients that some people avoid. */
export const ingredientGroups = ["alcohol", "fragrance", "parabens", "sulphates", "mineral-oil"] as const;
export type IngredientGroup = (typeof ingredientGroups)[number];

/** What the store knows about an ingredient; `aliases` are slugs of its other names. */
export type IngredientValues = {
  slug: string;
  inci: string;
  aliases: string[];
  group_key: string | null;
  purpose_ru: string;
  purpose_en: string;
};
export type IngredientRow = IngredientValues & { id: number };

const columns = ["slug", "inci", "aliases", "group_key", "purpose_ru", "purpose_en"] as const;

/** Lists all ingredients in the alphabetical order of their slugs. */
export async function listIngredientRows(db: Db): Promise<IngredientRow[]> {
  return db
    .selectFrom("ingredients")
    .select(["id", ...columns])
    .orderBy(sql`slug collate "C"`)
    .execute();
}

const CACHE_MS = 3_600_000;

const dictionaryCache = cachedUntilChanged(
  CACHE_MS,
  async (db) => new IngredientDictionary(await listIngredientRows(db)),
);

/** Returns the ingredients that the store describes. A change is visible within a second. */
export async function getIngredientDictionary(db: Db): Promise<IngredientDictionary> {
  return dictionaryCache.get(db);
}

/** What an ingredient is for, in one language. */
type IngredientDetails = { slug: string; name: string; purpose: string; group: IngredientGroup | null };

/** The ingredients that the store describes, by the slugs of all their names. */
export class IngredientDictionary {
  readonly #rows: readonly IngredientRow[];
  readonly #bySlug: ReadonlyMap<string, IngredientRow>;

  constructor(rows: readonly IngredientRow[]) {
    this.#rows = rows;
    this.#bySlug = new Map(rows.flatMap((row) => listNameSlugs(row).map((slug) => [slug, row] as const)));
  }

  /**
   * Returns what an ingredient is for and its group, in a language; null if the store has no description of it. All
   * names of an ingredient lead to the same details, whose `slug` is the path of its page.
   */
  find(slug: string, locale: Locale): IngredientDetails | null {
    const row = this.#bySlug.get(slug);
    return row ? toIngredientDetails(row, locale) : null;
  }

  /** Returns all described ingredients in alphabetical order. */
  list(locale: Locale): IngredientDetails[] {
    return this.#rows.map((row) => toIngredientDetails(row, locale));
  }

  /** Returns the slugs of all names of an ingredient, or of all ingredients of a group. */
  listSlugs(slugOrGroup: string): string[] {
    const isGroup = ingredientGroups.some((group) => group === slugOrGroup);
    if (isGroup) return this.#rows.filter((row) => row.group_key === slugOrGroup).flatMap(listNameSlugs);
    const row = this.#bySlug.get(slugOrGroup);
    return row ? listNameSlugs(row) : [slugOrGroup];
  }
}

/** Returns the slugs of all names of an ingredient; the first one is that of its page. */
export function listNameSlugs({ slug, inci, aliases }: Pick<IngredientRow, "slug" | "inci" | "aliases">): string[] {
  return [...new Set([slug, toIngredientSlug(inci), ...aliases])];
}

function toIngredientDetails(
  { slug, inci, group_key: group, purpose_ru, purpose_en }: IngredientRow,
  locale: Locale,
): IngredientDetails {
  return {
    ...{ slug, name: inci, purpose: locale === "ru-RU" ? purpose_ru : purpose_en },
    group: ingredientGroups.find((candidate) => candidate === group) ?? null,
  };
}

/** Converts the name of an ingredient to a slug: "Zea Mays (Corn) Starch" becomes "zea-mays-corn-starch". */
export function toIngredientSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9а-яё]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}

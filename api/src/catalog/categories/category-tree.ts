import { serializeCardImage } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { cachedUntilChanged } from "../../platform/cache/cache.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { type CategoryMap, type CategoryNode, refusals } from "../schema.ts";
import { listConcerns, listCategoriesWithCounts, type CategoryRow, listBrandsWithCounts } from "../sql.ts";

/** Product counts may be this old, in milliseconds. Changes that an operator makes are visible within a second. */
const CACHE_MS = 10_000;

export const brandCache = cachedUntilChanged(CACHE_MS, listBrandsWithCounts);
export const concernCache = cachedUntilChanged(CACHE_MS, listConcerns);
const categoryCache = cachedUntilChanged(CACHE_MS, async (db) => {
  const rows = await listCategoriesWithCounts(db);
  return { rows, byId: new Map(rows.map((row) => [row.id, row])), bySlug: new Map(rows.map((row) => [row.slug, row])) };
});

export const getLocalizedName = (row: { name_ru: string; name_en: string }, locale: Locale) =>
  locale === "ru-RU" ? row.name_ru : row.name_en;

/** Returns the category tree in the response format: nested maps from id to node. */
export async function getCategoryTree(db: Db, locale: Locale): Promise<CategoryMap> {
  const { rows } = await categoryCache.get(db);
  const nodes = new Map<number, CategoryNode>();
  for (const row of rows) {
    nodes.set(row.id, {
      id: row.id,
      name: getLocalizedName(row, locale),
      link_rewrite: row.slug,
      position: row.position,
      cloth: row.theme_color,
      count: row.count,
      image: row.image && serializeCardImage(row.image, ""),
      sub: {},
    });
  }
  const roots: CategoryMap = {};
  for (const row of rows) {
    const node = nodes.get(row.id);
    if (!node) continue;
    const siblings = row.parent_id === null ? roots : nodes.get(row.parent_id)?.sub;
    if (siblings) siblings[String(row.id)] = node;
  }
  return roots;
}

/** Returns a category by its slug. Refuses `category_not_found`. */
export async function getCategory(db: Db, slug: string): Promise<CategoryRow> {
  const row = (await categoryCache.get(db)).bySlug.get(slug);
  if (!row) throw refuse(refusals, "category_not_found");
  return row;
}

export async function listTopCategories(db: Db): Promise<CategoryRow[]> {
  return (await categoryCache.get(db)).rows.filter((row) => row.parent_id === null);
}

/** Returns the ids of a category and all its descendants. */
export async function listCategorySubtreeIds(db: Db, id: number): Promise<number[]> {
  return (await categoryCache.get(db)).rows.filter((row) => row.path.includes(id)).map((row) => row.id);
}

/** Returns the ids of the categories with the same parent, including the category itself. */
export async function listSiblingCategoryIds(db: Db, id: number): Promise<number[]> {
  const { rows, byId } = await categoryCache.get(db);
  const parentId = byId.get(id)?.parent_id ?? null;
  return parentId === null ? [id] : rows.filter((row) => row.parent_id === parentId).map((row) => row.id);
}

export async function listChildCategories(db: Db, id: number): Promise<CategoryRow[]> {
  return (await categoryCache.get(db)).rows.filter((row) => row.parent_id === id);
}

/**
 * Returns the categories on a path from the root to a category, including it.
 * @param path category ids
 */
export async function getBreadcrumbs(
  db: Db,
  path: number[],
  locale: Locale,
): Promise<{ name: string; link_rewrite: string }[]> {
  const { byId } = await categoryCache.get(db);
  return path.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ name: getLocalizedName(row, locale), link_rewrite: row.slug }] : [];
  });
}

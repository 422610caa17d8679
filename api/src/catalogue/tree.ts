import { cardPictureOf } from "../content/pictures.ts";
import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { freshUntilChanged } from "../platform/fresh.ts";
import type { Locale } from "../platform/locale.ts";
import { type CategoryMap, type CategoryNode, refusals } from "./schema.ts";
import { allUsages, categoriesWithCounts, type CategoryRow, manufacturersWithCounts } from "./sql.ts";

// How many products there are of each may be this old; a change of what an operator edits is seen within a second.
const COUNTS_MS = 10_000;

export const manufacturers = freshUntilChanged(COUNTS_MS, manufacturersWithCounts);
export const usages = freshUntilChanged(COUNTS_MS, allUsages);
const categories = freshUntilChanged(COUNTS_MS, async (db) => {
  const rows = await categoriesWithCounts(db);
  return { rows, byId: new Map(rows.map((row) => [row.id, row])), bySlug: new Map(rows.map((row) => [row.slug, row])) };
});

export const nameIn = (row: { name_ru: string; name_en: string }, locale: Locale) =>
  locale === "ru-RU" ? row.name_ru : row.name_en;

/** The whole tree as the wire has it: maps of id to node (spec §3). */
export async function categoryTree(db: Db, locale: Locale): Promise<CategoryMap> {
  const { rows } = await categories.get(db);
  const nodes = new Map<number, CategoryNode>();
  for (const row of rows) {
    nodes.set(row.id, {
      id: row.id,
      name: nameIn(row, locale),
      link_rewrite: row.slug,
      position: row.position,
      cloth: row.cloth,
      count: row.count,
      image: row.image && cardPictureOf(row.image, ""),
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

/** A category by its slug. Refuses `category_not_found`. */
export async function getCategory(db: Db, slug: string): Promise<CategoryRow> {
  const row = (await categories.get(db)).bySlug.get(slug);
  if (!row) throw refuse(refusals, "category_not_found");
  return row;
}

export async function topCategories(db: Db): Promise<CategoryRow[]> {
  return (await categories.get(db)).rows.filter((row) => row.parent_id === null);
}

/** The ids of a category and of everything below it. */
export async function idsWithin(db: Db, id: number): Promise<number[]> {
  return (await categories.get(db)).rows.filter((row) => row.path.includes(id)).map((row) => row.id);
}

export async function childrenOf(db: Db, id: number): Promise<CategoryRow[]> {
  return (await categories.get(db)).rows.filter((row) => row.parent_id === id);
}

/** The way from the root to a category, itself included. */
export async function breadcrumbsOf(
  db: Db,
  path: number[],
  locale: Locale,
): Promise<{ name: string; link_rewrite: string }[]> {
  const { byId } = await categories.get(db);
  return path.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ name: nameIn(row, locale), link_rewrite: row.slug }] : [];
  });
}

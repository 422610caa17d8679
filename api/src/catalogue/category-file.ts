import { column, dataFile, pictureColumn, type Plan } from "../platform/data-file.ts";
import type { Tx } from "../platform/db.ts";
import type { Complaint } from "../platform/file-errors.ts";
import { matching, orNull, text } from "../platform/file-values.ts";
import {
  allCategoryRows,
  type CategoryFileRow,
  categoriesInUse,
  deleteCategories,
  insertCategory,
  moveCategoryPaths,
  renameCategory,
  updateCategory,
} from "./category-sql.ts";
import { name, position, themeColor } from "./label-columns.ts";

const slug = matching(/^[a-z0-9_-]{1,100}$/, "up to 100 small Latin letters, digits, hyphens and underscores");

const columns = {
  slug: column(slug),
  parent: column(orNull(slug), { initial: null }),
  name_ru: name,
  name_en: name,
  position,
  theme_color: themeColor,
  picture: pictureColumn(orNull(text(1, 2000)), { initial: null }),
};

/** The category tree. A row names its parent; the order of siblings is their position. */
export const categoryFile = dataFile({
  name: "categories",
  noun: "category",
  summary: "the tree of categories with names, order, theme colors and pictures",
  columns,
  key: ["slug"],
  renames: "slug",
  listed: ["slug", "parent", "name_ru", "name_en", "position", "theme_color"],
  read: allCategoryRows,
  check: (_db, plan) => checkTree(plan),
  inUse: categoriesInUse,
  write: writeCategories,
});

/** Every parent is in the table as it will be, and no category is its own ancestor. */
function checkTree({ after }: Plan<CategoryFileRow>): Complaint[] {
  const parents = new Map(after.map(({ row }) => [row.slug, row.parent]));
  return after.flatMap(({ line, row }) => {
    if (line === undefined || row.parent === null) return [];
    const complaint = (reason: string) => [{ line, column: "parent", reason }];
    if (!parents.has(row.parent)) return complaint(`there is no category "${row.parent}"`);
    const ancestors = new Set<string>();
    for (let at: string | null = row.parent; at !== null && !ancestors.has(at); at = parents.get(at) ?? null)
      ancestors.add(at);
    return ancestors.has(row.slug) ? complaint(`"${row.slug}" would be its own ancestor`) : [];
  });
}

async function writeCategories(db: Tx, { changed, removed, after }: Plan<CategoryFileRow>): Promise<void> {
  const parents = new Map(after.map(({ row }) => [row.slug, row.parent]));
  const depthOf = (slug: string): number => {
    const parent = parents.get(slug) ?? null;
    return parent === null ? 0 : 1 + depthOf(parent);
  };
  // Parents have their new slugs, and new ones exist, before children refer to them.
  for (const { row, before } of changed)
    if (before && before.slug !== row.slug) await renameCategory(db, before.slug, row.slug);
  const added = changed.filter(({ before }) => !before).toSorted((a, b) => depthOf(a.row.slug) - depthOf(b.row.slug));
  for (const { row } of added) await insertCategory(db, row);
  for (const { row, before } of changed) if (before) await updateCategory(db, row);
  await moveCategoryPaths(db);
  await deleteCategories(
    db,
    removed.map(({ slug: gone }) => gone),
  );
}

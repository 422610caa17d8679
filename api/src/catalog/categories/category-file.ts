import {
  defineColumn,
  defineDataFile,
  defineImageColumn,
  type ImportPlan,
} from "../../platform/data-files/data-file.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { LineError } from "../../platform/data-files/file-errors.ts";
import { patternParser, nullableParser, textParser } from "../../platform/data-files/field-parsers.ts";
import {
  listCategoryRows,
  type CategoryFileRow,
  describeCategoriesInUse,
  deleteCategories,
  insertCategory,
  updateCategoryPaths,
  renameCategory,
  updateCategory,
} from "./category-sql.ts";
import { name, position, themeColor } from "../data-file-columns.ts";
import { redirectRenamed } from "../redirect-renamed.ts";

const slug = patternParser(/^[a-z0-9_-]{1,100}$/, "up to 100 lowercase Latin letters, digits, hyphens and underscores");

const columns = {
  slug: defineColumn(slug),
  parent: defineColumn(nullableParser(slug), { initial: null }),
  name_ru: name,
  name_en: name,
  position,
  theme_color: themeColor,
  image: defineImageColumn(nullableParser(textParser(1, 2000)), { initial: null }),
};

/** The data file of the category tree. A row refers to its parent by slug; siblings are sorted by position. */
export const categoryFile = defineDataFile({
  name: "categories",
  noun: "category",
  summary: "the tree of categories with names, order, theme colors and images",
  columns,
  key: ["slug"],
  renamableColumn: "slug",
  listColumns: ["slug", "parent", "name_ru", "name_en", "position", "theme_color"],
  read: listCategoryRows,
  check: (_db, plan) => validateTree(plan),
  findDeletionBlockers: describeCategoriesInUse,
  write: writeCategories,
});

/** Checks that every parent will exist after the import and that no category becomes its own ancestor. */
function validateTree(plan: ImportPlan<CategoryFileRow>): LineError[] {
  const parents = getParents(plan);
  return plan.after.flatMap(({ line, row }) => {
    const parent = parents.get(row.slug) ?? null;
    if (line === undefined || parent === null) return [];
    const createError = (reason: string) => [{ line, column: "parent", reason }];
    if (!parents.has(parent)) return createError(`there is no category "${parent}"`);
    const ancestors = new Set<string>();
    for (
      let ancestor: string | null = parent;
      ancestor !== null && !ancestors.has(ancestor);
      ancestor = parents.get(ancestor) ?? null
    )
      ancestors.add(ancestor);
    return ancestors.has(row.slug) ? createError(`"${row.slug}" would be its own ancestor`) : [];
  });
}

/** Returns the parent of each category after the import. A file may refer to a renamed parent by its old slug. */
function getParents({ changed, after }: ImportPlan<CategoryFileRow>): Map<string, string | null> {
  const slugs = new Set(after.map(({ row }) => row.slug));
  const renamed = new Map(changed.flatMap(({ row, before }) => (before ? [[before.slug, row.slug]] : [])));
  return new Map(
    after.map(({ row: { slug: categorySlug, parent } }) => {
      const isOld = parent !== null && !slugs.has(parent);
      return [categorySlug, isOld ? (renamed.get(parent) ?? parent) : parent];
    }),
  );
}

async function writeCategories(db: Tx, plan: ImportPlan<CategoryFileRow>): Promise<void> {
  const { changed, removed } = plan;
  const parents = getParents(plan);
  const withParent = (row: CategoryFileRow) => ({ ...row, parent: parents.get(row.slug) ?? null });
  const getDepth = (slug: string): number => {
    const parent = parents.get(slug) ?? null;
    return parent === null ? 0 : 1 + getDepth(parent);
  };
  // Rename and insert parents before children refer to them.
  for (const { row, before } of changed)
    if (before && before.slug !== row.slug) await renameCategory(db, before.slug, row.slug);
  const added = changed.filter(({ before }) => !before).toSorted((a, b) => getDepth(a.row.slug) - getDepth(b.row.slug));
  for (const { row } of added) await insertCategory(db, withParent(row));
  for (const { row, before } of changed) if (before) await updateCategory(db, withParent(row));
  await updateCategoryPaths(db);
  await redirectRenamed(db, "/category/", plan);
  await deleteCategories(
    db,
    removed.map(({ slug: removedSlug }) => removedSlug),
  );
}

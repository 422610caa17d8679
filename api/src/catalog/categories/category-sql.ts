import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** A category as a row of a data file. */
export type CategoryFileRow = {
  slug: string;
  /** The slug of the parent category; null for a top-level category. */
  parent: string | null;
  name_ru: string;
  name_en: string;
  position: number;
  theme_color: string;
  /** The key of its image. */
  image: string | null;
};

/** Returns all categories as data file rows, parents before their children. */
export async function listCategoryRows(db: Db): Promise<CategoryFileRow[]> {
  const { rows } = await sql<CategoryFileRow>`
    select c.slug, parent.slug as parent, c.name_ru, c.name_en, c.position, c.theme_color, m.key as image
    from categories c left join categories parent on parent.id = c.parent_id left join media m on m.id = c.image_id
    order by (select array_agg(array[up.position, up.id] order by step)
      from unnest(c.path) with ordinality as path(id, step) join categories up on up.id = path.id)`.execute(db);
  return rows;
}

const selectCategoryId = (slug: string | null) => sql<number | null>`(select id from categories where slug = ${slug})`;
const selectImageId = (key: string | null) => sql<number | null>`(select id from media where key = ${key})`;

/** Inserts a category below an existing parent. Its id is the highest id plus one. */
export async function insertCategory(db: Tx, row: CategoryFileRow): Promise<{ id: number; path: number[] }> {
  const { rows } = await sql<{ id: number; path: number[] }>`
    insert into categories (id, parent_id, path, slug, name_ru, name_en, theme_color, image_id, position)
    select next.id, parent.id, coalesce(parent.path, '{}') || next.id, ${row.slug}, ${row.name_ru}, ${row.name_en},
      ${row.theme_color}, ${selectImageId(row.image)}, ${row.position}
    from (select coalesce(max(id), 0) + 1 as id from categories) next
    left join categories parent on parent.slug = ${row.parent}
    returning id, path`.execute(db);
  const [added] = rows;
  if (!added) throw new Error("a category was not added");
  return added;
}

/** Changes the slug of a category. The caller redirects its old path. */
export async function renameCategory(db: Tx, from: string, to: string): Promise<void> {
  await db.updateTable("categories").set({ slug: to }).where("slug", "=", from).execute();
}

/** Updates all fields of a category but its slug. `updateCategoryPaths` must be called afterwards. */
export async function updateCategory(db: Tx, row: CategoryFileRow): Promise<void> {
  await db
    .updateTable("categories")
    .set({ name_ru: row.name_ru, name_en: row.name_en, position: row.position, theme_color: row.theme_color })
    .set({ parent_id: selectCategoryId(row.parent), image_id: selectImageId(row.image) })
    .where("slug", "=", row.slug)
    .execute();
}

/** Recalculates the paths of categories and their products after parents have changed. */
export async function updateCategoryPaths(db: Tx): Promise<void> {
  await updatePathsOfCategories(db);
  await updatePathsOfProducts(db, null);
}

/** Recalculates the paths of categories after parents have changed, but not those of their products. */
export async function updatePathsOfCategories(db: Tx): Promise<void> {
  await sql`
    with recursive tree as (
      select id, array[id] as path from categories where parent_id is null
      union all select c.id, tree.path || c.id from categories c join tree on c.parent_id = tree.id)
    update categories c set path = tree.path from tree where tree.id = c.id and c.path <> tree.path`.execute(db);
}

/**
 * Sets the paths of products to those of their categories.
 * @param limit the highest number of products that are changed; null for all
 * @returns how many were changed
 */
export async function updatePathsOfProducts(db: Db, limit: number | null): Promise<number> {
  // Setting category_id marks the products as changed for the in-memory product indexes.
  const { numAffectedRows = 0n } = await sql`
    update products p set category_id = p.category_id, category_path = c.path, updated_at = now()
    from categories c
    where c.id = p.category_id and p.id = any(array(
      select o.id from products o join categories t on t.id = o.category_id
      where o.category_path <> t.path order by o.id limit ${limit}::bigint for no key update of o))`.execute(db);
  return Number(numAffectedRows);
}

/** Returns a sentence for each removed category that products or promo codes still use. */
export async function describeCategoriesInUse(db: Tx, removed: readonly { slug: string }[]): Promise<string[]> {
  const slugs = removed.map(({ slug }) => slug);
  const { rows } = await sql<{ slug: string; products: number; codes: number }>`
    select * from (
      select c.slug, (select count(*) from products p where p.category_id = c.id) as products,
        (select count(*) from promo_code_categories g where g.category_id = c.id) as codes
      from categories c where c.slug = any (${slugs}::text[])) used
    where products + codes > 0 order by slug`.execute(db);
  return rows.map(({ slug, products, codes }) => `${slug} has ${products} products and ${codes} promo codes.`);
}

/** Deletes categories; every category below them must be among them. */
export async function deleteCategories(db: Tx, slugs: readonly string[]): Promise<void> {
  if (slugs.length > 0) await db.deleteFrom("categories").where("slug", "in", slugs).execute();
}

import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";

/** A category as a file has it. */
export type CategoryFileRow = {
  slug: string;
  /** The slug of the category above; null at the top. */
  parent: string | null;
  name_ru: string;
  name_en: string;
  position: number;
  theme_color: string;
  /** The key of its picture. */
  picture: string | null;
};

/** Every category as a file has it, parents before their children. */
export async function allCategoryRows(db: Db): Promise<CategoryFileRow[]> {
  const { rows } = await sql<CategoryFileRow>`
    select c.slug, parent.slug as parent, c.name_ru, c.name_en, c.position, c.cloth as theme_color, m.key as picture
    from categories c left join categories parent on parent.id = c.parent_id left join media m on m.id = c.image_id
    order by (select array_agg(array[up.position, up.id] order by step)
      from unnest(c.path) with ordinality as path(id, step) join categories up on up.id = path.id)`.execute(db);
  return rows;
}

const idOf = (slug: string | null) => sql<number | null>`(select id from categories where slug = ${slug})`;
const pictureId = (key: string | null) => sql<number | null>`(select id from media where key = ${key})`;

/** Adds a category below an existing one. Its id follows the highest. */
export async function insertCategory(db: Tx, row: CategoryFileRow): Promise<{ id: number; path: number[] }> {
  const { rows } = await sql<{ id: number; path: number[] }>`
    insert into categories (id, parent_id, path, slug, name_ru, name_en, cloth, image_id, position)
    select next.id, parent.id, coalesce(parent.path, '{}') || next.id, ${row.slug}, ${row.name_ru}, ${row.name_en},
      ${row.theme_color}, ${pictureId(row.picture)}, ${row.position}
    from (select coalesce(max(id), 0) + 1 as id from categories) next
    left join categories parent on parent.slug = ${row.parent}
    returning id, path`.execute(db);
  const [added] = rows;
  if (!added) throw new Error("a category was not added");
  return added;
}

/** Changes the slug of a category; a trigger redirects from the old address. */
export async function renameCategory(db: Tx, from: string, to: string): Promise<void> {
  await db.updateTable("categories").set({ slug: to }).where("slug", "=", from).execute();
}

/** Changes everything else of a category. `moveCategoryPaths` must follow. */
export async function updateCategory(db: Tx, row: CategoryFileRow): Promise<void> {
  await db
    .updateTable("categories")
    .set({ name_ru: row.name_ru, name_en: row.name_en, position: row.position, cloth: row.theme_color })
    .set({ parent_id: idOf(row.parent), image_id: pictureId(row.picture) })
    .where("slug", "=", row.slug)
    .execute();
}

/** Brings the paths of categories and of their products in line with the tree. */
export async function moveCategoryPaths(db: Tx): Promise<void> {
  await sql`
    with recursive tree as (
      select id, array[id] as path from categories where parent_id is null
      union all select c.id, tree.path || c.id from categories c join tree on c.parent_id = tree.id)
    update categories c set path = tree.path from tree where tree.id = c.id and c.path <> tree.path`.execute(db);
  // Naming category_id marks the products as changed for the servers that keep them in memory.
  await sql`
    update products p set category_id = p.category_id, category_path = c.path, updated_at = now()
    from categories c where c.id = p.category_id and p.category_path <> c.path`.execute(db);
}

export async function categoriesInUse(db: Tx, removed: readonly { slug: string }[]): Promise<string[]> {
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

import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** Returns the number of active products that contain any of these ingredients, and its name on the first label. */
export async function getIngredientUsage(
  db: Db,
  slugs: readonly string[],
): Promise<{ count: number; name: string | null }> {
  const { rows } = await sql<{ count: number; name: string | null }>`
    select count(distinct i.product_id) as count, min(i.name) as name
    from product_ingredients i join products p on p.id = i.product_id
    where i.slug = any(${slugs}) and p.status = 'active'`.execute(db);
  return rows[0] ?? { count: 0, name: null };
}

/** A row of `product_ingredients`: `place` counts from 1; 0 stands alone if the composition is not known. */
export type ProductIngredientRow = { product_id: number; place: number; slug: string; name: string };

/** Replaces the ingredients of products. @param rows all rows of these products */
export async function replaceProductIngredients(
  db: Tx,
  productIds: readonly number[],
  rows: readonly ProductIngredientRow[],
): Promise<void> {
  await sql`delete from product_ingredients where product_id = any (${[...productIds]}::integer[])`.execute(db);
  await sql`
    insert into product_ingredients (product_id, place, slug, name)
    select product_id, place, slug, name
    from json_to_recordset(${JSON.stringify(rows)}::json) as i(product_id integer, place integer, slug text, name text)`.execute(
    db,
  );
}

/** Returns the ingredients and groups that a customer excludes, in the order in which they were added. */
export async function listExcludedIngredients(db: Db, customerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("excluded_ingredients")
    .select("slug")
    .where("customer_id", "=", customerId)
    .orderBy("added_at")
    .orderBy("slug")
    .execute();
  return rows.map((row) => row.slug);
}

/** Replaces the list of ingredients that a customer excludes. */
export async function setExcludedIngredients(
  db: Tx,
  customerId: number,
  slugs: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .deleteFrom("excluded_ingredients")
    .where("customer_id", "=", customerId)
    .where("slug", "not in", ["", ...slugs])
    .execute();
  if (slugs.length === 0) return;
  await db
    .insertInto("excluded_ingredients")
    .values(slugs.map((slug) => ({ customer_id: customerId, slug, added_at: now })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Returns the ids of products that contain any of these ingredients. */
export async function findProductIdsContaining(db: Db, slugs: readonly string[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ ids: number[] }>`
    select array_to_json(array(select distinct i.product_id from product_ingredients i where i.slug = any(${slugs}))) as ids`.execute(
    db,
  );
  return new Set(rows[0]?.ids);
}

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

import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";

/** A tag as a file has it. */
export type TagFileRow = { slug: string; name_ru: string; name_en: string };
/** A concern as a file has it. */
export type ConcernFileRow = TagFileRow & { position: number };

export async function allTagRows(db: Db): Promise<TagFileRow[]> {
  return db.selectFrom("tags").select(["slug", "name_ru", "name_en"]).orderBy("slug").execute();
}

export async function allConcernRows(db: Db): Promise<ConcernFileRow[]> {
  return db
    .selectFrom("usages")
    .select(["slug", "name_ru", "name_en", "position"])
    .orderBy("position")
    .orderBy("slug")
    .execute();
}

/** @returns the id of the new tag */
export async function insertTag(db: Tx, row: TagFileRow): Promise<number> {
  return (await db.insertInto("tags").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** @returns the id of the new concern */
export async function insertConcern(db: Tx, row: ConcernFileRow): Promise<number> {
  return (await db.insertInto("usages").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Changes a tag that is found by its slug; a trigger redirects from its old address. */
export async function updateTag(db: Tx, slug: string, row: TagFileRow): Promise<void> {
  await db.updateTable("tags").set(row).where("slug", "=", slug).execute();
}

/** Changes a concern that is found by its slug. */
export async function updateConcern(db: Tx, slug: string, row: ConcernFileRow): Promise<void> {
  await db.updateTable("usages").set(row).where("slug", "=", slug).execute();
}

export async function deleteLabel(db: Tx, table: "tags" | "usages", slug: string): Promise<void> {
  await db.deleteFrom(table).where("slug", "=", slug).execute();
}

export async function tagsInUse(db: Tx, removed: readonly TagFileRow[]): Promise<string[]> {
  return labelsInUse(db, "tags", "tag_ids", removed);
}

export async function concernsInUse(db: Tx, removed: readonly ConcernFileRow[]): Promise<string[]> {
  return labelsInUse(db, "usages", "usage_ids", removed);
}

async function labelsInUse(
  db: Tx,
  table: "tags" | "usages",
  column: "tag_ids" | "usage_ids",
  removed: readonly TagFileRow[],
): Promise<string[]> {
  const slugs = removed.map(({ slug }) => slug);
  const { rows } = await sql<{ slug: string; products: number }>`
    select l.slug, count(*) as products from ${sql.table(table)} l
    join products p on ${sql.ref(`p.${column}`)} @> array[l.id]
    where l.slug = any (${slugs}::text[]) group by l.slug order by l.slug`.execute(db);
  return rows.map(({ slug, products }) => `${slug} has ${products} products.`);
}

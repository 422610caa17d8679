import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** A tag as a row of a data file. */
export type TagFileRow = { slug: string; name_ru: string; name_en: string };
/** A concern as a row of a data file. */
export type ConcernFileRow = TagFileRow & { position: number };

export async function listTagRows(db: Db): Promise<TagFileRow[]> {
  return db.selectFrom("tags").select(["slug", "name_ru", "name_en"]).orderBy("slug").execute();
}

export async function listConcernRows(db: Db): Promise<ConcernFileRow[]> {
  return db
    .selectFrom("concerns")
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
  return (await db.insertInto("concerns").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Updates the tag with this slug. If the slug changes, the caller redirects its old path. */
export async function updateTag(db: Tx, slug: string, row: TagFileRow): Promise<void> {
  await db.updateTable("tags").set(row).where("slug", "=", slug).execute();
}

/** Updates the concern with this slug. */
export async function updateConcern(db: Tx, slug: string, row: ConcernFileRow): Promise<void> {
  await db.updateTable("concerns").set(row).where("slug", "=", slug).execute();
}

export async function deleteTagOrConcern(db: Tx, table: "tags" | "concerns", slug: string): Promise<void> {
  await db.deleteFrom(table).where("slug", "=", slug).execute();
}

/** Returns a sentence for each removed tag that products still have. */
export async function describeTagsInUse(db: Tx, removed: readonly TagFileRow[]): Promise<string[]> {
  return describeUsedRows(db, "tags", "tag_ids", removed);
}

/** Returns a sentence for each removed concern that products still have. */
export async function describeConcernsInUse(db: Tx, removed: readonly ConcernFileRow[]): Promise<string[]> {
  return describeUsedRows(db, "concerns", "concern_ids", removed);
}

async function describeUsedRows(
  db: Tx,
  table: "tags" | "concerns",
  column: "tag_ids" | "concern_ids",
  removed: readonly TagFileRow[],
): Promise<string[]> {
  const slugs = removed.map(({ slug }) => slug);
  const { rows } = await sql<{ slug: string; products: number }>`
    select l.slug, count(*) as products from ${sql.table(table)} l
    join products p on ${sql.ref(`p.${column}`)} @> array[l.id]
    where l.slug = any (${slugs}::text[]) group by l.slug order by l.slug`.execute(db);
  return rows.map(({ slug, products }) => `${slug} has ${products} products.`);
}

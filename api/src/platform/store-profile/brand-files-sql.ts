import type { Db } from "../db/database.ts";

export type BrandFile = { mime: "image/svg+xml" | "image/png"; content: Buffer };

type BrandFileRow = { kind: string; mime: BrandFile["mime"]; digest: string };

export async function listBrandFiles(db: Db): Promise<BrandFileRow[]> {
  return db.selectFrom("brand_files").select(["kind", "mime", "digest"]).$narrowType<BrandFileRow>().execute();
}

export async function findBrandFile(
  db: Db,
  criteria: { kind: string } | { digest: string },
): Promise<BrandFile | undefined> {
  const query = db.selectFrom("brand_files").select(["mime", "content"]).$narrowType<BrandFile>();
  return ("kind" in criteria ? query.where("kind", "=", criteria.kind) : query.where("digest", "=", criteria.digest))
    .limit(1)
    .executeTakeFirst();
}

export async function upsertBrandFile(db: Db, row: BrandFileRow & { content: Buffer }): Promise<void> {
  const { kind, ...file } = row;
  await db
    .insertInto("brand_files")
    .values({ kind, ...file })
    .onConflict((on) => on.column("kind").doUpdateSet({ ...file, updated_at: new Date() }))
    .execute();
}

export async function deleteBrandFiles(db: Db, kinds: readonly string[]): Promise<void> {
  await db.deleteFrom("brand_files").where("kind", "in", kinds).execute();
}

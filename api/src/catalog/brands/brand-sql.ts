import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** A brand as a row of a data file. */
export type BrandFileRow = {
  slug: string;
  name: string;
  name_ru: string;
  name_ja: string;
  tagline_ru: string;
  tagline_en: string;
  theme_color: string;
  position: number;
};
/** A product series as a row of a data file; `brand` is the slug of its brand. */
export type SeriesFileRow = { brand: string; name: string };

export async function listBrandRows(db: Db): Promise<BrandFileRow[]> {
  return db
    .selectFrom("brands")
    .select(["slug", "name", "name_ru", "name_ja", "tagline_ru", "tagline_en"])
    .select(["theme_color", "position"])
    .orderBy("position")
    .orderBy("slug")
    .execute();
}

/** @returns the id of the new brand */
export async function insertBrand(db: Tx, row: BrandFileRow): Promise<number> {
  const { id } = await db.insertInto("brands").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Updates the brand with this slug. If the slug changes, the caller redirects its old path. */
export async function updateBrand(db: Tx, slug: string, row: BrandFileRow): Promise<void> {
  await db.updateTable("brands").set(row).where("slug", "=", slug).execute();
}

/** Returns a sentence for each removed brand that products or series still use. */
export async function describeBrandsInUse(db: Tx, removed: readonly { slug: string }[]): Promise<string[]> {
  const slugs = removed.map(({ slug }) => slug);
  const { rows } = await sql<{ slug: string; products: number; series: number }>`
    select * from (
      select brands.slug, (select count(*) from products p where p.brand_id = brands.id) as products,
        (select count(*) from series s where s.brand_id = brands.id) as series
      from brands where brands.slug = any (${slugs}::text[])) used
    where products + series > 0 order by slug`.execute(db);
  return rows.map(({ slug, products, series }) => `${slug} has ${products} products and ${series} series.`);
}

export async function deleteBrand(db: Tx, slug: string): Promise<void> {
  await db.deleteFrom("brands").where("slug", "=", slug).execute();
}

export async function listSeriesRows(db: Db): Promise<SeriesFileRow[]> {
  return db
    .selectFrom("series as s")
    .innerJoin("brands", "brands.id", "s.brand_id")
    .select(["brands.slug as brand", "s.name"])
    .orderBy("brands.slug")
    .orderBy("s.name")
    .execute();
}

const selectBrandId = (slug: string) => sql<number>`(select id from brands where slug = ${slug})`;

/** @returns the id of the new series */
export async function insertSeries(db: Tx, { brand, name }: SeriesFileRow): Promise<number> {
  const { id } = await db
    .insertInto("series")
    .values({ brand_id: selectBrandId(brand), name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameSeries(db: Tx, { brand, name }: SeriesFileRow, to: string): Promise<void> {
  await db
    .updateTable("series")
    .set({ name: to })
    .where("brand_id", "=", selectBrandId(brand))
    .where("name", "=", name)
    .execute();
}

/** Returns a sentence for each removed series that products still use. */
export async function describeSeriesInUse(db: Tx, removed: readonly SeriesFileRow[]): Promise<string[]> {
  const { rows } = await sql<{ brand: string; name: string; products: number }>`
    select brands.slug as brand, s.name, count(*) as products
    from jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) as removed(brand text, name text)
    join brands on brands.slug = removed.brand join series s on s.brand_id = brands.id and s.name = removed.name
    join products p on p.series_id = s.id
    group by brands.slug, s.name order by brands.slug, s.name`.execute(db);
  return rows.map(({ brand, name, products }) => `${brand} ${name} has ${products} products.`);
}

export async function deleteSeries(db: Tx, { brand, name }: SeriesFileRow): Promise<void> {
  await db.deleteFrom("series").where("brand_id", "=", selectBrandId(brand)).where("name", "=", name).execute();
}

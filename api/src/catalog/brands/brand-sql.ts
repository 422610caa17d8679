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
    .selectFrom("manufacturers")
    .select(["slug", "name", "name_ru", "name_ja", "line_ru as tagline_ru", "line_en as tagline_en"])
    .select(["cloth as theme_color", "position"])
    .orderBy("position")
    .orderBy("slug")
    .execute();
}

function toBrandColumns({ tagline_ru, tagline_en, theme_color, ...row }: BrandFileRow) {
  return { ...row, line_ru: tagline_ru, line_en: tagline_en, cloth: theme_color };
}

/** @returns the id of the new brand */
export async function insertBrand(db: Tx, row: BrandFileRow): Promise<number> {
  const { id } = await db
    .insertInto("manufacturers")
    .values(toBrandColumns(row))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates the brand with this slug. If the slug changes, a trigger adds a redirect from the old URL. */
export async function updateBrand(db: Tx, slug: string, row: BrandFileRow): Promise<void> {
  await db.updateTable("manufacturers").set(toBrandColumns(row)).where("slug", "=", slug).execute();
}

/** Returns a sentence for each removed brand that products or series still use. */
export async function describeBrandsInUse(db: Tx, removed: readonly { slug: string }[]): Promise<string[]> {
  const slugs = removed.map(({ slug }) => slug);
  const { rows } = await sql<{ slug: string; products: number; series: number }>`
    select * from (
      select m.slug, (select count(*) from products p where p.manufacturer_id = m.id) as products,
        (select count(*) from series s where s.manufacturer_id = m.id) as series
      from manufacturers m where m.slug = any (${slugs}::text[])) used
    where products + series > 0 order by slug`.execute(db);
  return rows.map(({ slug, products, series }) => `${slug} has ${products} products and ${series} series.`);
}

export async function deleteBrand(db: Tx, slug: string): Promise<void> {
  await db.deleteFrom("manufacturers").where("slug", "=", slug).execute();
}

export async function listSeriesRows(db: Db): Promise<SeriesFileRow[]> {
  return db
    .selectFrom("series as s")
    .innerJoin("manufacturers as m", "m.id", "s.manufacturer_id")
    .select(["m.slug as brand", "s.name"])
    .orderBy("m.slug")
    .orderBy("s.name")
    .execute();
}

const selectBrandId = (slug: string) => sql<number>`(select id from manufacturers where slug = ${slug})`;

/** @returns the id of the new series */
export async function insertSeries(db: Tx, { brand, name }: SeriesFileRow): Promise<number> {
  const { id } = await db
    .insertInto("series")
    .values({ manufacturer_id: selectBrandId(brand), name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameSeries(db: Tx, { brand, name }: SeriesFileRow, to: string): Promise<void> {
  await db
    .updateTable("series")
    .set({ name: to })
    .where("manufacturer_id", "=", selectBrandId(brand))
    .where("name", "=", name)
    .execute();
}

/** Returns a sentence for each removed series that products still use. */
export async function describeSeriesInUse(db: Tx, removed: readonly SeriesFileRow[]): Promise<string[]> {
  const { rows } = await sql<{ brand: string; name: string; products: number }>`
    select m.slug as brand, s.name, count(*) as products
    from jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) as gone(brand text, name text)
    join manufacturers m on m.slug = gone.brand join series s on s.manufacturer_id = m.id and s.name = gone.name
    join products p on p.series_id = s.id
    group by m.slug, s.name order by m.slug, s.name`.execute(db);
  return rows.map(({ brand, name, products }) => `${brand} ${name} has ${products} products.`);
}

export async function deleteSeries(db: Tx, { brand, name }: SeriesFileRow): Promise<void> {
  await db.deleteFrom("series").where("manufacturer_id", "=", selectBrandId(brand)).where("name", "=", name).execute();
}

import fc from "fast-check";
import { sql } from "kysely";
import { TEST_NOW } from "../../../test/harness.ts";
import type { Db } from "../../platform/db/database.ts";
import { createCategory, createProduct } from "../fixtures.ts";

const HOUR_MS = 3_600_000;
/** Returns a time some hours after that of the tests. */
export const hoursFromNow = (hours: number): Date => new Date(TEST_NOW.getTime() + hours * HOUR_MS);

/**
 * Creates one product in each of two categories, of two brands. Random products are copied from them.
 * @returns the ids of the categories
 */
export async function createFirstProducts(db: Db): Promise<number[]> {
  for (let n = 0; n < 2; n++) await createProduct(db, { category: await createCategory(db) });
  const products = await db.selectFrom("products").select("category_id").orderBy("id").execute();
  return products.map(({ category_id }) => category_id);
}

/** Empties the table of the listing, which is not kept then. */
export async function emptyListingTable(db: Db): Promise<void> {
  await sql`update product_listing_state set status = 'off'`.execute(db);
  await sql`truncate product_listing, product_goods`.execute(db);
}

// Few distinct values, so that bounds are hit and values are equal.
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 });
export const product = fc.record({
  original: fc.constantFrom(1, 2),
  name_ru: fc.constantFrom("Крем", "Белый крем", "Белый тоник"),
  status: fc.constantFrom("active", "active", "active", "hidden", "draft"),
  price_minor: fc.integer({ min: 1, max: 6 }),
  old_price_minor: fc.option(fc.integer({ min: 1, max: 6 })),
  sale_ends_at: fc.option(fc.constantFrom(...[-1, 0, 1].map(hoursFromNow))),
  discount_percent: fc.constantFrom(0, 1, 19, 20, 40),
  stock: fc.integer({ min: 0, max: 2 }),
  published_at: fc.constantFrom(...[-49, -48, -47, -1].map(hoursFromNow)),
  units_sold: fc.integer({ min: 0, max: 3 }),
  rating_sum: fc.integer({ min: 0, max: 20 }),
  reviews_count: fc.integer({ min: 0, max: 4 }),
  weight_g: fc.constantFrom(100, 200, 300),
  size_mm: fc.option(fc.constant<number[]>([300, 200, 100])),
  concern_ids: ids,
  tag_ids: ids,
});
export type RandomProduct = typeof product extends fc.Arbitrary<infer T> ? T : never;

/** Replaces all products but the first ones. */
export async function replaceProducts(db: Db, products: readonly RandomProduct[]): Promise<void> {
  await sql`delete from products where id > 2`.execute(db);
  await sql`
    insert into products (slug, reference, brand_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code,
      weight_g, size_mm, status, price_minor, old_price_minor, sale_ends_at, discount_percent, stock, published_at,
      units_sold, rating_sum, reviews_count, concern_ids, tag_ids)
    select 'copy-' || n, 'COPY-' || n, p.brand_id, p.category_id, p.category_path, r.name_ru, p.name_en, p.customs_name_en,
      p.hs_code, r.weight_g, r.size_mm, r.status, r.price_minor, r.old_price_minor, r.sale_ends_at, r.discount_percent,
      r.stock, r.published_at, r.units_sold, r.rating_sum, r.reviews_count, r.concern_ids, r.tag_ids
    from products p, rows from (json_to_recordset(${JSON.stringify(products)}::json) as (original integer, name_ru text, status text,
      price_minor bigint, old_price_minor bigint, sale_ends_at timestamptz, discount_percent smallint, stock integer,
      published_at timestamptz, units_sold integer, rating_sum integer, reviews_count integer, weight_g integer,
      size_mm integer[], concern_ids integer[], tag_ids integer[])) with ordinality r(original, name_ru, status, price_minor,
      old_price_minor, sale_ends_at, discount_percent, stock, published_at, units_sold, rating_sum, reviews_count, weight_g,
      size_mm, concern_ids, tag_ids, n)
    where p.id = r.original`.execute(db);
}

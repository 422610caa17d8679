import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { createProduct } from "../fixtures.ts";
import { getPriceAt } from "../pricing/current-price.ts";
import { inStock, isInStock } from "../products/stock.ts";
import { findCollectionPreviews } from "../products/card-sql.ts";
import { collections } from "../schema.ts";
import { getIndexedProducts } from "./memory-index.ts";
import { getProductIndex, type ListingFilter } from "./service.ts";

const shop = await openTestShop();
const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS);
const context = { now: TEST_NOW, newSince: hoursFromNow(-48) };

// Few distinct values, so that bounds are hit and values are equal.
const product = fc.record({
  status: fc.constantFrom("active", "active", "active", "hidden", "discontinued"),
  price_minor: fc.integer({ min: 1, max: 1000_00 }),
  old_price_minor: fc.option(fc.integer({ min: 1, max: 1000_00 })),
  sale_ends_at: fc.option(fc.constantFrom(...[-1, 0, 1].map(hoursFromNow))),
  discount_percent: fc.integer({ min: 0, max: 3 }),
  stock: fc.integer({ min: 0, max: 2 }),
  published_at: fc.constantFrom(...[-49, -48, -47, -1].map(hoursFromNow)),
  units_sold: fc.integer({ min: 0, max: 3 }),
});
type RandomProduct = typeof product extends fc.Arbitrary<infer T> ? T : never;

/** Replaces the copies of the first product, which have its image. */
async function replaceProducts(products: readonly RandomProduct[]): Promise<void> {
  await sql`delete from products where id > 1`.execute(shop.db);
  await sql`
    with added as (
      insert into products (slug, reference, brand_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code,
        weight_g, status, price_minor, old_price_minor, sale_ends_at, discount_percent, stock, published_at, units_sold)
      select 'copy-' || n, 'COPY-' || n, p.brand_id, p.category_id, p.category_path, p.name_ru, p.name_en, p.customs_name_en,
        p.hs_code, p.weight_g, r.status, r.price_minor, r.old_price_minor, r.sale_ends_at, r.discount_percent, r.stock,
        r.published_at, r.units_sold
      from products p, rows from (json_to_recordset(${JSON.stringify(products)}::json) as (status text, price_minor bigint,
        old_price_minor bigint, sale_ends_at timestamptz, discount_percent smallint, stock integer, published_at timestamptz,
        units_sold integer)) with ordinality r(status, price_minor, old_price_minor, sale_ends_at, discount_percent, stock,
        published_at, units_sold, n)
      where p.id = 1
      returning id)
    insert into product_images (product_id, position, media_id)
    select added.id, 0, i.media_id from added, product_images i where i.product_id = 1`.execute(shop.db);
}

/** Returns the ids of all products in stock of a collection, from the product index. */
async function listCollectionIds(collection: ListingFilter["collection"]): Promise<number[]> {
  const filter = { ...context, collection, inStock: true, brandIds: [], concernIds: [], ids: [] };
  const index = await getProductIndex(shop.db);
  return (await index.findProducts(filter, { sort: undefined, page: 1, perPage: 1000 })).ids;
}

async function listCollectionIdsInSql(): Promise<Map<string, number[]>> {
  const rows = await findCollectionPreviews(shop.db, context, "ru-RU", 1000);
  return new Map(
    collections.map((name) => [name, rows.filter(({ collection }) => collection === name).map(({ id }) => id)]),
  );
}

describe("the product index and SQL agree on", () => {
  beforeEach(async () => void (await createProduct(shop.db)));

  const checkProperty = async (check: () => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 40 }), async (products) => {
        await replaceProducts(products);
        await check();
      }),
      { numRuns: 25 },
    );

  it("the price in force and what is in stock", async () => {
    await checkProperty(async () => {
      const { rows } = await sql<{ id: number; price: number; is_in_stock: boolean }>`
        select p.id, price_in_force(p.price_minor, p.old_price_minor, p.sale_ends_at, ${TEST_NOW}) as price,
          ${inStock("p")} as is_in_stock
        from products p where p.status = 'active' order by p.id`.execute(shop.db);
      const indexed = (await getIndexedProducts(shop.db)).listAll();
      expect(
        indexed.map((one) => ({ id: one.id, price: getPriceAt(one, TEST_NOW), is_in_stock: isInStock(one) })),
      ).toEqual(rows);
    });
  });

  it("the products of each collection and their order", async () => {
    await checkProperty(async () => {
      const idsInSql = await listCollectionIdsInSql();
      for (const name of collections) expect([name, await listCollectionIds(name)]).toEqual([name, idsInSql.get(name)]);
    });
  });

  it("which products are the best sellers if there are more than the collection holds", async () => {
    const sold = { status: "active" as const, price_minor: 1, old_price_minor: null, sale_ends_at: null };
    const shared = { ...sold, discount_percent: 0, published_at: TEST_NOW };
    await replaceProducts(Array.from({ length: 60 }, (_, n) => ({ ...shared, stock: n % 2, units_sold: 1 + (n % 7) })));
    const ids = await listCollectionIds("best-sales");
    expect(ids).toEqual((await listCollectionIdsInSql()).get("best-sales"));
    expect(ids).toHaveLength(25);
  });
});

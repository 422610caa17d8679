import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clearAllCaches } from "../../platform/cache/cache.ts";
import { type RootDb, setPrimaryDb } from "../../platform/db/database.ts";
import type { ShippingTerms } from "../../platform/shipping-terms.ts";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { createCategory, createProduct } from "../fixtures.ts";
import { collections, sorts } from "../schema.ts";
import { createListingTableIndex, findNextChangeInTable, isListingTableFilled, readStatus } from "./listing-table.ts";
import { switchListingTable } from "./switch-listing-table.ts";
import { getIndexedProducts, getMemoryIndex, getReplica } from "./memory-index.ts";
import type { ListingFilter, ProductIndex, RankCondition } from "./product-index.ts";
import { getProductIndex } from "./service.ts";

const shop = await openTestShop();
const { db } = shop;
const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS);
const newSince = hoursFromNow(-48);

const switchTo = (productIndex: "memory" | "database" | "auto") =>
  switchListingTable({ db, log: shop.app.log, config: { productIndex } });

let categoryIds = [0, 0];

/** One product in each of two categories, of two brands. Those of the tests are copied from them. */
async function createFirstProducts(): Promise<void> {
  for (let n = 0; n < 2; n++) await createProduct(db, { category: await createCategory(db) });
  const products = await db.selectFrom("products").select("category_id").orderBy("id").execute();
  categoryIds = products.map(({ category_id }) => category_id);
}

beforeEach(async () => {
  await sql`update product_listing_state set status = 'off'`.execute(db);
  await sql`truncate product_listing, product_goods`.execute(db);
  clearAllCaches();
});

// Few distinct values, so that bounds are hit and values are equal.
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 });
const product = fc.record({
  original: fc.constantFrom(1, 2),
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
type RandomProduct = typeof product extends fc.Arbitrary<infer T> ? T : never;

async function replaceProducts(products: readonly RandomProduct[]): Promise<void> {
  await sql`delete from products where id > 2`.execute(db);
  await sql`
    insert into products (slug, reference, brand_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code,
      weight_g, size_mm, status, price_minor, old_price_minor, sale_ends_at, discount_percent, stock, published_at,
      units_sold, rating_sum, reviews_count, concern_ids, tag_ids)
    select 'copy-' || n, 'COPY-' || n, p.brand_id, p.category_id, p.category_path, p.name_ru, p.name_en, p.customs_name_en,
      p.hs_code, r.weight_g, r.size_mm, r.status, r.price_minor, r.old_price_minor, r.sale_ends_at, r.discount_percent,
      r.stock, r.published_at, r.units_sold, r.rating_sum, r.reviews_count, r.concern_ids, r.tag_ids
    from products p, rows from (json_to_recordset(${JSON.stringify(products)}::json) as (original integer, status text,
      price_minor bigint, old_price_minor bigint, sale_ends_at timestamptz, discount_percent smallint, stock integer,
      published_at timestamptz, units_sold integer, rating_sum integer, reviews_count integer, weight_g integer,
      size_mm integer[], concern_ids integer[], tag_ids integer[])) with ordinality r(original, status, price_minor,
      old_price_minor, sale_ends_at, discount_percent, stock, published_at, units_sold, rating_sum, reviews_count, weight_g,
      size_mm, concern_ids, tag_ids, n)
    where p.id = r.original`.execute(db);
}

/** Light goods can be sent at any price, others up to a price, those with a size never. */
const shipping: ShippingTerms = {
  country: "RU",
  getMaxPriceRubMinor: ({ weight_g, size_mm }) => (size_mm ? null : weight_g === 100 ? Infinity : weight_g / 100),
  canShip: (goods, price) => price <= (shipping.getMaxPriceRubMinor(goods) ?? -1),
  quote: () => ({ refusal: null, price: 0, arrives: null, duty: 0 }),
};

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const productIds = fc.uniqueArray(fc.integer({ min: 1, max: 12 }));
const idSet = productIds.map((list): ReadonlySet<number> => new Set(list));
const anyFilter = {
  categories: maybe(fc.constantFrom<number[]>([0], [1], [0, 1], [9])),
  pageBrandId: maybe(fc.constantFrom(1, 2)),
  brandIds: fc.constantFrom<number[]>([], [], [1], [1, 2]),
  concernIds: fc.constantFrom<number[]>([], [], [1], [2, 3]),
  tagId: maybe(fc.constantFrom(1, 2)),
  collection: maybe(fc.constantFrom(...collections)),
  excludedProductIds: maybe(idSet),
  containingProductIds: maybe(idSet),
  ids: fc.oneof({ weight: 3, arbitrary: fc.constant<number[]>([]) }, { weight: 1, arbitrary: productIds }),
  priceMinMinor: maybe(fc.integer({ min: 1, max: 6 })),
  priceMaxMinor: maybe(fc.integer({ min: 1, max: 6 })),
  inStock: fc.boolean(),
  ratingMin: maybe(fc.constantFrom(3, 3.5, 4)),
  discountMin: maybe(fc.constantFrom(1, 20)),
  shipping: fc.constantFrom(null, shipping),
  shippableOnly: fc.boolean(),
};
const filter = fc.record(anyFilter);
/** The choices of a shopper in a list of many products. */
const choices = fc.record({
  ...anyFilter,
  categories: fc.constant(undefined),
  pageBrandId: fc.constant(undefined),
  tagId: fc.constant(undefined),
  collection: fc.constant(undefined),
  excludedProductIds: fc.constant(undefined),
  containingProductIds: fc.constant(undefined),
  ids: fc.constant<number[]>([]),
});
const rank = fc.array(
  fc.oneof(
    idSet.map((set) => ({ ids: set })),
    fc.constantFrom({ categories: [0] }, { categories: [1] }, { categories: [] }),
  ),
  { maxLength: 3 },
);
const getCategoryIds = (positions: readonly number[]) => positions.map((position) => categoryIds[position] ?? 0);
type RandomRank = typeof rank extends fc.Arbitrary<infer T> ? T : never;
const toRank = (conditions: RandomRank): RankCondition[] =>
  conditions.map((condition) =>
    "ids" in condition ? condition : { categoryIds: new Set(getCategoryIds(condition.categories)) },
  );
const page = fc.record({
  sort: maybe(fc.constantFrom(...sorts)),
  page: fc.integer({ min: 1, max: 3 }),
  perPage: fc.constantFrom(1, 5),
});

describe("the table of the listing and the products in memory give the same", () => {
  beforeEach(async () => {
    await createFirstProducts();
    await switchTo("database");
  });

  const checkProperty = (
    compare: (ask: <T>(question: (index: ProductIndex) => Promise<T>) => Promise<void>) => fc.IAsyncProperty<unknown>,
  ) => {
    const ask = async <T>(question: (index: ProductIndex) => Promise<T>) =>
      expect(await question(createListingTableIndex(db))).toEqual(
        await question(getMemoryIndex(await getIndexedProducts(db))),
      );
    return fc.assert(compare(ask), { numRuns: 60 });
  };
  const products = fc.array(product, { minLength: 1, maxLength: 12 });

  it("pages and facets of every list", { timeout: 120_000 }, async () => {
    expect.hasAssertions();
    await checkProperty((ask) =>
      fc.asyncProperty(
        products,
        fc.array(fc.tuple(fc.oneof(filter, choices), maybe(fc.record({ ids: productIds, rank })), page), {
          minLength: 12,
          maxLength: 12,
        }),
        async (added, lists) => {
          await replaceProducts(added);
          for (const [{ categories, ...listFilter }, found, listPage] of lists)
            await ask(async (index) => {
              const full: ListingFilter = {
                ...{ ...listFilter, now: TEST_NOW, newSince },
                categoryIds: categories && getCategoryIds(categories),
                matches: found && { ids: found.ids, rank: toRank(found.rank), products: index },
              };
              return index.findProducts(full, listPage);
            });
        },
      ),
    );
  });

  it("products of searches and groups", async () => {
    expect.hasAssertions();
    await checkProperty((ask) =>
      fc.asyncProperty(
        products,
        productIds,
        rank,
        idSet,
        fc.integer({ min: 1, max: 5 }),
        async (added, found, ranks, some, limit) => {
          await replaceProducts(added);
          await ask((index) =>
            index.findBestMatches({ products: index, ids: found, rank: toRank(ranks) }, TEST_NOW, limit),
          );
          await ask((index) =>
            index.findByGroups({ categoryIds: new Set(getCategoryIds([1])), tagIds: some, concernIds: new Set() }),
          );
          await ask((index) => index.findByGroups({ categoryIds: new Set(), tagIds: new Set(), concernIds: some }));
          await ask((index) => index.selectInCategories(found, new Set(getCategoryIds([0]))));
          await ask((index) => index.countActive(found, limit));
        },
      ),
    );
  });

  it("when a product changes by time next", async () => {
    await fc.assert(
      fc.asyncProperty(products, fc.constantFrom(1, 2), async (added, newDays) => {
        await replaceProducts(added);
        await getIndexedProducts(db);
        const replica = await getReplica(db);
        expect(await findNextChangeInTable(db, TEST_NOW, newDays)).toBe(
          replica.findNextChangeByTime(TEST_NOW, newDays),
        );
      }),
      { numRuns: 40 },
    );
  });
});

it("counts how many products of new goods can be sent", async () => {
  await createFirstProducts();
  await switchTo("database");
  const index = createListingTableIndex(db);
  const list = { brandIds: [], concernIds: [], ids: [], inStock: false, shipping, now: TEST_NOW, newSince };
  const countNotShippable = async () =>
    (await index.findProducts(list, { sort: "new", page: 1, perPage: 5 })).facets.notShippable;
  const before = await countNotShippable();
  await db
    .updateTable("products")
    .set({ size_mm: [9, 8, 7] })
    .where("id", "=", 1)
    .execute();
  expect(await countNotShippable()).toBe((before ?? 0) + (before === 2 ? 0 : 1));
});

describe("the table of the listing", () => {
  const readTable = async () => {
    const { rows } = await sql`
      select l.*, g.hazard, g.hs_code, g.weight_g, g.size_mm, null as goods_id
      from product_listing l join product_goods g on g.id = l.goods_id order by l.product_id`.execute(db);
    return rows;
  };

  it("always equals a table that is filled again", async () => {
    await createFirstProducts();
    await switchTo("database");
    const change = fc.oneof(
      fc.array(product, { minLength: 1, maxLength: 4 }).map((added) => () => replaceProducts(added)),
      product.map(({ original, concern_ids: _concerns, size_mm, tag_ids: _tags, ...values }) => async () => {
        await db
          .updateTable("products")
          .set({ ...values, size_mm })
          .where("id", ">=", original)
          .execute();
      }),
      fc.constant(async () => void (await db.deleteFrom("products").where("id", ">", 2).execute())),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        for (const apply of changes) await apply();
        const kept = await readTable();
        await sql`truncate product_listing, product_goods`.execute(db);
        await sql`select refresh_product_listing(array(select id from products))`.execute(db);
        expect(kept).toEqual(await readTable());
      }),
      { numRuns: 30 },
    );
  });

  it("is filled and given up as the configuration says, and stays empty otherwise", async () => {
    await createFirstProducts();
    await switchTo("auto");
    expect([await isListingTableFilled(db), await readTable()]).toEqual([false, []]);
    const memory = await getProductIndex(db);
    await switchTo("database");
    expect(await getProductIndex(db)).not.toBe(memory);
    expect(await readTable()).toHaveLength(2);
    await switchTo("auto");
    expect(await isListingTableFilled(db)).toBe(false);
    // Another process may still read it.
    await switchTo("auto");
    expect(await readTable()).toHaveLength(2);
    await sql`update product_listing_state set changed_at = changed_at - interval '11 s'`.execute(db);
    await switchTo("auto");
    expect(await readTable()).toEqual([]);
    await createProduct(db);
    expect(await readTable()).toEqual([]);
    clearAllCaches();
    expect((await getIndexedProducts(db)).size).toBe(3);
  });

  it("contains a change that was not committed when the filling began", async () => {
    await createFirstProducts();
    const client = await shop.pool.connect();
    try {
      await client.query("begin");
      await client.query("update products set units_sold = 77 where id = 1");
      const filling = switchTo("database");
      await new Promise((resolve) => setTimeout(resolve, 300));
      await client.query("commit");
      await filling;
    } finally {
      client.release();
    }
    const { rows } = await sql<{ units_sold: number }>`
      select units_sold from product_listing where product_id = 1`.execute(db);
    expect(rows).toEqual([{ units_sold: 77 }]);
  });

  describe("while it is filled", () => {
    beforeEach(async () => {
      await createFirstProducts();
      await replaceProducts(fc.sample(product, 60));
      // Each row takes a while, so that others change products meanwhile.
      await sql`create function slow_down() returns trigger language plpgsql as
        'begin perform pg_sleep(0.005); return new; end'`.execute(db);
      await sql`create trigger slow_down before insert on product_listing for each row execute function slow_down()`.execute(
        db,
      );
    });
    afterEach(async () => void (await sql`drop function slow_down() cascade`.execute(db)));

    const waitForFilling = async () => {
      await expect.poll(async () => (await readStatus(db)).status, { interval: 5 }).toBe("filling");
    };

    it("follows products that change, are withdrawn or deleted", async () => {
      const filling = switchTo("database");
      await waitForFilling();
      const ids = (await db.selectFrom("products").select("id").execute()).map(({ id }) => id);
      await Promise.all(
        ids.map(async (id, n) => {
          if (n % 3 === 0)
            await db
              .updateTable("products")
              .set({ units_sold: 70 + n })
              .where("id", "=", id)
              .execute();
          else if (n % 3 === 1)
            await db.updateTable("products").set({ status: "hidden" }).where("id", "=", id).execute();
          else if (id > 2) await db.deleteFrom("products").where("id", "=", id).execute();
        }),
      );
      await filling;
      const kept = await readTable();
      await sql`truncate product_listing, product_goods`.execute(db);
      await sql`select refresh_product_listing(array(select id from products))`.execute(db);
      expect(kept).toEqual(await readTable());
    });

    it("can be given up", async () => {
      const filling = switchTo("database");
      await waitForFilling();
      await switchTo("memory");
      await filling;
      expect((await readStatus(db)).status).toBe("leaving");
      await sql`update product_listing_state set changed_at = changed_at - interval '11 s'`.execute(db);
      await switchTo("memory");
      expect([(await readStatus(db)).status, await readTable()]).toEqual(["off", []]);
    });
  });

  it("knows goods whose transaction was committed after that of newer ones", async () => {
    await createFirstProducts();
    await sql`update products set weight_g = 100, size_mm = null`.execute(db);
    await switchTo("database");
    const index = createListingTableIndex(db);
    const list = { brandIds: [], concernIds: [], ids: [], inStock: false, shipping, now: TEST_NOW, newSince };
    const countNotShippable = async () =>
      (await index.findProducts(list, { sort: "new", page: 1, perPage: 5 })).facets.notShippable;
    const client = await shop.pool.connect();
    try {
      await client.query("begin");
      await client.query("update products set size_mm = '{30,20,10}' where id = 1");
      await sql`update products set size_mm = '{40,30,20}' where id = 2`.execute(db);
      expect(await countNotShippable()).toBe(1);
      await client.query("commit");
    } finally {
      client.release();
    }
    expect(await countNotShippable()).toBe(2);
  });
});

it("shares what is cached with the index over a replica", () => {
  const replicaDb = Object.create(shop.db) as RootDb;
  setPrimaryDb(replicaDb, shop.db, () => undefined);
  expect(createListingTableIndex(replicaDb).cacheKey).toBe(createListingTableIndex(shop.db).cacheKey);
});

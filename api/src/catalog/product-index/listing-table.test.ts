import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { clearAllCaches } from "../../platform/cache/cache.ts";
import { type RootDb, setPrimaryDb } from "../../platform/db/database.ts";
import type { ShippingTerms } from "../../platform/shipping-terms.ts";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { collections, sorts } from "../schema.ts";
import { createFirstProducts, emptyListingTable, hoursFromNow, product, replaceProducts } from "./fixtures.ts";
import { createListingTableIndex, findNextChangeInTable } from "./listing-table.ts";
import { switchListingTable } from "./switch-listing-table.ts";
import { getIndexedProducts, getMemoryIndex, getReplica } from "./memory-index.ts";
import type {
  FoundProducts,
  ListingFilter,
  NamedProducts,
  ProductGroupIds,
  ProductIndex,
  RankCondition,
  SearchMatches,
} from "./product-index.ts";

const shop = await openTestShop();
const { db } = shop;
const newSince = hoursFromNow(-48);
const fillTable = () => switchListingTable({ db, log: shop.app.log, config: { productIndex: "database" } });

let categoryIds = [0, 0];

beforeEach(async () => {
  await emptyListingTable(db);
  clearAllCaches();
});

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
const names = fc
  .constantFrom("'крем'", "'бел' & 'крем'", "'бел' | 'тоник'", "'шампун'")
  .map((query) => ({ names: query }));
const groups = fc.record({
  categories: fc.constantFrom<number[]>([], [1]),
  tagIds: idSet,
  concernIds: idSet,
});
type RandomGroups = typeof groups extends fc.Arbitrary<infer T> ? T : never;
const excluded = fc.record({ names: fc.option(names.map((query) => query.names)), ids: idSet });
const foundByName = fc.record(
  { names: names.map((query) => query.names), groups, without: excluded },
  { requiredKeys: ["names"] },
);
const foundProducts = fc.oneof(
  productIds.map((list) => ({ ids: list })),
  foundByName,
);
type RandomFound = typeof foundProducts extends fc.Arbitrary<infer T> ? T : never;
type RandomExcluded = typeof excluded extends fc.Arbitrary<infer T> ? T : never;
const rank = fc.array(
  fc.oneof(
    idSet.map((set) => ({ ids: set })),
    names,
    groups.map((group) => ({ groups: group })),
    fc.constantFrom({ categories: [0] }, { categories: [1] }, { categories: [] }),
  ),
  { maxLength: 3 },
);
const getCategoryIds = (positions: readonly number[]) => positions.map((position) => categoryIds[position] ?? 0);
type RandomRank = typeof rank extends fc.Arbitrary<infer T> ? T : never;
const toGroupIds = ({ categories, ...ids }: RandomGroups): ProductGroupIds => ({
  categoryIds: new Set(getCategoryIds(categories)),
  ...ids,
});

async function listIds({ names: query }: NamedProducts): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select search_ids_in_names(${query}::tsquery) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

const listExcludedIds = async ({ names: query, ids }: RandomExcluded) =>
  new Set([...ids, ...(query === null ? [] : await listIds({ names: query }))]);

/** Returns found products in the form that an index takes: the index in memory takes ids, because it has no names. */
async function toMatches(products: ProductIndex, found: RandomFound, conditions: RandomRank): Promise<SearchMatches> {
  const toCondition = async (condition: RandomRank[number]): Promise<RankCondition> => {
    if ("groups" in condition) return { groups: toGroupIds(condition.groups) };
    if ("categories" in condition) return { categoryIds: new Set(getCategoryIds(condition.categories)) };
    return "names" in condition && !products.hasNames ? { ids: new Set(await listIds(condition)) } : condition;
  };
  const toFound = async (): Promise<FoundProducts> => {
    if ("ids" in found) return found;
    const { groups: joined, ...named } = found;
    const groupIds = joined && toGroupIds(joined);
    if (products.hasNames) return { ...named, ...(groupIds ? { groups: groupIds } : {}) };
    const all = new Set([...(await listIds(found)), ...(groupIds ? await products.findByGroups(groupIds) : [])]);
    const excludedIds = named.without && (await listExcludedIds(named.without));
    return { ids: [...all].filter((id) => !excludedIds?.has(id)) };
  };
  return {
    products,
    found: await toFound(),
    rank: await Promise.all(conditions.map(toCondition)),
  };
}
const page = fc.record({
  sort: maybe(fc.constantFrom(...sorts)),
  page: fc.integer({ min: 1, max: 3 }),
  perPage: fc.constantFrom(1, 5),
});

describe("the table of the listing and the products in memory give the same", () => {
  beforeEach(async () => {
    categoryIds = await createFirstProducts(db);
    await fillTable();
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
        fc.array(fc.tuple(fc.oneof(filter, choices), maybe(fc.record({ found: foundProducts, rank })), page), {
          minLength: 12,
          maxLength: 12,
        }),
        async (added, lists) => {
          await replaceProducts(db, added);
          for (const [{ categories, ...listFilter }, matches, listPage] of lists)
            await ask(async (index) => {
              const full: ListingFilter = {
                ...{ ...listFilter, now: TEST_NOW, newSince },
                categoryIds: categories && getCategoryIds(categories),
                matches: matches && (await toMatches(index, matches.found, matches.rank)),
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
        foundProducts,
        rank,
        idSet,
        fc.integer({ min: 1, max: 5 }),
        async (added, found, ranks, some, limit) => {
          await replaceProducts(db, added);
          await ask(async (index) => index.findBestMatches(await toMatches(index, found, ranks), TEST_NOW, limit));
          await ask((index) =>
            index.findByGroups({ categoryIds: new Set(getCategoryIds([1])), tagIds: some, concernIds: new Set() }),
          );
          await ask((index) => index.findByGroups({ categoryIds: new Set(), tagIds: new Set(), concernIds: some }));
          await ask(async (index) => {
            const matches = await toMatches(index, found, []);
            const inCategory = await index.selectInCategories(matches.found, new Set(getCategoryIds([0])));
            return inCategory.toSorted((a, b) => a - b);
          });
          await ask((index) => index.countActive(some, limit));
        },
      ),
    );
  });

  it("how many of the found products are excluded", async () => {
    expect.hasAssertions();
    await checkProperty(() =>
      fc.asyncProperty(products, foundByName, excluded, async (added, found, left) => {
        await replaceProducts(db, added);
        const [table, memory] = [createListingTableIndex(db), getMemoryIndex(await getIndexedProducts(db))];
        const listed = (await toMatches(memory, found, [])).found;
        const excludedIds = await listExcludedIds(left);
        const active = await memory.selectInCategories(listed, new Set(categoryIds));
        expect(await table.countExcluded((await toMatches(table, found, [])).found, left)).toEqual({
          excluded: active.filter((id) => excludedIds.has(id)).length,
          hasOthers: active.some((id) => !excludedIds.has(id)),
        });
      }),
    );
  });

  it("when a product changes by time next", async () => {
    await fc.assert(
      fc.asyncProperty(products, fc.constantFrom(1, 2), async (added, newDays) => {
        await replaceProducts(db, added);
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
  await createFirstProducts(db);
  await fillTable();
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

it("knows goods whose transaction was committed after that of newer ones", async () => {
  await createFirstProducts(db);
  await sql`update products set weight_g = 100, size_mm = null`.execute(db);
  await fillTable();
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

it("shares what is cached with the index over a replica", () => {
  const replicaDb = Object.create(shop.db) as RootDb;
  setPrimaryDb(replicaDb, shop.db, () => undefined);
  expect(createListingTableIndex(replicaDb).cacheKey).toBe(createListingTableIndex(shop.db).cacheKey);
});

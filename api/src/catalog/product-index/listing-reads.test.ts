import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { fillLargeCatalog } from "../../../test/large-catalog.ts";
import { openStatementReader } from "../../../test/statement-blocks.ts";
import { createListingTableIndex } from "./listing-table.ts";
import type { ListingFilter } from "./product-index.ts";
import { switchListingTable } from "./switch-listing-table.ts";

const PRODUCTS = 3000;
const CONCERN = 7;
const PRODUCTS_OF_CONCERN = 3;
const concernIds = new Set([CONCERN]);
const groups = { categoryIds: new Set<number>(), tagIds: new Set<number>(), concernIds };

const shop = await openTestShop();
const { db, countRows } = openStatementReader(shop);

beforeEach(async () => {
  await fillLargeCatalog(shop.db, PRODUCTS);
  await sql`update products set concern_ids = case when id % 1000 = 0 then array[${sql.lit(CONCERN)}] else '{}' end`.execute(
    shop.db,
  );
  await switchListingTable({ db: shop.db, log: shop.app.log, config: { productIndex: "database" } });
}, 60_000);

it("reads the products of a concern without the rest of the listing", async () => {
  const index = createListingTableIndex(db);
  const list = async (filter: Partial<ListingFilter>) => {
    const all = { brandIds: [], concernIds: [], ids: [], inStock: false, now: TEST_NOW, newSince: TEST_NOW };
    const { facets } = await index.findProducts({ ...all, ...filter }, { sort: undefined, page: 1, perPage: 5 });
    expect(facets.total).toBe(PRODUCTS_OF_CONCERN);
  };
  const found = { names: "'тритмент'", groups };
  const reads = await countRows(async () => {
    expect(await index.findByGroups(groups)).toHaveLength(PRODUCTS_OF_CONCERN);
    await list({ concernIds: [CONCERN] });
    await list({ matches: { products: index, found, rank: [{ groups }] } });
  });
  // Only the facet of concerns, which ignores the choice of one.
  expect(reads.filter((rows) => rows > 10 * PRODUCTS_OF_CONCERN)).toEqual([PRODUCTS]);
});

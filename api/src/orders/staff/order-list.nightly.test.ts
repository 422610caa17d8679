import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { orderListQueries } from "../../../test/order-list-queries.ts";
import { fillOrderYear } from "../../../test/order-year.ts";
import { openStatementReader } from "../../../test/statement-blocks.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { permissions } from "../../staff/permissions.ts";
import { orderListFilterQuery, orderListQuery } from "../admin-schema.ts";
import { getOrderDetail } from "./order-detail.ts";
import { findOrders, getOrderNeighbors, getOrderPage, getOrderViewCounts } from "./order-list.ts";

const ORDERS = 100_000;
const CUSTOMERS = 20_000;
const TIMEOUT_MS = 300_000;
/** Pages of 8 KB that the statements of a list and of an order may read; the orders alone have about 8,000. */
const MAX_LIST_BLOCKS = 4000;
const MAX_ORDER_BLOCKS = 400;

const shop = await openTestShop();
const { db, countBlocks } = openStatementReader(shop);

beforeEach(async () => {
  for (let n = 0; n < 20; n++) await createProduct(shop.db, { slug: `product-${n}` });
  await sql`update products set hs_code = '' where id = (select min(id) from products)`.execute(shop.db);
  await fillOrderYear(shop.db, { orders: ORDERS, customers: CUSTOMERS, now: shop.clock.now() });
}, TIMEOUT_MS);

it(`lists ${ORDERS} orders with two statements that read few pages`, { timeout: TIMEOUT_MS }, async () => {
  const context = { staffId: 1, now: shop.clock.now() };
  const excesses: Record<string, number[]> = {};
  // To find a refunded order, many others are read: `large-tables.nightly.test.ts` shows that they are not more and more.
  for (const query of orderListQueries.filter(({ payment }) => payment !== "refunded")) {
    const blocks = await countBlocks(() => getOrderPage(db, orderListQuery.parse(query), context));
    expect([query, blocks.length]).toEqual([query, 2]);
    if (blocks.some((count) => count > MAX_LIST_BLOCKS)) excesses[JSON.stringify(query)] = blocks;
  }
  const viewBlocks = await countBlocks(() => getOrderViewCounts(db, context.now));
  expect(viewBlocks).toHaveLength(1);
  if (Math.max(...viewBlocks) > MAX_LIST_BLOCKS) excesses["views"] = viewBlocks;
  expect(excesses).toEqual({});
});

it(`finds orders among ${ORDERS} with one statement that reads few pages`, { timeout: TIMEOUT_MS }, async () => {
  const reader = { staffId: 1, permissions: new Set(permissions), now: shop.clock.now() };
  for (const text of ["1000500", "100050000", "0500", "T5000", "8 900 005 00 00", "Surname 50000"]) {
    const blocks = await countBlocks(() => findOrders(db, text, reader));
    expect([text, blocks.length]).toEqual([text, 1]);
    expect([text, blocks[0]]).toEqual([text, expect.toSatisfy((count: number) => count < MAX_LIST_BLOCKS)]);
  }
});

it(`shows one of ${ORDERS} orders with one statement that reads few pages`, { timeout: TIMEOUT_MS }, async () => {
  const reader = { staffId: 1, permissions: new Set(permissions), locale: "en-US" as const, now: shop.clock.now() };
  const blocks = await countBlocks(() => getOrderDetail(db, 100_050_000, reader));
  expect(blocks).toHaveLength(1);
  expect(Math.max(...blocks)).toBeLessThan(MAX_ORDER_BLOCKS);
});

it(
  `finds the neighbors of one of ${ORDERS} orders with a statement that reads few pages`,
  { timeout: TIMEOUT_MS },
  async () => {
    const context = { staffId: 1, now: shop.clock.now() };
    const lists = [
      {},
      { view: "to_pack", sort: "due_asc" },
      { status: "delivered", sort: "placed_asc" },
      { country: "DE" },
    ];
    for (const query of lists) {
      const blocks = await countBlocks(() =>
        getOrderNeighbors(db, 100_050_000, orderListFilterQuery.parse(query), context),
      );
      expect([query, blocks.length]).toEqual([query, 1]);
      expect([query, blocks[0]]).toEqual([query, expect.toSatisfy((count: number) => count < 2 * MAX_LIST_BLOCKS)]);
    }
  },
);

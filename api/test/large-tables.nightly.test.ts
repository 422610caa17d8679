import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { createProduct } from "../src/catalog/fixtures.ts";
import { getCustomsCheckPage } from "../src/fulfillment/customs-check-list.ts";
import { customsCheckQuery } from "../src/fulfillment/admin-schema.ts";
import { MAX_EXACT_COUNT, orderListFilterQuery, orderListQuery } from "../src/orders/admin-schema.ts";
import { listOrders } from "../src/orders/service.ts";
import { ordersQuery } from "../src/orders/schema.ts";
import { findOrders, getOrderNeighbors, getOrderPage, getOrderViewCounts } from "../src/orders/staff/order-list.ts";
import { listUnappliedPayments } from "../src/payments/reconciliation/reconciliation-sql.ts";
import type { Db } from "../src/platform/db/database.ts";
import { getSalesToday } from "../src/reports/sales-today.ts";
import { permissions } from "../src/staff/permissions.ts";
import { getWorkQueues } from "../src/work-queues/get-work-queues.ts";
import { openTestShop } from "./harness.ts";
import { orderListQueries } from "./order-list-queries.ts";
import { fillOrderYear } from "./order-year.ts";
import { openStatementReader } from "./statement-blocks.ts";

const [FEW, MANY] = [50_000, 200_000];
const ORDERS_PER_CUSTOMER = 10;
const TIMEOUT_MS = 600_000;
/** What a count may read: a number of rows up to its limit, and for each an entry of another table. */
const MAX_COUNTED_ROWS = 2 * (MAX_EXACT_COUNT + 1);

const few = await openTestShop({ keepsData: true });
const many = await openTestShop({ keepsData: true });
const now = few.clock.now();

beforeAll(async () => {
  for (const [shop, orders] of [
    [few, FEW],
    [many, MANY],
  ] as const) {
    for (let n = 0; n < 20; n++) await createProduct(shop.db, { slug: `product-${n}` });
    await sql`update products set hs_code = '' where id = (select min(id) from products)`.execute(shop.db);
    await fillOrderYear(shop.db, { orders, customers: orders / ORDERS_PER_CUSTOMER, now });
  }
}, TIMEOUT_MS);

const fewStatements = openStatementReader(few);
const manyStatements = openStatementReader(many);

/** Runs a function on both databases, and returns the statements that read more rows in the larger one, by their rows. */
async function findGrowth(run: (db: Db) => Promise<unknown>): Promise<[number, number][]> {
  const rowsOfFew = await fewStatements.countRows(() => run(fewStatements.db));
  const rowsOfMany = await manyStatements.countRows(() => run(manyStatements.db));
  expect(rowsOfMany.length).toBe(rowsOfFew.length);
  return rowsOfMany
    .map((rows, index): [number, number] => [rowsOfFew[index] ?? 0, rows])
    .filter(([small, large]) => large > Math.max(1.2 * small, MAX_COUNTED_ROWS));
}

it("lists of staff read as many rows of four times the orders", { timeout: TIMEOUT_MS }, async () => {
  const context = { staffId: 1, now };
  const reader = { ...context, permissions: new Set(permissions), actions: ["order.refund_requested"] };
  const lists: Record<string, (db: Db) => Promise<unknown>> = {
    "counts of views": (db) => getOrderViewCounts(db, now),
    "work queues": (db) => getWorkQueues(db, reader, now),
    "sales of today": (db) => getSalesToday(db, now),
    "customs checks": (db) => getCustomsCheckPage(db, customsCheckQuery.parse({ status: "complete" })),
    "payments that were not applied": (db) => listUnappliedPayments(db, new Date(now.getTime() - 90 * 86_400_000), 100),
  };
  for (const query of orderListQueries)
    lists[JSON.stringify(query)] = (db) => getOrderPage(db, orderListQuery.parse(query), context);
  for (const query of [{}, { view: "to_pack", sort: "due_asc" }, { status: "delivered" }, { country: "DE" }])
    lists[`neighbors ${JSON.stringify(query)}`] = (db) =>
      getOrderNeighbors(db, 100_025_000, orderListFilterQuery.parse(query), context);
  for (const text of ["100025000", "1000250", "0500", "T5000", "Surname 5000"])
    lists[`find ${text}`] = (db) => findOrders(db, text, reader);
  const growth: Record<string, [number, number][]> = {};
  for (const [name, run] of Object.entries(lists)) {
    const statements = await findGrowth(run);
    if (statements.length > 0) growth[name] = statements;
  }
  expect(growth).toEqual({});
});

it("pages of a customer's orders read only theirs", { timeout: TIMEOUT_MS }, async () => {
  for (const status of ["all", "active", "completed"] as const) {
    const query = ordersQuery.parse({ status, page: 2, per_page: 4 });
    const rows = await manyStatements.countRows(() => listOrders(manyStatements.db, 5, query));
    expect(Math.max(...rows)).toBeLessThan(40 * ORDERS_PER_CUSTOMER);
  }
});

import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { createProduct } from "../src/catalog/fixtures.ts";
import { customsCheckQuery } from "../src/fulfillment/admin-schema.ts";
import { getCustomsCheckPage } from "../src/fulfillment/customs-check-list.ts";
import { countProblemProducts, listProblemProducts } from "../src/fulfillment/customs-problem-sql.ts";
import { paymentListQuery } from "../src/payments/admin-schema.ts";
import { getPaymentPage } from "../src/payments/payment-list.ts";
import { getSalesToday } from "../src/reports/sales-today.ts";
import { permissions } from "../src/staff/permissions.ts";
import { getWorkQueues } from "../src/work-queues/get-work-queues.ts";
import { openTestShop } from "./harness.ts";
import { fillOrderYear } from "./order-year.ts";
import { openStatementReader } from "./statement-blocks.ts";

const ORDERS = 100_000;
const TIMEOUT_MS = 300_000;
/** Pages of 8 KB that the statements of a page may read; the orders alone have about 8,000. */
const MAX_BLOCKS = 4000;
/** The queues are nine lists in one statement. */
const MAX_QUEUE_BLOCKS = 8000;

const shop = await openTestShop({ keepsData: true });
const { db, countBlocks } = openStatementReader(shop);
const now = shop.clock.now();

beforeAll(async () => {
  for (let n = 0; n < 20; n++) await createProduct(shop.db, { slug: `product-${n}` });
  await sql`update products set hs_code = '' where id = (select min(id) from products)`.execute(shop.db);
  await fillOrderYear(shop.db, { orders: ORDERS, customers: 20_000, now });
}, TIMEOUT_MS);

it(`counts the queues of the home page among ${ORDERS} orders`, { timeout: TIMEOUT_MS }, async () => {
  const reader = { staffId: 1, permissions: new Set(permissions), actions: ["order.refund_requested"] };
  const { items } = await getWorkQueues(shop.db, reader, now);
  expect(items.find(({ key }) => key === "to_pack")?.count).toBe(400);
  const blocks = await countBlocks(() => getWorkQueues(db, reader, now));
  expect(Math.max(...blocks)).toBeLessThan(MAX_QUEUE_BLOCKS);
});

const pages: Record<string, () => Promise<unknown>> = {
  "sales of today": () => getSalesToday(db, now),
  "customs checks": () => getCustomsCheckPage(db, customsCheckQuery.parse({ status: "complete" })),
  "customs problems": () => listProblemProducts(db, "missing", 50),
  "count of customs problems": () => countProblemProducts(db),
  "payments with a failed refund": () => getPaymentPage(db, paymentListQuery.parse({ view: "failed_refunds" })),
};

it.each(Object.keys(pages))(`reads few pages for %s among ${ORDERS} orders`, { timeout: TIMEOUT_MS }, async (name) => {
  const blocks = await countBlocks(pages[name] ?? (() => Promise.resolve()));
  expect(blocks.length).toBeGreaterThan(0);
  expect([name, Math.max(...blocks)]).toEqual([name, expect.toSatisfy((count: number) => count < MAX_BLOCKS)]);
});

import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { openDb } from "../../platform/db/connection-pool.ts";
import type { Db, RootDb } from "../../platform/db/database.ts";
import type { DB } from "../../platform/db/tables.generated.ts";
import { permissions } from "../../staff/permissions.ts";
import { orderListFilterQuery, orderListQuery } from "../admin-schema.ts";
import { getOrderDetail } from "./order-detail.ts";
import { getOrderNeighbors, getOrderPage, getOrderViewCounts } from "./order-list.ts";

const ORDERS = 100_000;
const TIMEOUT_MS = 300_000;
/** Pages of 8 KB that the statements of a list and of an order may read; the orders alone have about 8,000. */
const MAX_LIST_BLOCKS = 4000;
const MAX_ORDER_BLOCKS = 400;
/** Each of the 3,400 orders on their way is compared with the promise of its method, in the same few pages. */
const MAX_STUCK_BLOCKS = 20_000;

const shop = await openTestShop();
const { pool } = openDb(shop.connection, () => undefined, 1);
pool.options.connectionTimeoutMillis = 0;
const executedQueries: { sql: string; parameters: readonly unknown[] }[] = [];
const db = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => void executedQueries.push({ sql: query.sql, parameters: query.parameters }),
}) as RootDb;
afterAll(() => db.destroy());

beforeEach(async () => {
  for (let n = 0; n < 20; n++) await createProduct(shop.db, { slug: `product-${n}` });
  await sql`update products set hs_code = '' where id = (select min(id) from products)`.execute(shop.db);
  await fillOrderYear(shop.db);
}, TIMEOUT_MS);

/** Inserts a year of orders of 20,000 customers, of which the newest are still being handled. */
async function fillOrderYear(target: Db): Promise<void> {
  await target.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into customers (email, password_hash, name, surname, phone, locale)
      select 'customer-' || n || '@example.com', '', 'Name', 'Surname ' || n, '+7900' || lpad(n::text, 7, '0'), 'ru-RU'
      from generate_series(1, 20000) n`.execute(tx);
    await sql`insert into orders (id, customer_id, status, locale, currency, rub_per_unit, products_minor, delivery_minor,
        total_minor, products_rub_minor, address, shipping_method_id, shipping_name, payment_method, weight_g,
        tracking_number, placed_at, pay_until, paid_at, shipped_at)
      select 100000000 + n, (select min(id) from customers) + n % 20000,
        case when n <= 200 then 'awaiting_payment' when n <= 500 then 'paid' when n <= 600 then 'packing'
          when n <= 4000 then 'shipped' when n % 500 = 0 then 'returned' when n % 50 = 0 then 'refunded' else 'delivered' end,
        'ru-RU', 'RUB', 1, 100000, 0, 100000, 100000,
        jsonb_build_object('first_name', 'Name', 'last_name', 'Surname ' || n, 'city', 'Kazan', 'address', 'ul. Pushkina 12',
          'country', case when n % 1000 = 0 then 'DE' when n % 10 = 0 then 'KZ' else 'RU' end, 'country_name_ru', '',
          'country_name_en', '', 'phone_mobile', '+7900' || lpad(n::text, 7, '0'), 'postcode', '420015'),
        case when n % 200 = 0 then 6 when n % 4 = 0 then 2 else 1 end, 'Method', 'card', 350,
        case when n > 600 then 'T' || n end, placed_at, placed_at + interval '1 hour',
        case when n > 200 then placed_at end, case when n > 600 then placed_at + interval '2 days' end
      from generate_series(1, ${ORDERS}::integer) n,
        lateral (select timestamptz '2026-11-20 09:00Z' - make_interval(mins => n * 5) as placed_at)`.execute(tx);
    await sql`insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor, total_minor, weight_g)
      select o.id, line, (select min(id) from products) + (case when o.id % 100 = 0 then 0 else 1 + (o.id + line) % 19 end),
        0, 'REF', 'Product', 1, 50000, 50000, 100
      from orders o, generate_series(1, 2) line`.execute(tx);
    await sql`insert into order_history (order_id, status, created_at) select id, status, placed_at from orders`.execute(
      tx,
    );
    await sql`insert into payments (id, order_id, provider, method, amount_minor, currency, status, expires_at, paid_at)
      select 'payment-of-the-order-' || id, id, 'sandbox', 'card', 100000, 'RUB', 'success', pay_until, pay_until
      from orders`.execute(tx);
  });
  await sql`vacuum analyze customers, orders, order_lines, order_history, payments, products`.execute(target);
}

type PlanNode = { "Shared Hit Blocks": number; "Shared Read Blocks": number };

/** Executes the statements of a function again and returns how many pages each of them reads. */
async function countBlocks(run: () => Promise<unknown>): Promise<number[]> {
  // Fills the caches.
  await run();
  executedQueries.length = 0;
  await run();
  const blocks: number[] = [];
  for (const { sql: text, parameters } of [...executedQueries]) {
    const { rows } = await pool.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      [...parameters],
    );
    for (const { Plan } of rows[0]?.["QUERY PLAN"] ?? [])
      blocks.push(Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]);
  }
  return blocks;
}

const queries: Record<string, string>[] = [
  ...[{}, { view: "to_pack", sort: "due_asc" }, { view: "missing_customs_data" }, { view: "stuck" }],
  ...[{ view: "unpaid" }, { view: "returns" }, { sort: "due_desc" }, { country: "DE" }, { country: "RU" }],
  ...[
    { method: "cdek_pvz" },
    { customs: "missing" },
    { customs: "complete" },
    { assignee: "me" },
    { assignee: "none" },
  ],
  ...[{ status: "delivered" }, { placed_from: "2026-01-01", placed_to: "2026-01-31" }, { q: "100050000" }],
  ...[{ q: "8 900 005 00 00" }, { q: "Surname 50000" }, { q: "customer-500@example.com" }, { q: "T50000" }],
  ...[{ after: "1760000000000000_100050000" }, { before: "1760000000000000_100050000" }],
];

it(`lists ${ORDERS} orders with two statements that read few pages`, { timeout: TIMEOUT_MS }, async () => {
  const context = { staffId: 1, now: shop.clock.now() };
  const excesses: Record<string, number[]> = {};
  for (const query of queries) {
    const blocks = await countBlocks(() => getOrderPage(db, orderListQuery.parse(query), context));
    expect([query, blocks.length]).toEqual([query, 2]);
    const limit = query["view"] === "stuck" ? MAX_STUCK_BLOCKS : MAX_LIST_BLOCKS;
    if (blocks.some((count) => count > limit)) excesses[JSON.stringify(query)] = blocks;
  }
  const viewBlocks = await countBlocks(() => getOrderViewCounts(db, context.now));
  expect(viewBlocks).toHaveLength(1);
  if (Math.max(...viewBlocks) > MAX_LIST_BLOCKS) excesses["views"] = viewBlocks;
  expect(excesses).toEqual({});
});

it(`shows one of ${ORDERS} orders with four statements that read few pages`, { timeout: TIMEOUT_MS }, async () => {
  const reader = { staffId: 1, permissions: new Set(permissions), locale: "en-US" as const, now: shop.clock.now() };
  const blocks = await countBlocks(() => getOrderDetail(db, 100_050_000, reader));
  expect(blocks).toHaveLength(4);
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

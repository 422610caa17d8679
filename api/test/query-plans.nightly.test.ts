import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { createTestCustomer } from "../src/account/fixtures.ts";
import { buildAdminApi } from "../src/admin-app.ts";
import { buildApi } from "../src/app.ts";
import { openDb } from "../src/platform/db/connection-pool.ts";
import type { RootDb } from "../src/platform/db/database.ts";
import type { DB } from "../src/platform/db/tables.generated.ts";
import { createTestStaff, createTestStaffSession } from "../src/staff/fixtures.ts";
import { openTestShop } from "./harness.ts";
import { fillLargeCatalog, fillOrders } from "./large-catalog.ts";

const PRODUCTS = 100_000;
const ORDERS = 20_000;
const TIMEOUT_MS = 180_000;
const bigTables = [
  "products",
  "product_variants",
  "product_images",
  "product_terms",
  "price_history",
  "orders",
  "order_lines",
  "order_history",
  "payments",
];

const shop = await openTestShop();
// One connection, so that the statistics of all statements can be flushed.
const { pool } = openDb(shop.connection, () => undefined, 1);
// The concurrent statements of a request wait for this connection without a time limit.
pool.options.connectionTimeoutMillis = 0;
const executedQueries: { sql: string; parameters: readonly unknown[] }[] = [];
const db = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => void executedQueries.push({ sql: query.sql, parameters: query.parameters }),
}) as RootDb;
const api = buildApi({ ...shop.app, db });
const adminApi = buildAdminApi({ ...shop.app, db });
const headers: Record<string, string> = {};
let orderId = 0;

beforeEach(async () => {
  await fillLargeCatalog(shop.db, PRODUCTS);
  const customer = await createTestCustomer(shop.db);
  headers["authorization"] = `Bearer ${customer.token}`;
  headers["cookie"] = await createTestStaffSession(shop.app, (await createTestStaff(shop.app)).id);
  await shop.db.insertInto("carts").values({ customer_id: customer.id }).execute();
  const lines = [11, 12, 13].map((id) => ({ customer_id: customer.id, product_id: id, option_id: 0, qty: 1 }));
  await shop.db.insertInto("cart_lines").values(lines).execute();
  await createTestCustomer(shop.db, { email: "other@example.com" });
  orderId = await fillOrders(shop.db, customer.id, ORDERS);
}, TIMEOUT_MS);
afterAll(() => db.destroy());

type PlanNode = { "Node Type": string; "Relation Name"?: string; Plans?: PlanNode[] };

/** Returns the tables that a plan reads with a sequential scan. */
function getSeqScannedTables({ Plans = [], ...node }: PlanNode): string[] {
  const scannedTable = node["Node Type"] === "Seq Scan" ? [node["Relation Name"] ?? ""] : [];
  return [...scannedTable, ...Plans.flatMap(getSeqScannedTables)];
}

/** Returns how often each big table was scanned sequentially, including scans in database functions. */
async function countSeqScans(): Promise<Map<string, number>> {
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query<{ relname: string; seq_scan: number }>(
    "select relname, seq_scan from pg_stat_user_tables where relname = any($1)",
    [bigTables],
  );
  return new Map(rows.map(({ relname, seq_scan }) => [relname, seq_scan]));
}

/** Returns the big tables that a request scans sequentially, according to its query plans and to the statistics. */
async function findSeqScannedTables(path: string): Promise<string[]> {
  const sendRequest = async () => {
    const { status } = await (path.startsWith("/v1/admin/") ? adminApi : api).request(path, { headers });
    expect([path, status]).toEqual([path, 200]);
  };
  // Fills the caches; search results are invalidated, because a product's terms change.
  await sendRequest();
  await pool.query("update product_terms set updated_xid = default where product_id = 1");
  const scansBefore = await countSeqScans();
  executedQueries.length = 0;
  await sendRequest();
  const queries = executedQueries.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
  const scansAfter = await countSeqScans();
  const scannedTables = bigTables.filter((table) => scansAfter.get(table) !== scansBefore.get(table));
  for (const { sql, parameters } of queries) {
    const { rows } = await pool.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(`explain (format json) ${sql}`, [
      ...parameters,
    ]);
    for (const { Plan } of rows[0]?.["QUERY PLAN"] ?? []) scannedTables.push(...getSeqScannedTables(Plan));
  }
  return [...new Set(scannedTables)].filter((table) => bigTables.includes(table));
}

const encode = encodeURIComponent;
const paths = [
  "/v1/home",
  "/v1/forYou?seen=777,11,500",
  "/v1/products?category=leaf-3",
  "/v1/products?category=top-2&usage=3&usage=5&price_min=500&price_max=5000&in_stock=1&sort=price_asc",
  "/v1/products?category=top-2&manufacturer=3&rating_min=4&sort=rating&page=4",
  "/v1/products?category=top-2&discount_min=20&sort=discount",
  "/v1/products?maker=7",
  "/v1/products?maker=7&usage=3&sort=new",
  "/v1/products?series=5",
  "/v1/products?tag=tag-5",
  "/v1/products?collection=best-sales",
  "/v1/products?collection=new-products",
  "/v1/products?collection=prices-drop",
  `/v1/products?q=${encode("шампунь рисовый")}`,
  `/v1/products?q=${encode("Maker 7 крем")}&usage=3&in_stock=1`,
  `/v1/products?q=${encode("ничегоподобного")}`,
  "/v1/products?q=REF-777",
  "/v1/products?q=4900000000777",
  `/v1/search/suggest?q=${encode("шампу")}`,
  "/v1/products/product-777",
  "/v1/products/777",
  "/v1/products/product-777/similar",
  "/v1/products/product-777/reviews",
  "/v1/manufacturers/maker-7",
  "/v1/brand-series/5",
  "/v1/tags/tag-5",
  "/v1/products?ids=11,12,13",
  "/v1/admin/products",
  "/v1/admin/products?view=low_stock&sort=stock_asc",
  "/v1/admin/products?view=incomplete",
  "/v1/admin/products?view=outdated_translation",
  "/v1/admin/products?view=draft&sort=updated_asc",
  "/v1/admin/products?brand=7&stock=out&sort=stock_desc",
  "/v1/admin/products?category=103",
  `/v1/admin/products?q=${encode("шампунь")}&view=all`,
  "/v1/admin/products?q=REF-777",
  "/v1/user/cart",
  "/v1/user/orders",
];

it(
  `scans no big table sequentially with ${PRODUCTS} products and ${ORDERS} orders`,
  { timeout: TIMEOUT_MS },
  async () => {
    const scannedTables: Record<string, string[]> = {};
    for (const path of [...paths, `/v1/user/orders/${orderId}`]) scannedTables[path] = await findSeqScannedTables(path);
    expect(Object.fromEntries(Object.entries(scannedTables).filter(([, tables]) => tables.length > 0))).toEqual({});
  },
);

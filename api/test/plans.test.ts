import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { aCustomer } from "../src/account/fixtures.ts";
import { buildApi } from "../src/app.ts";
import { openDb } from "../src/platform/db.ts";
import type { DB } from "../src/platform/tables.generated.ts";
import { openTestShop } from "./harness.ts";
import { fillLargeShop, fillOrders } from "./large-shop.ts";

const PRODUCTS = 100_000;
const ORDERS = 20_000;
const FILLING_MS = 180_000;
const big = [
  ...["products", "product_variants", "product_images", "product_terms", "price_history"],
  ...["orders", "order_lines", "order_history", "payments"],
];

const shop = await openTestShop();
// One connection, so that what it has counted can be told at once.
const { pool } = openDb(shop.connection, () => undefined, 1);
// Statements of one answer take turns at it, however slow the machine is.
pool.options.connectionTimeoutMillis = 0;
const asked: { sql: string; parameters: readonly unknown[] }[] = [];
const db = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
});
const api = buildApi({ ...shop.house, db });
const headers: Record<string, string> = {};
let orderId = 0;

beforeEach(async () => {
  await fillLargeShop(shop.db, PRODUCTS);
  const customer = await aCustomer(shop.db);
  headers["authorization"] = `Bearer ${customer.token}`;
  await shop.db.insertInto("carts").values({ customer_id: customer.id }).execute();
  const lines = [11, 12, 13].map((id) => ({ customer_id: customer.id, product_id: id, option_id: 0, qty: 1 }));
  await shop.db.insertInto("cart_lines").values(lines).execute();
  await aCustomer(shop.db, { email: "other@example.com" });
  orderId = await fillOrders(shop.db, customer.id, ORDERS);
}, FILLING_MS);
afterAll(() => db.destroy());

type Node = { "Node Type": string; "Relation Name"?: string; Plans?: Node[] };

/** Tables that a plan reads from end to end. */
function readWhole({ Plans = [], ...node }: Node): string[] {
  const own = node["Node Type"] === "Seq Scan" ? [node["Relation Name"] ?? ""] : [];
  return [...own, ...Plans.flatMap(readWhole)];
}

/** How often each big table has been read from end to end, by functions of the database too. */
async function wholeReadings(): Promise<Map<string, number>> {
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query<{ relname: string; seq_scan: number }>(
    "select relname, seq_scan from pg_stat_user_tables where relname = any($1)",
    [big],
  );
  return new Map(rows.map(({ relname, seq_scan }) => [relname, seq_scan]));
}

/** The big tables that an answer reads from end to end: as its statements are planned, and as they are run. */
async function wholeTables(path: string): Promise<string[]> {
  const ask = async () => {
    const { status } = await api.request(path, { headers });
    expect([path, status]).toEqual([path, 200]);
  };
  // What changes rarely is held by then; what searches found is not, where some product has other words since.
  await ask();
  await pool.query("update product_terms set written_in = default where product_id = 1");
  const before = await wholeReadings();
  asked.length = 0;
  await ask();
  const statements = asked.filter((one) => /^\s*(select|with)\b/i.test(one.sql));
  const after = await wholeReadings();
  const found = big.filter((table) => after.get(table) !== before.get(table));
  for (const one of statements) {
    const { rows } = await pool.query<{ "QUERY PLAN": { Plan: Node }[] }>(`explain (format json) ${one.sql}`, [
      ...one.parameters,
    ]);
    for (const { Plan } of rows[0]?.["QUERY PLAN"] ?? []) found.push(...readWhole(Plan));
  }
  return [...new Set(found)].filter((table) => big.includes(table));
}

const q = encodeURIComponent;
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
  `/v1/products?q=${q("шампунь рисовый")}`,
  `/v1/products?q=${q("Maker 7 крем")}&usage=3&in_stock=1`,
  `/v1/products?q=${q("ничегоподобного")}`,
  "/v1/products?q=REF-777",
  "/v1/products?q=4900000000777",
  `/v1/search/suggest?q=${q("шампу")}`,
  "/v1/products/product-777",
  "/v1/products/777",
  "/v1/products/product-777/similar",
  "/v1/products/product-777/reviews",
  "/v1/manufacturers/maker-7",
  "/v1/brand-series/5",
  "/v1/tags/tag-5",
  "/v1/products?ids=11,12,13",
  "/v1/user/cart",
  "/v1/user/orders",
];

it(
  `reads no big table from end to end in a shop of ${PRODUCTS} products and ${ORDERS} orders`,
  { timeout: FILLING_MS },
  async () => {
    const found: Record<string, string[]> = {};
    for (const path of [...paths, `/v1/user/orders/${orderId}`]) found[path] = await wholeTables(path);
    expect(Object.fromEntries(Object.entries(found).filter(([, tables]) => tables.length > 0))).toEqual({});
  },
);

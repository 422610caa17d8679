import { randomUUID } from "node:crypto";
import { setImmediate as waitForNextTick } from "node:timers/promises";
import { type KyselyPlugin, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildApi } from "../src/app.ts";
import { addToCart, createReadyCart } from "../src/cart/fixtures.ts";
import { createCategory, createBrand, createProduct } from "../src/catalog/fixtures.ts";
import type { RootDb } from "../src/platform/db/database.ts";
import { setUpJobQueues } from "../src/platform/jobs/job-queue.ts";
import { createEmailJob } from "../src/platform/mail/mailer.ts";
import { openTestShop } from "./harness.ts";

const shop = await openTestShop();
let statementCount = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statementCount += 1;
    return result;
  },
};
const db = shop.db.withPlugin(counter) as RootDb;
const api = buildApi({ ...shop.app, db });

/** Counts the statements of a request, with filled caches. */
async function countStatements(path: string, { body, token }: { body?: object; token?: string } = {}): Promise<number> {
  const sendRequest = async () => {
    const { status } = await api.request(path, {
      headers: {
        "accept-language": "ru-RU",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    expect([path, status]).toEqual([path, 200]);
    await waitForQueries();
  };
  await sendRequest();
  statementCount = 0;
  await sendRequest();
  return statementCount;
}

/** Waits until all statements have ended: a response does not wait for the one that logs a search query. */
async function waitForQueries(): Promise<void> {
  do await waitForNextTick();
  while (shop.pool.waitingCount > 0 || shop.pool.idleCount < shop.pool.totalCount);
}

beforeEach(async () => {
  const category = await createCategory(shop.db, { slug: "kremy" });
  const brandId = await createBrand(shop.db, "Mizunora");
  for (let n = 0; n < 5; n++) await createProduct(shop.db, { category, brandId, slug: `krem-${n}` });
});

it.each([
  ["/v1/frontConfig", 0],
  ["/v1/categories", 0],
  ["/v1/home", 2],
  ["/v1/forYou?seen=1,2,3", 1],
  ["/v1/products?category=kremy", 2],
  ["/v1/products?category=kremy&price_min=10&in_stock=1&sort=price_asc", 2],
  ["/v1/products/krem-1", 1],
  ["/v1/products/krem-1/similar", 1],
  ["/v1/products/krem-1/reviews", 1],
  ["/v1/products/krem-1/questions", 1],
  // Word stems, search, and the page of results; the query is counted later.
  ["/v1/products?q=%D0%BA%D1%80%D0%B5%D0%BC", 3],
  ["/v1/search/suggest?q=%D0%BA%D1%80%D0%B5%D0%BC", 3],
])("%s runs %i statements, independent of the number of products", async (path, count) => {
  expect(await countStatements(path)).toBe(count);
});

it("POST /v1/cart/estimate reads the lines, and the pickup points if a shipping method uses them", async () => {
  const { rows } = await sql<{ id: number }>`select id from products`.execute(shop.db);
  const lines = rows.map(({ id }) => ({ product_id: id, qty: 1 }));
  expect(await countStatements("/v1/cart/estimate", { body: { country: "DE", lines } })).toBe(1);
  expect(await countStatements("/v1/cart/estimate", { body: { country: "RU", lines } })).toBe(2);
});

it("GET /v1/user/summary runs 2 statements, including authentication, independent of the size of the cart", async () => {
  const { shopper, product } = await createReadyCart(shop.db);
  const { rows } = await sql<{ id: number }>`select id from products where id <> ${product.id} limit 5`.execute(
    shop.db,
  );
  for (const { id } of rows) await addToCart(shop.db, shopper.id, { productId: id });
  expect(await countStatements("/v1/user/summary", { token: shopper.token })).toBe(2);
});

describe("cart changes and checkout", () => {
  const postAndCountStatements = async (path: string, token: string, body: object, status: number) => {
    const key = randomUUID();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key };
    statementCount = 0;
    const response = await api.request(path, {
      headers: { ...headers, "accept-language": "ru-RU" },
      method: "POST",
      body: JSON.stringify(body),
    });
    expect([path, response.status]).toEqual([path, status]);
    return statementCount;
  };

  it("run 9 statements for a change and 20 for an order, including authentication and the email", async () => {
    await setUpJobQueues(shop.db, [createEmailJob({})]);
    const { shopper, product } = await createReadyCart(shop.db, { stock: 10 });
    const change = async () =>
      postAndCountStatements("/v1/user/cart", shopper.token, [{ product_id: product.id, qty: 1 }], 200);
    const order = async () =>
      postAndCountStatements(
        "/v1/user/orders",
        shopper.token,
        { agree: true, agree_offer: true, expected_total: 1_000_000 },
        201,
      );
    await change();
    await order();
    expect([await change(), await order()]).toEqual([9, 20]);
  });
});

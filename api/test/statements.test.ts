import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type KyselyPlugin, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildApi } from "../src/app.ts";
import { aReadyCart } from "../src/cart/fixtures.ts";
import { aCategory, aManufacturer, aProduct } from "../src/catalogue/fixtures.ts";
import { prepareJobs } from "../src/platform/jobs.ts";
import { mailJob } from "../src/platform/mail.ts";
import { openTestShop } from "./harness.ts";

const shop = await openTestShop();
let statements = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statements += 1;
    return result;
  },
};
const db = shop.db.withPlugin(counter);
const api = buildApi({ ...shop.house, db });

/** How many statements an answer takes, once what changes rarely is held. */
async function statementsFor(path: string, body?: object): Promise<number> {
  const ask = async () => {
    const { status } = await api.request(path, {
      headers: { "accept-language": "ru-RU", ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    expect([path, status]).toEqual([path, 200]);
    await queriesEnded();
  };
  await ask();
  statements = 0;
  await ask();
  return statements;
}

/** Answers do not wait for the statement that counts a search query. */
async function queriesEnded(): Promise<void> {
  do await nextTurn();
  while (shop.pool.waitingCount > 0 || shop.pool.idleCount < shop.pool.totalCount);
}

beforeEach(async () => {
  const category = await aCategory(shop.db, { slug: "kremy" });
  const manufacturerId = await aManufacturer(shop.db, "Mizunora");
  for (let n = 0; n < 5; n++) await aProduct(shop.db, { category, manufacturerId, slug: `krem-${n}` });
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
  // The stems of the words, what they find, the page, and the count of the query.
  ["/v1/products?q=%D0%BA%D1%80%D0%B5%D0%BC", 4],
  ["/v1/search/suggest?q=%D0%BA%D1%80%D0%B5%D0%BC", 3],
])("%s asks the database %i times, however many products it shows", async (path, count) => {
  expect(await statementsFor(path)).toBe(count);
});

it("POST /v1/cart/estimate asks for the lines, and for points where a method ends at one", async () => {
  const { rows } = await sql<{ id: number }>`select id from products`.execute(shop.db);
  const lines = rows.map(({ id }) => ({ product_id: id, qty: 1 }));
  expect(await statementsFor("/v1/cart/estimate", { country: "DE", lines })).toBe(1);
  expect(await statementsFor("/v1/cart/estimate", { country: "RU", lines })).toBe(2);
});

describe("a cart that is ordered", () => {
  const write = async (path: string, token: string, body: object, status: number) => {
    const key = randomUUID();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key };
    statements = 0;
    const answer = await api.request(path, {
      headers: { ...headers, "accept-language": "ru-RU" },
      method: "POST",
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, status]);
    return statements;
  };

  it("asks 9 times for a change, and 19 times for the order, who asks and the letter about it included", async () => {
    await prepareJobs(shop.db, [mailJob({})]);
    const { shopper, product } = await aReadyCart(shop.db, { stock: 10 });
    const change = async () => write("/v1/user/cart", shopper.token, [{ product_id: product.id, qty: 1 }], 200);
    const order = async () =>
      write("/v1/user/orders", shopper.token, { agree: true, agree_offer: true, expected_total: 1_000_000 }, 201);
    await change();
    await order();
    expect([await change(), await order()]).toEqual([9, 19]);
  });
});

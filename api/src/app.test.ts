import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../test/harness.ts";
import { buildApi } from "./app.ts";
import { createProduct } from "./catalog/fixtures.ts";
import { describeDatabaseOutage } from "./platform/db/database-errors.ts";
import { openDb } from "./platform/db/connection-pool.ts";

const shop = await openTestShop();

it("returns 503 with Retry-After when the database cannot be reached", async () => {
  const { db } = openDb({ host: "127.0.0.1", port: 1, user: "nobody", database: "none" }, () => undefined);
  const api = buildApi({ ...shop.app, db });
  const response = await api.fetch(
    new Request("http://shop.test/v1/home", { headers: { "accept-language": "en-US" } }),
  );
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await response.json()).toMatchObject({ code: "not_ready", message: expect.stringContaining("unavailable") });
  await db.destroy();
});

it("reconnects after the database has terminated every connection", async () => {
  await createProduct(shop.db);
  expect((await shop.request("GET", "/v1/products")).status).toBe(200);
  // Autovacuum workers belong to the superuser.
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    shop.db,
  );
  await expect.poll(async () => (await shop.request("GET", "/v1/products")).status).toBe(200);
});

it("returns 503 and logs one line when a table is missing", async () => {
  await sql`alter table currencies rename to renamed_currencies`.execute(shop.db);
  const responseWithoutTable = await shop.request("GET", "/v1/currencyList");
  await sql`alter table renamed_currencies rename to currencies`.execute(shop.db);
  expect([responseWithoutTable.status, responseWithoutTable.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(String(shop.errors[0])).toMatch(
    /^the database lacks what this version needs \(relation "currencies" does not exist\)/,
  );
  expect((await shop.request("GET", "/v1/currencyList")).status).toBe(200);
});

it("treats a full disk of the database as an outage", () => {
  const diskFullError = Object.assign(new Error("could not extend file"), { code: "53100" });
  expect(describeDatabaseOutage(diskFullError)).toMatch(/disk of the database is full/);
});

it("returns only a request id for an unexpected error, and logs the details", async () => {
  const brokenApi = buildApi({
    ...shop.app,
    clock: {
      now: () => {
        throw new Error("a secret detail");
      },
    },
  });
  const response = await brokenApi.fetch(new Request("http://shop.test/v1/currencyList"));
  const body = await response.text();
  expect(response.status).toBe(500);
  expect(JSON.parse(body)).toMatchObject({ code: "internal", request_id: expect.any(String) });
  expect(body).not.toContain("secret");
  expect(String(shop.errors[0])).toContain("a secret detail");
});

it("rejects text with a null character, which PostgreSQL cannot store", async () => {
  for (const path of ["/v1/products/a%00b", "/v1/cdek/points?city=Tokyo%00"]) {
    const response = await shop.request("GET", path);
    expect([response.status, response.body.code]).toEqual([400, "malformed"]);
  }
  expect(shop.errors).toEqual([]);
});

it.each([
  ["POST", true],
  ["POST", false],
  ["DELETE", true],
  ["DELETE", false],
])("rejects a body larger than 1 MB with 413 (%s, with content-length: %s)", async (method, hasContentLength) => {
  const body = JSON.stringify({ cart_id: ["1_0"], padding: "x".repeat(1_100_000) });
  const path = method === "POST" ? "/v1/productsPrice" : "/v1/user/cart";
  const response = await shop.request(method, path, {
    body,
    headers: hasContentLength ? { "content-length": String(body.length) } : {},
  });
  expect([response.status, response.body.code]).toEqual([413, "too_large"]);
});

it.each(["en-US,en;q=0.9,ru;q=0.8", "en", "fr, en-GB;q=0.5"])("responds in English to %s", async (header) => {
  expect((await shop.request("GET", "/v1/nothing", { locale: header })).body.message).toBe("Page not found.");
});

it.each(["ru", "de-DE", "", "en;q=0, ru;q=0.1", ";;;,q=", "ru-RU;q=1,en;q=0.9"])(
  "responds in Russian to “%s”",
  async (header) => {
    expect((await shop.request("GET", "/v1/nothing", { headers: { "accept-language": header } })).body.message).toBe(
      "Страница не найдена.",
    );
  },
);

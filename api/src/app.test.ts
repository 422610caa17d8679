import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../test/harness.ts";
import { buildApi } from "./app.ts";
import { aProduct } from "./catalogue/fixtures.ts";
import { databaseTrouble, openDb } from "./platform/db.ts";

const shop = await openTestShop();

it("answers 503 with Retry-After while the database cannot be reached", async () => {
  const { db } = openDb({ host: "127.0.0.1", port: 1, user: "nobody", database: "none" }, () => undefined);
  const api = buildApi({ ...shop.house, db });
  const response = await api.fetch(
    new Request("http://shop.test/v1/home", { headers: { "accept-language": "en-US" } }),
  );
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await response.json()).toMatchObject({ code: "not_ready", message: expect.stringContaining("unavailable") });
  await db.destroy();
});

it("recovers by itself when the database has thrown everybody out", async () => {
  await aProduct(shop.db);
  expect((await shop.ask("GET", "/v1/products")).status).toBe(200);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    shop.db,
  );
  await expect.poll(async () => (await shop.ask("GET", "/v1/products")).status).toBe(200);
});

it("says in one line what the database lacks, or that its disk is full, and answers 503", async () => {
  await sql`alter table currencies rename to currencies_away`.execute(shop.db);
  const lacking = await shop.ask("GET", "/v1/currencyList");
  await sql`alter table currencies_away rename to currencies`.execute(shop.db);
  expect([lacking.status, lacking.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(String(shop.errors[0])).toMatch(
    /^the database lacks what this version needs \(relation "currencies" does not exist\)/,
  );
  expect(databaseTrouble(Object.assign(new Error("could not extend file"), { code: "53100" }))).toMatch(
    /disk of the database is full/,
  );
  expect((await shop.ask("GET", "/v1/currencyList")).status).toBe(200);
});

it("tells nothing of a bug but a number to quote, and logs the rest", async () => {
  const broken = buildApi({
    ...shop.house,
    clock: {
      now: () => {
        throw new Error("a secret detail");
      },
    },
  });
  const response = await broken.fetch(new Request("http://shop.test/v1/currencyList"));
  const body = await response.text();
  expect(response.status).toBe(500);
  expect(JSON.parse(body)).toMatchObject({ code: "internal", request_id: expect.any(String) });
  expect(body).not.toContain("secret");
  expect(String(shop.errors[0])).toContain("a secret detail");
});

it("refuses text that no database can hold", async () => {
  for (const path of ["/v1/products/a%00b", "/v1/cdek/points?city=Tokyo%00"]) {
    const answered = await shop.ask("GET", path);
    expect([answered.status, answered.body.code]).toEqual([400, "malformed"]);
  }
  expect(shop.errors).toEqual([]);
});

it.each([
  ["POST", true],
  ["POST", false],
  ["DELETE", true],
  ["DELETE", false],
])("refuses a body above a megabyte with 413 (%s, its length told: %s)", async (method, isTold) => {
  const body = JSON.stringify({ cart_id: ["1_0"], padding: "x".repeat(1_100_000) });
  const path = method === "POST" ? "/v1/productsPrice" : "/v1/user/cart";
  const answered = await shop.ask(method, path, {
    body,
    headers: isTold ? { "content-length": String(body.length) } : {},
  });
  expect([answered.status, answered.body.code]).toEqual([413, "too_large"]);
});

it.each(["en-US,en;q=0.9,ru;q=0.8", "en", "fr, en-GB;q=0.5"])("speaks English to %s", async (header) => {
  expect((await shop.ask("GET", "/v1/nothing", { locale: header })).body.message).toBe("Page not found.");
});

it.each(["ru", "de-DE", "", "en;q=0, ru;q=0.1", ";;;,q=", "ru-RU;q=1,en;q=0.9"])(
  "speaks Russian to “%s”",
  async (header) => {
    expect((await shop.ask("GET", "/v1/nothing", { headers: { "accept-language": header } })).body.message).toBe(
      "Страница не найдена.",
    );
  },
);

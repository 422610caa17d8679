import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createCategory, createProduct } from "../catalog/fixtures.ts";
import { createPage } from "../cms-pages/fixtures.ts";
import { clearAllCaches } from "../platform/cache/cache.ts";
import { updateSetting } from "../platform/settings/settings.ts";
import { jobs } from "./jobs.ts";
import { logSearchQuery, writeSearchQueries } from "./query-log.ts";
import type { InitialSuggestions } from "./schema.ts";
import { helpPages, hiddenWords, popularMinVisitors } from "./settings.ts";

const shop = await openTestShop();

const search = (q: string, ipAddress: string) =>
  shop.request("GET", `/v1/products?q=${encodeURIComponent(q)}`, { headers: { "x-client-ip": ipAddress } });
const listVisitors = () => shop.db.selectFrom("search_query_visitors").selectAll().execute();
async function getInitial(locale = "ru-RU"): Promise<InitialSuggestions> {
  clearAllCaches();
  const { status, body } = await shop.request("GET", "/v1/search/initial", { locale });
  expect(status).toBe(200);
  return body.data as InitialSuggestions;
}
const formatDay = (day: Date) => day.toISOString().slice(0, 10);
/** Records that several people searched for a query today. */
async function addVisitors(query: string, count: number, day = new Date()) {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ query, locale: "ru-RU", day: formatDay(day), visitor: Buffer.alloc(16, index + 1) },
  }));
  await shop.db.insertInto("search_query_visitors").values(rows).execute();
}

describe("visitors of a query", () => {
  it("are counted by network, without their address, and differ for each query", async () => {
    await createProduct(shop.db, { name: "Крем с матча" });
    for (const ipAddress of ["192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2"])
      await search("крем", ipAddress);
    await search("матча", "192.0.2.1");
    await search("бегемот", "192.0.2.1");
    await expect.poll(async () => (await listVisitors()).length).toBe(4);
    const visitors = await listVisitors();
    expect(visitors.filter(({ query }) => query === "крем")).toHaveLength(3);
    expect(new Set(visitors.map(({ visitor }) => visitor.toString("hex"))).size).toBe(4);
    expect(visitors.every(({ visitor }) => visitor.length === 16)).toBe(true);
  });

  it("are counted together, also of two days", async () => {
    const count = (now: string, ipAddress: string) =>
      logSearchQuery(shop.app, {
        ...{ q: "Полночь", locale: "ru-RU", now: new Date(now), ipAddress, foundNothing: false },
      });
    count("2026-03-01T23:59:59Z", "192.0.2.1");
    count("2026-03-01T23:59:59Z", "192.0.2.2");
    count("2026-03-02T00:00:01Z", "192.0.2.1");
    await writeSearchQueries(shop.app);
    count("2026-03-02T00:00:02Z", "192.0.2.1");
    await writeSearchQueries(shop.app);
    const counts = await shop.db.selectFrom("search_queries").selectAll().orderBy("day").execute();
    expect(counts.map(({ day, search_count }) => [day, search_count])).toEqual([
      ["2026-03-01", 2],
      ["2026-03-02", 2],
    ]);
    expect((await listVisitors()).map(({ day }) => day).toSorted()).toEqual(["2026-03-01", "2026-03-02"]);
  });

  it("are deleted after 30 days", async () => {
    const daysAgo = (days: number) => new Date(shop.clock.now().getTime() - days * 86_400_000);
    await addVisitors("старый", 3, daysAgo(32));
    await addVisitors("новый", 3, daysAgo(29));
    const job = jobs.find(({ name }) => name === "search.delete_old_visitors");
    await job?.work(shop.app, null);
    expect(new Set((await listVisitors()).map(({ query }) => query))).toEqual(new Set(["новый"]));
  });
});

describe("GET /v1/search/initial", () => {
  it("has the queries of several people that always found something, the most popular first", async () => {
    await addVisitors("крем", 3);
    await addVisitors("матча", 5);
    await addVisitors("иван петров", 2);
    await addVisitors("бегемот", 4);
    await shop.db
      .insertInto("search_queries")
      .values({ query: "бегемот", locale: "ru-RU", day: formatDay(new Date()), search_count: 4, empty_result_count: 1 })
      .execute();
    expect((await getInitial()).queries).toEqual(["матча", "крем"]);
    expect((await getInitial("en-US")).queries).toEqual([]);
    await updateSetting(shop.db, popularMinVisitors, 4, "test");
    expect((await getInitial()).queries).toEqual(["матча"]);
    await updateSetting(shop.db, hiddenWords, ["Матча"], "test");
    expect((await getInitial()).queries).toEqual([]);
  });

  it("has the departments with products and the pages that the operator chose", async () => {
    const category = await createCategory(shop.db);
    await createCategory(shop.db);
    await createProduct(shop.db, { name: "Крем", category });
    await createPage(shop.db, { slug: "delivery", title: "Доставка" });
    await createPage(shop.db, { slug: "payment", title: "Оплата" });
    await updateSetting(shop.db, helpPages, ["payment", "missing", "delivery"], "test");
    const { categories, pages } = await getInitial();
    expect(categories).toMatchObject([{ id: category.id, count: 1, cloth: "shiro" }]);
    expect(pages).toEqual([
      { title: "Оплата", path: "/info/payment" },
      { title: "Доставка", path: "/info/delivery" },
    ]);
  });
});

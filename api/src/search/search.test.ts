import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createCategory, createBrand, createProduct } from "../catalog/fixtures.ts";
import { clearAllCaches } from "../platform/cache/cache.ts";
import { commands } from "./commands.ts";
import { jobs } from "./jobs.ts";

const shop = await openTestShop();

async function search(q: string, params = "") {
  const { status, body } = await shop.request("GET", `/v1/products?q=${encodeURIComponent(q)}${params}`);
  expect([q, status]).toEqual([q, 200]);
  const { items, total, corrected, dropped, close } = body.data;
  return { names: items.map(({ name }) => name), total, correctedTo: corrected?.to, dropped, close };
}

async function refreshVocabulary() {
  for (const job of jobs) await job.work(shop.app, {});
  clearAllCaches();
}

const shampoo = "Шампунь Mizunora с мёдом, 400 мл";
const handCream = "Крем для рук с мёдом";
const mask = "Маска для волос";

beforeEach(async () => {
  const mizunora = await createBrand(shop.db, "Mizunora");
  await shop.db.updateTable("brands").set({ name_ru: "Мидзунора" }).where("id", "=", mizunora).execute();
  await createProduct(shop.db, { name: shampoo, brandId: mizunora });
  await createProduct(shop.db, { name: handCream, unitsSold: 5 });
  await createProduct(shop.db, { name: mask });
  await shop.db.insertInto("search_synonyms").values({ word: "волосюшки", synonym: "маска для волос" }).execute();
  await refreshVocabulary();
});

describe("search results", () => {
  it.each([
    ["шампуни", [shampoo]],
    ["ШАМПУНЯМИ мед", [shampoo]],
    ["шамп", [shampoo]],
    ["маски волос", [mask]],
    ["мидзунора", [shampoo]],
    ["honey", []],
    ["400", [shampoo]],
    ["волосюшки", [mask]],
  ])("finds by %s", async (q, names) => {
    expect((await search(q)).names).toEqual(names);
  });

  it.each([
    ["ifvgeym", "шампунь", shampoo],
    ["ьшягтщкф", "Mizunora", shampoo],
    ["мизунора", "Mizunora", shampoo],
    ["шапмунь", "шампунь", shampoo],
    ["макса волос", "маска волос", mask],
  ])("%s is corrected to %s and reported", async (q, correctedTo, name) => {
    expect(await search(q)).toMatchObject({ correctedTo, names: [name] });
    expect((await search(q, "&exact=1")).names).toEqual([]);
  });

  it("finds new products and renamed brands without a vocabulary refresh", async () => {
    const brand = await createBrand(shop.db, "Sakuraba");
    await createProduct(shop.db, { name: "Шамуань Sakuraba", brandId: brand });
    expect(await search("шамуань")).toMatchObject({ names: ["Шамуань Sakuraba"], correctedTo: undefined });
    await shop.db.updateTable("brands").set({ name_ru: "Коноха" }).where("id", "=", brand).execute();
    expect((await search("коноха")).names).toEqual(["Шамуань Sakuraba"]);
  });

  it("indexes a product whose description is a single very long word", async () => {
    const product = await createProduct(shop.db, { name: "Щётка для спины" });
    const changes = { description_ru: "щ".repeat(5000), composition: `Aqua ${"a".repeat(3000)}` };
    await shop.db.updateTable("products").set(changes).where("id", "=", product.id).execute();
    expect((await search("aqua щётка")).names).toEqual(["Щётка для спины"]);
  });

  it("ignores a word that matches nothing, and reports it", async () => {
    expect(await search("шампунь с бегемотом")).toMatchObject({ names: [shampoo], dropped: ["бегемотом"] });
  });

  it("tries all words of a long query first, and ignores only words that match nothing", async () => {
    const { name } = await createProduct(shop.db, { name: "Набор мыло щётка ватные диски пудра румяна тушь помада" });
    await refreshVocabulary();
    const q = "набор мыло щетка ватные диски пудра румяна тушь помада";
    expect(await search(q)).toMatchObject({ names: [name], dropped: undefined });
    expect(await search(`${q} бегемот`)).toMatchObject({ names: [name], dropped: ["бегемот"] });
  });

  it("suggests similar queries if nothing was found", async () => {
    expect(await search("шмпнь", "&exact=1")).toMatchObject({ names: [], close: ["шампунь"] });
    expect((await search("шампунь")).close).toBeUndefined();
  });

  it("finds references and barcodes before words, regardless of punctuation", async () => {
    const { id, name } = await createProduct(shop.db, { name: "Товар с кодом" });
    await shop.db
      .updateTable("products")
      .set({ reference: "MZN-CRM-0042", barcode: "4926584570981" })
      .where("id", "=", id)
      .execute();
    for (const q of ["MZN-CRM-0042", "mzncrm0042", "mzn crm 0042", "4926584570981", "mzn-crm-004"]) {
      expect([q, ...(await search(q)).names]).toEqual([q, name]);
    }
  });

  it("omits hidden products and combines with filters", async () => {
    const category = await createCategory(shop.db);
    await createProduct(shop.db, { name: "Шампунь скрытый", status: "hidden" });
    const { name } = await createProduct(shop.db, { name: "Шампунь в разделе", category });
    expect((await search("шампунь")).total).toBe(2);
    expect((await search("шампунь", `&category=${category.slug}`)).names).toEqual([name]);
    expect((await search("шампунь", "&sort=price_asc&in_stock=1")).total).toBe(2);
  });
});

it("sorts by matching category, then availability, then units sold", async () => {
  const creams = await createCategory(shop.db);
  await shop.db.updateTable("categories").set({ name_ru: "Сыворотки" }).where("id", "=", creams.id).execute();
  const bestSeller = await createProduct(shop.db, { name: "Гель с сывороткой", unitsSold: 99 });
  const outOfStock = await createProduct(shop.db, { name: "Сыворотка А", category: creams, stock: 0 });
  const fewSold = await createProduct(shop.db, { name: "Сыворотка Б", category: creams, unitsSold: 1 });
  const manySold = await createProduct(shop.db, { name: "Сыворотка В", category: creams, unitsSold: 9 });
  await refreshVocabulary();
  expect((await search("сыворотка")).names).toEqual([manySold.name, fewSold.name, outOfStock.name, bestSeller.name]);
});

it("accepts any text as a query", async () => {
  const longQueries = ["а".repeat(5000), "x ".repeat(500)];
  for (const q of [
    "'",
    "\\",
    "%",
    "a' & !b",
    "<->",
    ":*",
    "\u0000",
    "\uFFFD",
    "🧴",
    "()|&!",
    ...longQueries,
    "'; drop table products; --",
  ]) {
    const { status } = await shop.request("GET", `/v1/products?q=${encodeURIComponent(q)}`);
    expect([q, status]).toEqual([q, 200]);
  }
  // Queries are logged in the background; wait, so that they do not leak into the next test.
  const listLoggedQueries = () => shop.db.selectFrom("search_queries").select("query").execute();
  await expect
    .poll(async () => (await listLoggedQueries()).some(({ query }) => query.startsWith("'; drop")))
    .toBe(true);
});

describe("the query log", () => {
  const runReport = async () => {
    const command = commands.find(({ name }) => name === "search report");
    if (!command) throw new Error("there is no command search report");
    const { signal } = new AbortController();
    return command.run({
      app: shop.app,
      pool: shop.pool,
      args: {},
      options: {},
      progress: () => undefined,
      signal,
    });
  };

  it("counts queries and empty results, and stores no email addresses or phone numbers", async () => {
    for (const q of ["Шампунь", "шампунь ", "бегемот", "anna@example.com", "+7 900 000 00 10"]) await search(q);
    await search("шампунь", "&page=2");
    await expect
      .poll(async () => (await runReport()).data)
      .toEqual({
        days: 30,
        queries: [
          { query: "шампунь", searches: 2, without_results: 0 },
          { query: "бегемот", searches: 1, without_results: 1 },
        ],
        without_results: [{ query: "бегемот", searches: 1, without_results: 1 }],
      });
    expect((await runReport()).lines.join("\n")).toMatch(/шампунь +2 +0\n.*бегемот +1 +1/);
  });

  it("reports if nobody searched", async () => {
    expect((await runReport()).lines).toEqual(["No searches in the last 30 days."]);
  });
});

describe("cached hits", () => {
  const createProducts = async (...names: string[]) => {
    for (const name of names) await createProduct(shop.db, { name });
  };
  const updateProduct = (name: string, change: { name_ru?: string; name_en?: string; status?: string }) =>
    shop.db.updateTable("products").set(change).where("name_ru", "=", name).execute();

  it("reflect products that were added, renamed, hidden and reactivated", async () => {
    expect((await search("маска")).names).toEqual([mask]);
    await createProducts("Маска ночная");
    expect((await search("маска")).names.toSorted()).toEqual([mask, "Маска ночная"]);
    await updateProduct("Маска ночная", { name_ru: "Бальзам ночной", name_en: "Night balm" });
    expect((await search("маска")).names).toEqual([mask]);
    await updateProduct(mask, { status: "hidden" });
    expect((await search("маска")).total).toBe(0);
    await updateProduct(mask, { status: "active" });
    expect((await search("маска")).names).toEqual([mask]);
  });

  it("of fewer words give way to a reactivated product that has all of them", async () => {
    await createProducts("Маска ночная");
    await updateProduct("Маска ночная", { status: "hidden" });
    for (let n = 0; n < 2; n++) expect((await search("маска ночная")).names).toEqual([mask]);
    await updateProduct("Маска ночная", { status: "active" });
    expect((await search("маска ночная")).names).toEqual(["Маска ночная"]);
  });

  it("include matches in descriptions once too few names match", async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Тоник ${"абвгдежзиклм"[n]}`);
    await createProducts(...names);
    const { id } = await createProduct(shop.db, { name: "Лосьон" });
    await shop.db
      .updateTable("products")
      .set({ description_ru: "После него нужен тоник." })
      .where("id", "=", id)
      .execute();
    expect((await search("тоник")).names).not.toContain("Лосьон");
    await updateProduct("Тоник а", { status: "hidden" });
    expect((await search("тоник")).names).toContain("Лосьон");
    await updateProduct("Тоник а", { status: "active" });
    expect((await search("тоник")).names).not.toContain("Лосьон");
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCategory, aManufacturer, aProduct } from "../catalogue/fixtures.ts";
import { forgetEverything } from "../platform/fresh.ts";
import { commands } from "./commands.ts";
import { jobs } from "./jobs.ts";

const shop = await openTestShop();

async function find(q: string, more = "") {
  const { status, body } = await shop.ask("GET", `/v1/products?q=${encodeURIComponent(q)}${more}`);
  expect([q, status]).toEqual([q, 200]);
  const { items, total, corrected, dropped, close } = body.data;
  return { names: items.map(({ name }) => name), total, to: corrected?.to, dropped, close };
}

async function learn() {
  for (const job of jobs) await job.work(shop.house, {});
  forgetEverything();
}

const shampoo = "Шампунь Mizunora с мёдом, 400 мл";
const handCream = "Крем для рук с мёдом";
const mask = "Маска для волос";

beforeEach(async () => {
  const mizunora = await aManufacturer(shop.db, "Mizunora");
  await shop.db.updateTable("manufacturers").set({ name_ru: "Мидзунора" }).where("id", "=", mizunora).execute();
  await aProduct(shop.db, { name: shampoo, manufacturerId: mizunora });
  await aProduct(shop.db, { name: handCream, unitsSold: 5 });
  await aProduct(shop.db, { name: mask });
  await shop.db.insertInto("search_synonyms").values({ word: "волосюшки", same_as: "маска для волос" }).execute();
  await learn();
});

describe("what is found", () => {
  it.each([
    ["шампуни", [shampoo]],
    ["ШАМПУНЯМИ мед", [shampoo]],
    ["шамп", [shampoo]],
    ["маски волос", [mask]],
    ["мидзунора", [shampoo]],
    ["honey", []],
    ["400", [shampoo]],
    ["волосюшки", [mask]],
  ])("%s", async (q, names) => {
    expect((await find(q)).names).toEqual(names);
  });

  it.each([
    ["ifvgeym", "шампунь", shampoo],
    ["ьшягтщкф", "Mizunora", shampoo],
    ["мизунора", "Mizunora", shampoo],
    ["шапмунь", "шампунь", shampoo],
    ["макса волос", "маска волос", mask],
  ])("%s is mended to %s, and says so", async (q, to, name) => {
    expect(await find(q)).toMatchObject({ to, names: [name] });
    expect((await find(q, "&exact=1")).names).toEqual([]);
  });

  it("knows a product that was put into the shop a moment ago, and a brand that was renamed", async () => {
    const brand = await aManufacturer(shop.db, "Sakuraba");
    await aProduct(shop.db, { name: "Шамуань Sakuraba", manufacturerId: brand });
    expect(await find("шамуань")).toMatchObject({ names: ["Шамуань Sakuraba"], to: undefined });
    await shop.db.updateTable("manufacturers").set({ name_ru: "Коноха" }).where("id", "=", brand).execute();
    expect((await find("коноха")).names).toEqual(["Шамуань Sakuraba"]);
  });

  it("takes in a product whose description is one word without an end", async () => {
    const product = await aProduct(shop.db, { name: "Щётка для спины" });
    const described = { description_ru: "щ".repeat(5000), composition: `Aqua ${"a".repeat(3000)}` };
    await shop.db.updateTable("products").set(described).where("id", "=", product.id).execute();
    expect((await find("aqua щётка")).names).toEqual(["Щётка для спины"]);
  });

  it("drops the word that spoils everything, and names it", async () => {
    expect(await find("шампунь с бегемотом")).toMatchObject({ names: [shampoo], dropped: ["бегемотом"] });
  });

  it("asks for all of a long query first, and drops of it only what nothing has", async () => {
    const { name } = await aProduct(shop.db, { name: "Набор мыло щётка ватные диски пудра румяна тушь помада" });
    await learn();
    const q = "набор мыло щетка ватные диски пудра румяна тушь помада";
    expect(await find(q)).toMatchObject({ names: [name], dropped: undefined });
    expect(await find(`${q} бегемот`)).toMatchObject({ names: [name], dropped: ["бегемот"] });
  });

  it("says what is close where it found nothing", async () => {
    expect(await find("шмпнь", "&exact=1")).toMatchObject({ names: [], close: ["шампунь"] });
    expect(await find("шампунь")).not.toHaveProperty("close", expect.anything());
  });

  it("finds an article number or a barcode before any word, however it is typed", async () => {
    const { id, name } = await aProduct(shop.db, { name: "Товар с кодом" });
    await shop.db
      .updateTable("products")
      .set({ reference: "MZN-CRM-0042", barcode: "4926584570981" })
      .where("id", "=", id)
      .execute();
    for (const q of ["MZN-CRM-0042", "mzncrm0042", "mzn crm 0042", "4926584570981", "mzn-crm-004"]) {
      expect([q, ...(await find(q)).names]).toEqual([q, name]);
    }
  });

  it("shows nothing that is not on sale, and combines with filters", async () => {
    const category = await aCategory(shop.db);
    await aProduct(shop.db, { name: "Шампунь скрытый", status: "hidden" });
    const { name } = await aProduct(shop.db, { name: "Шампунь в разделе", category });
    expect((await find("шампунь")).total).toBe(2);
    expect((await find("шампунь", `&category=${category.slug}`)).names).toEqual([name]);
    expect((await find("шампунь", "&sort=price_asc&in_stock=1")).total).toBe(2);
  });
});

it("puts first what is called so, then what is in stock, then what is bought most", async () => {
  const creams = await aCategory(shop.db);
  await shop.db.updateTable("categories").set({ name_ru: "Сыворотки" }).where("id", "=", creams.id).execute();
  const sold = await aProduct(shop.db, { name: "Гель с сывороткой", unitsSold: 99 });
  const out = await aProduct(shop.db, { name: "Сыворотка А", category: creams, stock: 0 });
  const few = await aProduct(shop.db, { name: "Сыворотка Б", category: creams, unitsSold: 1 });
  const many = await aProduct(shop.db, { name: "Сыворотка В", category: creams, unitsSold: 9 });
  await learn();
  expect((await find("сыворотка")).names).toEqual([many.name, few.name, out.name, sold.name]);
});

it("answers any text in time", async () => {
  const long = ["а".repeat(5000), "x ".repeat(500)];
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
    ...long,
    "'; drop table products; --",
  ]) {
    const { status } = await shop.ask("GET", `/v1/products?q=${encodeURIComponent(q)}`);
    expect([q, status]).toEqual([q, 200]);
  }
  // Queries are counted beside the answers: the next test begins with all of them done.
  const counted = () => shop.db.selectFrom("search_queries").select("query").execute();
  await expect.poll(async () => (await counted()).some(({ query }) => query.startsWith("'; drop"))).toBe(true);
});

describe("the log of queries", () => {
  const report = async () => {
    const command = commands.find(({ name }) => name === "search report");
    if (!command) throw new Error("no report");
    const { signal } = new AbortController();
    return command.run({
      house: shop.house,
      pool: shop.pool,
      given: {},
      options: {},
      progress: () => undefined,
      signal,
    });
  };

  it("counts what was asked and what found nothing, and keeps nobody's address or number", async () => {
    for (const q of ["Шампунь", "шампунь ", "бегемот", "anna@example.com", "+7 900 000 00 10"]) await find(q);
    await find("шампунь", "&page=2");
    await expect
      .poll(async () => (await report()).data)
      .toEqual({
        days: 30,
        asked: [
          { query: "шампунь", asked: 2, nothing: 0 },
          { query: "бегемот", asked: 1, nothing: 1 },
        ],
        nothing: [{ query: "бегемот", asked: 1, nothing: 1 }],
      });
    expect((await report()).lines.join("\n")).toMatch(/шампунь +2 +0\n.*бегемот +1 +1/);
  });

  it("says so where nobody searched", async () => {
    expect((await report()).lines).toEqual(["Nobody searched in the last 30 days."]);
  });
});

describe("what was found a moment ago", () => {
  const named = async (...names: string[]) => {
    for (const name of names) await aProduct(shop.db, { name });
  };
  const set = (name: string, change: { name_ru?: string; name_en?: string; status?: string }) =>
    shop.db.updateTable("products").set(change).where("name_ru", "=", name).execute();

  it("is found as it is now: put in, renamed, off sale and back", async () => {
    expect((await find("маска")).names).toEqual([mask]);
    await named("Маска ночная");
    expect((await find("маска")).names.toSorted()).toEqual([mask, "Маска ночная"]);
    await set("Маска ночная", { name_ru: "Бальзам ночной", name_en: "Night balm" });
    expect((await find("маска")).names).toEqual([mask]);
    await set(mask, { status: "hidden" });
    expect((await find("маска")).total).toBe(0);
    await set(mask, { status: "active" });
    expect((await find("маска")).names).toEqual([mask]);
  });

  it("is looked for among those that mention it, once too few are named so", async () => {
    const twelve = Array.from({ length: 12 }, (_, n) => `Тоник ${"абвгдежзиклм"[n]}`);
    await named(...twelve);
    const { id } = await aProduct(shop.db, { name: "Лосьон" });
    await shop.db
      .updateTable("products")
      .set({ description_ru: "После него нужен тоник." })
      .where("id", "=", id)
      .execute();
    expect((await find("тоник")).names).not.toContain("Лосьон");
    await set("Тоник а", { status: "hidden" });
    expect((await find("тоник")).names).toContain("Лосьон");
    await set("Тоник а", { status: "active" });
    expect((await find("тоник")).names).not.toContain("Лосьон");
  });
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createCategory, createBrand, createProduct } from "../catalog/fixtures.ts";
import { suggestQueries } from "./suggest.ts";

const shop = await openTestShop();
const getSuggestions = async (q: string, options: { locale?: string; currency?: string } = {}) =>
  shop.request("GET", `/v1/search/suggest?q=${encodeURIComponent(q)}`, options);
const getNames = (list: { name: string }[]) => list.map(({ name }) => name);

describe("GET /v1/search/suggest", () => {
  it("suggests products, categories, brands and queries by a word prefix", async () => {
    const category = await createCategory(shop.db);
    await shop.db
      .updateTable("categories")
      .set({ name_ru: "Лосьоны и тонеры" })
      .where("id", "=", category.id)
      .execute();
    const brand = await createBrand(shop.db, "Losonia");
    await shop.db.updateTable("brands").set({ name_ru: "Лосония" }).where("id", "=", brand).execute();
    await createProduct(shop.db, {
      name: "Лосьон увлажняющий Losonia, 180 мл",
      category,
      brandId: brand,
      unitsSold: 2,
    });
    await createProduct(shop.db, { name: "Лосьон увлажняющий, 90 мл", category, brandId: brand, unitsSold: 1 });
    await createProduct(shop.db, { name: "Гель для стирки" });

    const { status, body } = await getSuggestions("лос");
    expect(status).toBe(200);
    expect(getNames(body.data.products)).toEqual(["Лосьон увлажняющий Losonia, 180 мл", "Лосьон увлажняющий, 90 мл"]);
    expect(body.data.categories).toEqual([
      { id: category.id, name: "Лосьоны и тонеры", link_rewrite: category.slug, count: 2 },
    ]);
    expect(body.data.manufacturers).toMatchObject([{ name: "Losonia", count: 2 }]);
    expect(body.data.queries).toEqual(["лосьон увлажняющий"]);
  });

  it("returns prices in the requested currency", async () => {
    await createProduct(shop.db, { name: "Крем дневной", priceMinor: 1000_00 });
    const { body } = await getSuggestions("крем", { currency: "USD" });
    expect(body.data.products[0]?.price).toMatchObject({ iso_code: "USD", sign: "$" });
  });

  it("suggests at most three products, and no empty categories", async () => {
    const empty = await createCategory(shop.db);
    await shop.db.updateTable("categories").set({ name_ru: "Маски" }).where("id", "=", empty.id).execute();
    for (let index = 0; index < 6; index++) await createProduct(shop.db, { name: `Маска ${index}` });
    const { body } = await getSuggestions("маск");
    expect(body.data.products).toHaveLength(3);
    expect(body.data.categories).toEqual([]);
  });

  it("refuses fewer than three characters, spaces not counted", async () => {
    for (const q of ["", "ло", " ло "]) {
      const { status, body } = await getSuggestions(q);
      expect(status).toBe(422);
      expect(body.errors?.["q"]).toBeDefined();
    }
  });

  it("never interprets input as tsquery operators", async () => {
    await createProduct(shop.db, { name: "Крем" });
    for (const q of ["крем & !", "'); --", "((((", "%%%", "<->:*", "крем".repeat(1250)])
      expect((await getSuggestions(q)).status).toBe(200);
  });
});

it.each([
  ["the most frequent first", ["Крем ночной", "Крем дневной", "Крем дневной"], "крем", ["крем дневной", "крем ночной"]],
  ["only those that begin with the query", ["Ночной крем"], "крем", []],
  ["not the query itself", ["Крем"], "Крем", []],
  ["ё as е", ["Щётка мягкая"], "щетк", ["щётка мягкая"]],
])("suggests queries: %s", (_rule, kinds, q, expected) => {
  expect(suggestQueries(kinds, q, "ru-RU")).toEqual(expected);
});

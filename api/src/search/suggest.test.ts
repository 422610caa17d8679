import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCategory, aManufacturer, aProduct } from "../catalogue/fixtures.ts";
import { wholeQueries } from "./suggest.ts";

const shop = await openTestShop();
const suggested = async (q: string, more: { locale?: string; currency?: string } = {}) =>
  shop.ask("GET", `/v1/search/suggest?q=${encodeURIComponent(q)}`, more);
const namesOf = (list: { name: string }[]) => list.map(({ name }) => name);

describe("GET /v1/search/suggest", () => {
  it("finds products, categories, manufacturers and whole queries by the beginning of a word", async () => {
    const category = await aCategory(shop.db);
    await shop.db
      .updateTable("categories")
      .set({ name_ru: "Лосьоны и тонеры" })
      .where("id", "=", category.id)
      .execute();
    const brand = await aManufacturer(shop.db, "Losonia");
    await shop.db.updateTable("manufacturers").set({ name_ru: "Лосония" }).where("id", "=", brand).execute();
    await aProduct(shop.db, {
      name: "Лосьон увлажняющий Losonia, 180 мл",
      category,
      manufacturerId: brand,
      unitsSold: 2,
    });
    await aProduct(shop.db, { name: "Лосьон увлажняющий, 90 мл", category, manufacturerId: brand, unitsSold: 1 });
    await aProduct(shop.db, { name: "Гель для стирки" });

    const { status, body } = await suggested("лос");
    expect(status).toBe(200);
    expect(namesOf(body.data.products)).toEqual(["Лосьон увлажняющий Losonia, 180 мл", "Лосьон увлажняющий, 90 мл"]);
    expect(body.data.categories).toEqual([
      { id: category.id, name: "Лосьоны и тонеры", link_rewrite: category.slug, count: 2 },
    ]);
    expect(body.data.manufacturers).toMatchObject([{ name: "Losonia", count: 2 }]);
    expect(body.data.queries).toEqual(["лосьон увлажняющий"]);
  });

  it("shows prices in the currency asked for", async () => {
    await aProduct(shop.db, { name: "Крем дневной", priceMinor: 1000_00 });
    const { body } = await suggested("крем", { currency: "USD" });
    expect(body.data.products[0]?.price).toMatchObject({ iso_code: "USD", sign: "$" });
  });

  it("offers at most three products, and no empty category", async () => {
    const empty = await aCategory(shop.db);
    await shop.db.updateTable("categories").set({ name_ru: "Маски" }).where("id", "=", empty.id).execute();
    for (let at = 0; at < 6; at++) await aProduct(shop.db, { name: `Маска ${at}` });
    const { body } = await suggested("маск");
    expect(body.data.products).toHaveLength(3);
    expect(body.data.categories).toEqual([]);
  });

  it("refuses fewer than three characters, spaces not counted", async () => {
    for (const q of ["", "ло", " ло "]) {
      const { status, body } = await suggested(q);
      expect(status).toBe(422);
      expect(body.errors?.["q"]).toBeDefined();
    }
  });

  it("takes whatever is typed as words, never as operators of a text search", async () => {
    await aProduct(shop.db, { name: "Крем" });
    for (const q of ["крем & !", "'); --", "((((", "%%%", "<->:*", "крем".repeat(1250)])
      expect((await suggested(q)).status).toBe(200);
  });
});

it.each([
  ["the commonest first", ["Крем ночной", "Крем дневной", "Крем дневной"], "крем", ["крем дневной", "крем ночной"]],
  ["nothing but what begins like the query", ["Ночной крем"], "крем", []],
  ["not what is typed already", ["Крем"], "Крем", []],
  ["ё as е", ["Щётка мягкая"], "щетк", ["щётка мягкая"]],
])("tells whole queries: %s", (_what, names, q, expected) => {
  expect(wholeQueries(names, q, "ru-RU")).toEqual(expected);
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct, updateProduct } from "../fixtures.ts";
import { isIngredientName } from "./ingredient-names.ts";
import {
  getIngredientDictionary,
  ingredientGroups,
  listIngredientRows,
  listNameSlugs,
  toIngredientSlug,
} from "./ingredients.ts";

const shop = await openTestShop();
const { db } = shop;

const createCream = (composition: string) => createProduct(db, { composition });

describe("a composition", () => {
  it("is shown on the product page with the purpose of each ingredient, and follows changes", async () => {
    const { id } = await createCream("Water, Sodium Laureth Sulfate, Unheard Of");
    const listShown = async (locale: string) =>
      (await shop.request("GET", `/v1/products/${id}`, { locale })).body.data.ingredients;
    expect(await listShown("en-US")).toEqual([
      { slug: "water", name: "Water", purpose: "the base that everything else is dissolved in", group: null },
      {
        slug: "sodium-laureth-sulfate",
        name: "Sodium Laureth Sulfate",
        purpose: "washes, gives rich foam",
        group: "sulphates",
      },
      { slug: "unheard-of", name: "Unheard Of", purpose: null, group: null },
    ]);
    expect((await listShown("ru-RU"))[1]?.purpose).toBe("моет, даёт обильную пену");
    await updateProduct(db, id, { composition: "Water" });
    expect((await listShown("ru-RU")).map((ingredient) => ingredient.slug)).toEqual(["water"]);
  });
});

describe("lists that exclude ingredients", () => {
  it("omit products that contain it under any of its names, and products of unknown composition", async () => {
    const withAlcohol = await createCream("Water, Ethanol");
    const withFattyAlcohol = await createCream("Water, Cetearyl Alcohol");
    const withFragrance = await createCream("Water, Parfum, Retinol");
    await createProduct(db);
    const findIds = async (query: string) => {
      const { data } = (await shop.request("GET", `/v1/products?${query}`)).body;
      expect(data.total).toBe(data.items.length);
      return data.items.map((card) => card.id).toSorted((a, b) => a - b);
    };
    expect(await findIds("without=alcohol")).toEqual([withFattyAlcohol.id, withFragrance.id]);
    expect(await findIds("without=fragrance")).toEqual([withAlcohol.id, withFattyAlcohol.id]);
    expect(await findIds("without=alcohol&without=retinol")).toEqual([withFattyAlcohol.id]);
    expect(await findIds("without=nothing-such")).toEqual([withAlcohol.id, withFattyAlcohol.id, withFragrance.id]);
    for (const query of ["without=%27", `without=${"a".repeat(101)}`, "without="])
      expect((await shop.request("GET", `/v1/products?${query}`)).status).toBe(422);
  });
});

describe("lists that require an ingredient", () => {
  it("find it by any of its names and by its group, and agree with its page's count", async () => {
    const withAlcohol = await createCream("Water, Ethanol");
    const denatured = await createCream("Alcohol Denat., Retinol");
    await createCream("Water, Cetearyl Alcohol");
    await createProduct(db);
    const findIds = async (ingredient: string) => {
      const { data } = (await shop.request("GET", `/v1/products?ingredient=${ingredient}`)).body;
      expect(data.total).toBe(data.items.length);
      return data.items.map((card) => card.id).toSorted((a, b) => a - b);
    };
    expect(await findIds("ethanol")).toContain(withAlcohol.id);
    expect(await findIds("alcohol")).toEqual([withAlcohol.id, denatured.id]);
    expect(await findIds("retinol")).toEqual([denatured.id]);
    expect(await findIds("nothing-such")).toEqual([]);
    const { data } = (await shop.request("GET", "/v1/ingredients/ethanol")).body;
    expect((await findIds("ethanol")).length).toBe(data.count);
    for (const query of ["ingredient=%27", "ingredient=", `ingredient=${"a".repeat(101)}`])
      expect((await shop.request("GET", `/v1/products?${query}`)).status).toBe(422);
  });
});

describe("an ingredient", () => {
  it("has a page if the shop has a description of it or a product contains it", async () => {
    await createCream("Unheard Of, Aqua");
    const page = async (slug: string) => (await shop.request("GET", `/v1/ingredients/${slug}`)).body;
    expect((await page("water")).data).toMatchObject({ name: "Water", count: 1 });
    expect((await page("unheard-of")).data).toEqual({
      slug: "unheard-of",
      name: "Unheard Of",
      purpose: null,
      group: null,
      count: 1,
    });
    expect((await page("never")).code).toBe("ingredient_not_found");
  });

  it("can be excluded, alone or with its group, and is marked then", async () => {
    const { id } = await createCream("Water, Methylparaben, Retinol, Mica");
    const { token } = await createTestCustomer(db);
    const setExcluded = (items: string[]) => shop.request("PUT", "/v1/user/avoided", { token, body: { items } });
    expect((await setExcluded(["parabens", "retinol", "retinol"])).body.data.items.toSorted()).toEqual([
      "parabens",
      "retinol",
    ]);
    const listMarked = async (customerToken?: string) =>
      (await shop.request("GET", `/v1/products/${id}`, customerToken ? { token: customerToken } : {})).body.data
        .avoided;
    expect(await listMarked(token)).toEqual(["methylparaben", "retinol"]);
    expect([await listMarked(), await listMarked((await createTestCustomer(db)).token)]).toEqual([[], []]);
    expect((await setExcluded([])).body.data.items).toEqual([]);
    expect(await listMarked(token)).toEqual([]);
    expect((await setExcluded(["<b>"])).status).toBe(422);
    expect((await shop.request("GET", "/v1/user/avoided")).status).toBe(401);
  });
});

it("lists all described ingredients in the requested language", async () => {
  const all = async (locale: string) => (await shop.request("GET", "/v1/ingredients", { locale })).body.data.items;
  const [russian, english] = [await all("ru-RU"), await all("en-US")];
  expect(english.map(({ slug }) => slug)).toEqual((await listIngredientRows(db)).map(({ slug }) => slug));
  expect(english.find(({ slug }) => slug === "alcohol")).toEqual({
    ...{ slug: "alcohol", name: "Alcohol", group: "alcohol" },
    purpose: "ethyl alcohol: freshens, dries quickly; may be drying",
  });
  expect(russian.every(({ purpose }) => /[а-яё]/.test(purpose ?? ""))).toBe(true);
});

describe("the ingredients of a new store", () => {
  it("are those of the migration: each once, with the generated slug and a purpose in both languages", async () => {
    const rows = await listIngredientRows(db);
    expect(rows.map(({ slug }) => slug)).toEqual(rows.map(({ inci }) => toIngredientSlug(inci)));
    expect(rows.filter(({ inci }) => !isIngredientName(inci))).toEqual([]);
    const names = rows.flatMap(listNameSlugs);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.filter((row) => !/[а-яё]/.test(row.purpose_ru) || /[а-яё]/.test(row.purpose_en))).toEqual([]);
  });

  it("are in every group", async () => {
    const dictionary = await getIngredientDictionary(db);
    for (const group of ingredientGroups)
      expect([group, dictionary.listSlugs(group).length > 2]).toEqual([group, true]);
    expect(dictionary.find("ethanol", "en-US")?.group).toBe("alcohol");
    expect(dictionary.find("glycerol", "en-US")?.slug).toBe("glycerin");
    expect(dictionary.find("cetearyl-alcohol", "en-US")?.group).toBeNull();
    expect(dictionary.listSlugs("never")).toEqual(["never"]);
  });
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct, updateProduct } from "../fixtures.ts";
import { ingredientGroups, findIngredient, listIngredientSlugs } from "./ingredients.ts";
import { toIngredientSlug } from "./parse-composition.ts";
import list from "./ingredients.json" with { type: "json" };

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
  expect(english.map(({ slug }) => slug)).toEqual(list.map(({ slug }) => slug));
  expect(english.find(({ slug }) => slug === "alcohol")).toEqual({
    ...{ slug: "alcohol", name: "Alcohol", group: "alcohol" },
    purpose: "ethyl alcohol: freshens, dries quickly; may be drying",
  });
  expect(russian.every(({ purpose }) => /[а-яё]/.test(purpose ?? ""))).toBe(true);
});

describe("ingredients.json", () => {
  it("has each ingredient once, with the generated slug and a purpose in both languages", () => {
    expect(list.map((one) => one.slug)).toEqual(list.map((one) => toIngredientSlug(one.name)));
    const names = list.flatMap((one) => [one.slug, ...("also" in one ? one.also : [])]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(list.length).toBeGreaterThan(200);
    expect(
      list.filter(
        (ingredient) => !/[а-яё]/.test(ingredient.ru) || /[а-яё]/.test(ingredient.en) || ingredient.en === "",
      ),
    ).toEqual([]);
  });

  it("has ingredients in every group", () => {
    for (const group of ingredientGroups) expect([group, listIngredientSlugs(group).length > 2]).toEqual([group, true]);
    expect(findIngredient("ethanol", "en-US")?.group).toBe("alcohol");
    expect(findIngredient("glycerol", "en-US")?.slug).toBe("glycerin");
    expect(findIngredient("cetearyl-alcohol", "en-US")?.group).toBeNull();
    expect(listIngredientSlugs("never")).toEqual(["never"]);
  });
});

import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { aProduct } from "./fixtures.ts";
import { ingredientGroups, knownIngredient, namesOf } from "./ingredients.ts";
import list from "./ingredients.json" with { type: "json" };

const shop = await openTestShop();
const { db } = shop;

async function partsOf(composition: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ingredients_of(${composition}) order by place`.execute(
    db,
  );
  return rows.map((row) => row.name);
}
async function aCream(composition: string) {
  const product = await aProduct(db);
  await db.updateTable("products").set({ composition }).where("id", "=", product.id).execute();
  return product;
}

describe("a composition", () => {
  it.each([
    ["Water, Glycerin,Alcohol", ["Water", "Glycerin", "Alcohol"]],
    ["Water, 1,2-Hexanediol, Zea Mays (Corn) Starch", ["Water", "1,2-Hexanediol", "Zea Mays (Corn) Starch"]],
    ["Butyrospermum Parkii (Shea, Karite) Butter, Mica", ["Butyrospermum Parkii (Shea, Karite) Butter", "Mica"]],
    ["Active: Arbutin. Other: Water, Glycerin", ["Arbutin", "Water", "Glycerin"]],
    ["Talc, Mica, (+/- Titanium Dioxide, Red 226)", ["Talc", "Mica", "Titanium Dioxide", "Red 226"]],
    ["Cotton 100 %", ["Cotton"]],
    ["Water, water, Вода", ["Water", "Вода"]],
    ["Alcohol Denat., Water.", ["Alcohol Denat", "Water"]],
    ["Each product of the set carries its own list on its pack.", []],
    ["", []],
    [",, ; ,", []],
  ])("of %j is taken apart in its order", async (composition, parts) => {
    expect(await partsOf(composition)).toEqual(parts);
  });

  it("is on the page with what each part is for, and follows when it changes", async () => {
    const { id } = await aCream("Water, Sodium Laureth Sulfate, Unheard Of");
    const shown = async (locale: string) =>
      (await shop.ask("GET", `/v1/products/${id}`, { locale })).body.data.ingredients;
    expect(await shown("en-US")).toEqual([
      { slug: "water", name: "Water", purpose: "the base that everything else is dissolved in", group: null },
      {
        slug: "sodium-laureth-sulfate",
        name: "Sodium Laureth Sulfate",
        purpose: "washes, gives rich foam",
        group: "sulphates",
      },
      { slug: "unheard-of", name: "Unheard Of", purpose: null, group: null },
    ]);
    expect((await shown("ru-RU"))[1]?.purpose).toBe("моет, даёт обильную пену");
    await db.updateTable("products").set({ composition: "Water" }).where("id", "=", id).execute();
    expect((await shown("ru-RU")).map((one) => one.slug)).toEqual(["water"]);
  });
});

describe("lists without", () => {
  it("leave out what has it by any of its names, and what nobody knows the composition of", async () => {
    const spirit = await aCream("Water, Ethanol");
    const fatty = await aCream("Water, Cetearyl Alcohol");
    const scented = await aCream("Water, Parfum, Retinol");
    await aProduct(db);
    const found = async (query: string) => {
      const { data } = (await shop.ask("GET", `/v1/products?${query}`)).body;
      expect(data.total).toBe(data.items.length);
      return data.items.map((card) => card.id).toSorted((a, b) => a - b);
    };
    expect(await found("without=alcohol")).toEqual([fatty.id, scented.id]);
    expect(await found("without=fragrance")).toEqual([spirit.id, fatty.id]);
    expect(await found("without=alcohol&without=retinol")).toEqual([fatty.id]);
    expect(await found("without=nothing-such")).toEqual([spirit.id, fatty.id, scented.id]);
    for (const query of ["without=%27", `without=${"a".repeat(101)}`, "without="])
      expect((await shop.ask("GET", `/v1/products?${query}`)).status).toBe(422);
  });
});

describe("lists of what has something in it", () => {
  it("find it by any of its names and by its group, and agree with its page", async () => {
    const spirit = await aCream("Water, Ethanol");
    const denatured = await aCream("Alcohol Denat., Retinol");
    await aCream("Water, Cetearyl Alcohol");
    await aProduct(db);
    const found = async (ingredient: string) => {
      const { data } = (await shop.ask("GET", `/v1/products?ingredient=${ingredient}`)).body;
      expect(data.total).toBe(data.items.length);
      return data.items.map((card) => card.id).toSorted((a, b) => a - b);
    };
    expect(await found("ethanol")).toContain(spirit.id);
    expect(await found("alcohol")).toEqual([spirit.id, denatured.id]);
    expect(await found("retinol")).toEqual([denatured.id]);
    expect(await found("nothing-such")).toEqual([]);
    const { data } = (await shop.ask("GET", "/v1/ingredients/ethanol")).body;
    expect((await found("ethanol")).length).toBe(data.count);
    for (const query of ["ingredient=%27", "ingredient=", `ingredient=${"a".repeat(101)}`])
      expect((await shop.ask("GET", `/v1/products?${query}`)).status).toBe(422);
  });
});

describe("an ingredient", () => {
  it("has a page while the shop knows it, by its purpose or by a label", async () => {
    await aCream("Unheard Of, Aqua");
    const page = async (slug: string) => (await shop.ask("GET", `/v1/ingredients/${slug}`)).body;
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

  it("can be avoided, by itself or with its group, and is marked then", async () => {
    const { id } = await aCream("Water, Methylparaben, Retinol, Mica");
    const { token } = await aCustomer(db);
    const keep = (items: string[]) => shop.ask("PUT", "/v1/user/avoided", { token, body: { items } });
    expect((await keep(["parabens", "retinol", "retinol"])).body.data.items.toSorted()).toEqual([
      "parabens",
      "retinol",
    ]);
    const marked = async (as?: string) =>
      (await shop.ask("GET", `/v1/products/${id}`, as ? { token: as } : {})).body.data.avoided;
    expect(await marked(token)).toEqual(["methylparaben", "retinol"]);
    expect([await marked(), await marked((await aCustomer(db)).token)]).toEqual([[], []]);
    expect((await keep([])).body.data.items).toEqual([]);
    expect(await marked(token)).toEqual([]);
    expect((await keep(["<b>"])).status).toBe(422);
    expect((await shop.ask("GET", "/v1/user/avoided")).status).toBe(401);
  });
});

it("lists all that it can say something of, in the language asked for", async () => {
  const all = async (locale: string) => (await shop.ask("GET", "/v1/ingredients", { locale })).body.data.items;
  const [russian, english] = [await all("ru-RU"), await all("en-US")];
  expect(english.map(({ slug }) => slug)).toEqual(list.map(({ slug }) => slug));
  expect(english.find(({ slug }) => slug === "alcohol")).toEqual({
    ...{ slug: "alcohol", name: "Alcohol", group: "alcohol" },
    purpose: "ethyl alcohol: freshens, dries quickly; may be drying",
  });
  expect(russian.every(({ purpose }) => /[а-яё]/.test(purpose ?? ""))).toBe(true);
});

describe("the file of ingredients", () => {
  it("names each once, as the database names it, with its purpose in both languages", async () => {
    const { rows } = await sql<{ slug: string }>`
      select ingredient_slug(name) as slug from unnest(${list.map((one) => one.name)}::text[]) with ordinality as given(name, n) order by n`.execute(
      db,
    );
    expect(list.map((one) => one.slug)).toEqual(rows.map((row) => row.slug));
    const names = list.flatMap((one) => [one.slug, ...("also" in one ? one.also : [])]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(list.length).toBeGreaterThan(200);
    expect(list.filter((one) => !/[а-яё]/.test(one.ru) || /[а-яё]/.test(one.en) || one.en === "")).toEqual([]);
  });

  it("has something in every group", () => {
    for (const group of ingredientGroups) expect([group, namesOf(group).length > 2]).toEqual([group, true]);
    expect(knownIngredient("ethanol", "en-US")?.group).toBe("alcohol");
    expect(knownIngredient("glycerol", "en-US")?.slug).toBe("glycerin");
    expect(knownIngredient("cetearyl-alcohol", "en-US")?.group).toBeNull();
    expect(namesOf("never")).toEqual(["never"]);
  });
});

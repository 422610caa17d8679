import type { KyselyPlugin } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { fillLargeCatalog } from "../../test/large-catalog.ts";
import { createBrand, createCategory, createProduct, updateProduct } from "../catalog/fixtures.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { isCompleteHsCode, isSpecificName } from "../fulfillment/customs-data.ts";
import type { RootDb } from "../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import { type CatalogTerms, type ProductPage, productViews } from "./admin-schema.ts";
import { sql } from "kysely";

const shop = await openTestShop();
const { db } = shop;
let statementCount = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statementCount += 1;
    return result;
  },
};
const admin = openAdminClient({ ...shop.app, db: db.withPlugin(counter) as RootDb });
let cookie = "";

const load = async (query = "") =>
  (await admin.request<ProductPage>("GET", `/products?${query}`, { cookie })).body.data;
const listIds = async (query: string) => (await load(query)).items.map(({ id }) => id);
const setProduct = (id: number, values: object) =>
  db.updateTable("products").set(values).where("id", "=", id).execute();

beforeEach(async () => {
  const { id } = await createTestStaff(shop.app, { role: "catalog_editor", locale: "en-US" });
  cookie = await createTestStaffSession(shop.app, id);
});

describe("the list of products", () => {
  it("shows what a product is, costs and lacks, in the language of the person", async () => {
    const brandId = await createBrand(db, "Shiratsuki");
    const category = await createCategory(db);
    const { id, name } = await createProduct(db, {
      ...{ brandId, category, stock: 0, priceMinor: 990_00, oldPriceMinor: 1290_50 },
    });
    await setProduct(id, { hs_code: "3304", customs_name_en: "Cosmetics", description_ru: "Крем" });
    const customer = await createTestCustomer(db);
    await shop.request("POST", `/v1/user/alerts/${id}`, { token: customer.token, body: { kind: "back_in_stock" } });
    const { items, total, next } = await load();
    expect(items).toMatchObject([
      {
        ...{ id, name: `${name} en`, brand: "Shiratsuki", category: `Category ${category.id}`, status: "active" },
        ...{ options: 0, stock: 0, waiting: 1, price: 990, old_price: 1290.5 },
        ...{ problems: ["hs_code", "customs_name", "description_en"], outdated_translations: [] },
      },
    ]);
    expect(items[0]?.image?.src).toMatch(/^\/media\//);
    expect([total, next]).toEqual([{ count: 1, is_exact: true }, null]);
  });

  it("has views, each with its count", async () => {
    const sold = await createProduct(db, { stock: 40 });
    const ids = {
      low_stock: (await createProduct(db, { stock: 5 })).id,
      hidden: (await createProduct(db, { status: "hidden", stock: 0 })).id,
      discontinued: (await createProduct(db, { status: "discontinued", stock: 0 })).id,
      draft: (await createProduct(db, { status: "draft", stock: 0 })).id,
      incomplete: (await createProduct(db, { stock: 40 })).id,
      outdated_translation: (await createProduct(db, { stock: 40 })).id,
    };
    await setProduct(ids.incomplete, { hs_code: "" });
    await setProduct(ids.outdated_translation, { name_ru: "Новый крем" });
    for (const [view, id] of Object.entries(ids)) expect([view, await listIds(`view=${view}`)]).toEqual([view, [id]]);
    const { views, items } = await load("view=all");
    expect(views.map(({ key, count }) => [key, count])).toEqual(
      productViews.map((key) => [key, key === "all" ? 7 : 1]),
    );
    expect(items.map(({ id }) => id)).toContain(sold.id);
  });

  it("is filtered by brand, category with those below it, and stock, and searched by name, code and in the other layout", async () => {
    const parent = await createCategory(db);
    const child = await createCategory(db, { parent: parent.id });
    const brandId = await createBrand(db, "Kinuse");
    const lotion = await createProduct(db, { name: "Лосьон рисовый", category: child, brandId });
    const cream = await createProduct(db, { name: "Крем ночной", category: parent, stock: 0, status: "hidden" });
    await createProduct(db, { name: "Чай" });
    await setProduct(cream.id, { barcode: "4901234567894" });
    expect(await listIds(`category=${parent.id}&sort=stock_asc`)).toEqual([cream.id, lotion.id]);
    expect(await listIds(`category=${child.id}`)).toEqual([lotion.id]);
    expect(await listIds(`brand=${brandId}`)).toEqual([lotion.id]);
    expect(await listIds(`category=${parent.id}&stock=out`)).toEqual([cream.id]);
    for (const [text, id] of [
      ["лось", lotion.id],
      ["kjcmjy", lotion.id],
      ["490123", cream.id],
      ["ночной", cream.id],
    ] as const)
      expect([text, await listIds(`q=${encodeURIComponent(text)}`)]).toEqual([text, [id]]);
    expect((await load("q=nothing+such")).total.count).toBe(0);
    for (const query of ["view=lost", "after=x", "q=a", "sort=name", "brand=0"])
      expect((await admin.request("GET", `/products?${query}`, { cookie })).status).toBe(422);
  });

  it.each(["updated_desc", "updated_asc", "stock_asc", "stock_desc"])(
    "shows every product once, by %s",
    async (sort) => {
      for (const stock of [3, 1, 3, 2, 3]) await createProduct(db, { stock });
      const pages: number[][] = [];
      for (let after: string | null = ""; after !== null;) {
        const page: ProductPage = await load(`sort=${sort}&limit=2${after && `&after=${after}`}`);
        pages.push(page.items.map(({ id }) => id));
        after = page.next;
      }
      expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
      const all = await load(`sort=${sort}`);
      expect(pages.flat()).toEqual(all.items.map(({ id }) => id));
      const keys = all.items.map(({ stock, updated_at }) =>
        sort.startsWith("stock") ? stock : Date.parse(updated_at),
      );
      expect(keys).toEqual(keys.toSorted((a, b) => (sort.endsWith("asc") ? a - b : b - a)));
    },
  );

  it("finds a word that hundreds of names have, in the order of the list", { timeout: 60_000 }, async () => {
    await fillLargeCatalog(db, 6300);
    const found = await load(`q=${encodeURIComponent("шампунь")}&limit=3`);
    expect(found.total).toEqual({ count: 525, is_exact: true });
    const query = "view=low_stock&category=1";
    const all = await db
      .selectFrom("products")
      .select("id")
      .where("name_ru", "like", "%ампунь%")
      .where("stock", "<=", 5)
      .where(sql<boolean>`category_path @> array[1]`)
      .orderBy("updated_at", "desc")
      .orderBy("id", "desc")
      .execute();
    const pages = [];
    for (let after: string | null = ""; after !== null;) {
      const page: ProductPage = await load(
        `${query}&limit=2&q=${encodeURIComponent("шампунь")}${after && `&after=${after}`}`,
      );
      expect(page.total.count).toBe(all.length);
      pages.push(...page.items.map(({ id }) => id));
      after = page.next;
    }
    expect(pages).toEqual(all.map(({ id }) => id));
    expect(pages.length).toBeGreaterThan(2);
  });

  it("runs three statements, including authentication", async () => {
    for (let n = 0; n < 3; n++) await createProduct(db);
    await load("q=REF-1");
    statementCount = 0;
    await load("q=REF-1");
    expect(statementCount).toBe(3);
  });
});

it("lists what products belong to: categories in the order of the tree, below their parents", async () => {
  const parent = await createCategory(db);
  const other = await createCategory(db);
  const child = await createCategory(db, { parent: parent.id });
  await createBrand(db, "Kinuse");
  const { data } = (await admin.request<CatalogTerms>("GET", "/catalog-terms", { cookie })).body;
  expect(data.categories).toEqual([
    { id: parent.id, name: `Category ${parent.id}`, path: [] },
    { id: child.id, name: `Category ${child.id}`, path: [`Category ${parent.id}`] },
    { id: other.id, name: `Category ${other.id}`, path: [] },
  ]);
  expect(data.brands).toMatchObject([{ name: "Kinuse" }]);
});

it("decides in the database as the customs check does what is complete", async () => {
  const codes = ["", "3304", "3304.9", "3304.99", "3304.99.0000", "33049900", "1234567890123", "33a4.99", "330499 "];
  const names = [
    "",
    "face lotion",
    "Cosmetics",
    " skin  care ",
    "лосьон",
    "rice lotion №1",
    "12",
    "Toy",
    "toy car",
    "ab",
  ];
  const { rows } = await sql<{ codes: boolean[]; names: boolean[] }>`
    select array(select is_complete_hs_code(code) from unnest(${codes}::text[]) with ordinality one(code, place) order by place) as codes,
      array(select is_specific_customs_name(name) from unnest(${names}::text[]) with ordinality one(name, place) order by place) as names`.execute(
    db,
  );
  expect(rows).toEqual([{ codes: codes.map(isCompleteHsCode), names: names.map(isSpecificName) }]);
});

describe("a translation", () => {
  const listOutdated = async () =>
    (await load("view=outdated_translation")).items.map((row) => row.outdated_translations);

  it("is outdated while one language was changed and the other was not, whatever changes it", async () => {
    const { id } = await createProduct(db);
    await setProduct(id, { description_ru: "Увлажняет", description_en: "Moisturizes" });
    expect(await listOutdated()).toEqual([]);
    await setProduct(id, { description_ru: "Увлажняет и питает" });
    expect(await listOutdated()).toEqual([["description"]]);
    await setProduct(id, { name_en: "Night cream" });
    expect(await listOutdated()).toEqual([["name", "description"]]);
    await setProduct(id, { description_ru: "Питает" });
    await updateProduct(db, id, { composition: "Water" });
    expect(await listOutdated()).toEqual([["name", "description"]]);
    await setProduct(id, { name_ru: "Ночной крем", description_en: "Nourishes" });
    expect(await listOutdated()).toEqual([]);
  });

  it("is current again when the change is taken back, and missing if there is no text", async () => {
    const { id } = await createProduct(db);
    await setProduct(id, { description_ru: "Увлажняет" });
    expect(await listOutdated()).toEqual([]);
    await setProduct(id, { description_en: "Moisturizes" });
    await setProduct(id, { description_en: "Hydrates" });
    expect(await listOutdated()).toEqual([["description"]]);
    await setProduct(id, { description_en: "Moisturizes" });
    expect(await listOutdated()).toEqual([]);
    await setProduct(id, { description_en: "Hydrates" });
    await setProduct(id, { description_en: "" });
    expect(await listOutdated()).toEqual([]);
  });
});

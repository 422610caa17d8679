import { beforeEach, describe, expect, it } from "vitest";
import { openImportClient } from "../../test/import-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createBrand, createCategory, createProduct } from "../catalog/fixtures.ts";

const shop = await openTestShop();
const { db } = shop;
const imports = openImportClient(shop);
const { open, get, list, send, select, check, upload } = imports;

beforeEach(() => imports.signIn());

const options = [
  { optionId: 71, stock: 10, priceMinor: 100_000 },
  { optionId: 72, stock: 10, priceMinor: 100_000 },
];
async function createWithOptions() {
  const { id } = await createProduct(db, { options, composition: "Aqua" });
  return db.selectFrom("products").select(["id", "reference"]).where("id", "=", id).executeTakeFirstOrThrow();
}
const getVariants = async (id: number) =>
  db
    .selectFrom("product_variants")
    .select(["option_id", "stock", "price_minor"])
    .where("product_id", "=", id)
    .orderBy("option_id")
    .execute();
const getProblems = async (id: number) => (await list(id)).items.map(({ line, problem }) => [line, problem?.code]);
async function getDraftRules() {
  return { create: true, brand_id: await createBrand(db), category_id: (await createCategory(db)).id, weight_g: 100 };
}

describe("a product with options", () => {
  it("is changed though its first line is left out", async () => {
    const { id: productId, reference } = await createWithOptions();
    const id = await open(`sku,option,price,old_price,stock\n${reference},71,1000,900,5\n${reference},72,,,3\n`);
    expect(await getProblems(id)).toEqual([
      [2, "old_price_too_low"],
      [3, undefined],
    ]);
    await select(id, { kind: "unreadable", is_included: false });
    await send(id, "apply");
    expect(await get(id)).toMatchObject({ status: "applied", result: { stock: 1 } });
    expect((await getVariants(productId)).map(({ stock }) => stock)).toEqual([10, 3]);
  });

  it("keeps its fields if they are not in the first of its lines", async () => {
    const { id: productId, reference } = await createWithOptions();
    const file = [
      "reference,option,description_ru,composition,tags,price",
      `${reference},72,,,,1200`,
      `${reference},71,<p>Новое</p>,Aqua,,1000`,
    ].join("\n");
    const id = await open(file);
    expect((await list(id)).items.map(({ line, fields }) => [line, fields.map(({ field }) => field)])).toEqual([
      [2, ["price"]],
      [3, ["description_ru"]],
    ]);
    await send(id, "apply");
    const getProduct = async () =>
      db
        .selectFrom("products")
        .select(["description_ru", "composition"])
        .where("id", "=", productId)
        .executeTakeFirstOrThrow();
    expect(await getProduct()).toEqual({ description_ru: "<p>Новое</p>", composition: "Aqua" });
    await send(id, "undo");
    expect(await getProduct()).toEqual({ description_ru: "", composition: "Aqua" });
    expect((await getVariants(productId)).map(({ price_minor }) => price_minor)).toEqual([100_000, 100_000]);
  });

  it("that is new is taken or left out as a whole, and its draft is counted once at the undo", async () => {
    const file =
      "sku,option,name_ru,price,stock\nN1,901,Крем,100,1\nN1,902,Крем,100,2\nN2,903,Тоник,100,3\nN2,904,Тоник,100,4";
    const id = await open(file, { rules: await getDraftRules() });
    await select(id, { kind: "new", line: 2, is_included: false });
    expect((await get(id)).counts.kinds).toEqual({ new: { count: 4, included: 2 } });
    await send(id, "apply");
    expect(await get(id)).toMatchObject({ status: "applied", failure: null });
    expect(await db.selectFrom("products").select("reference").execute()).toEqual([{ reference: "N2" }]);
    await send(id, "undo");
    expect((await get(id)).result).toMatchObject({ undone: 1, kept: 0 });
  });

  it("that is new cannot be read without its first line", async () => {
    const file = "sku,option,name_ru,price,old_price\nN1,901,Крем,100,90\nN1,902,Крем,100,\n";
    const id = await open(file, { rules: await getDraftRules() });
    expect(await getProblems(id)).toEqual([
      [2, "old_price_too_low"],
      [3, "first_line_missing"],
    ]);
  });

  it("does not get an option that is left out", async () => {
    const { id: productId, reference } = await createWithOptions();
    const id = await open(`sku,option,price,stock\n${reference},905,1500,4\n${reference},71,,3`);
    await select(id, { kind: "details", line: 2, is_included: false });
    await send(id, "apply");
    expect(await get(id)).toMatchObject({ status: "applied", failure: null });
    expect((await getVariants(productId)).map(({ option_id, stock }) => [option_id, stock])).toEqual([
      [71, 3],
      [72, 10],
    ]);
  });
});

describe("lines that cannot be read", () => {
  it("have an option for a product without options, or another currency", async () => {
    const product = await createProduct(db);
    const { reference } = await db
      .selectFrom("products")
      .select("reference")
      .where("id", "=", product.id)
      .executeTakeFirstOrThrow();
    const id = await open(`sku,option,cost\n${reference},71,5\n${reference},,1200 руб`);
    expect(await getProblems(id)).toEqual([
      [2, "no_options"],
      [3, "other_currency"],
    ]);
  });

  it("have a series that the store does not have", async () => {
    const product = await createProduct(db);
    const row = await db
      .selectFrom("products as p")
      .innerJoin("brands as b", "b.id", "p.brand_id")
      .select(["p.reference", "b.slug"])
      .where("p.id", "=", product.id)
      .executeTakeFirstOrThrow();
    const id = await open(`reference,brand,series\n${row.reference},${row.slug},Aqua\n`);
    expect(await getProblems(id)).toEqual([[2, "term_unknown"]]);
  });

  it("do not stop the check, whatever characters they have", async () => {
    const { reference } = await createWithOptions();
    const lines = [
      { sku: `${reference}\0`, name_ru: "x", status: "active" },
      { sku: "", name_ru: `${"x".repeat(199)}😀`, status: "" },
      { sku: reference, name_ru: "x", status: "constructor" },
    ];
    const id = await open(lines.map((line) => JSON.stringify(line)).join("\n"), { name: "list.jsonl" });
    expect(await get(id)).toMatchObject({ status: "checked", failure: null });
    expect(await getProblems(id)).toEqual([
      [1, "null_character"],
      [2, "no_key"],
      [3, "unknown_status"],
    ]);
    expect((await upload("a,b\n1,2", { name: "list.constructor" })).body.code).toBe("import_format_unknown");
  });
});

it("what is left out stays left out if the same file is checked again as before", async () => {
  const { reference } = await createWithOptions();
  const id = await open(`sku,option,stock\n${reference},71,3\n${reference},72,4`);
  await select(id, { kind: "stock", line: 2, is_included: false });
  await check(id);
  expect((await get(id)).counts.kinds).toEqual({ stock: { count: 2, included: 1 } });
  await check(id, { rules: { adds_stock: true } });
  expect((await get(id)).counts.kinds).toEqual({ stock: { count: 2, included: 2 } });
});

it("an import with columns that a person may not change is neither shown nor changed", async () => {
  const { reference } = await createWithOptions();
  const file = `sku,option,price\n${reference},71,1200`;
  const { id } = (await upload(file)).body.data;
  const other = await open(file);
  await imports.signIn("catalog_editor");
  const getSamples = async (importId: number) => (await get(importId)).columns.map(({ samples }) => samples);
  expect(await getSamples(id)).toEqual([[], [], []]);
  expect(await getSamples(other)).toEqual([[], [], []]);
  expect((await select(other, { kind: "prices", is_included: false })).body.code).toBe("forbidden");
  expect((await send(other, "cancel")).body.code).toBe("forbidden");
  expect((await check(other, { columns: ["reference", "option", null] })).body.code).toBe("forbidden");
});

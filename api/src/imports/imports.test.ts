import { beforeEach, describe, expect, it } from "vitest";
import { openImportClient } from "../../test/import-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createBrand, createCategory, createProduct } from "../catalog/fixtures.ts";
import { withTransaction } from "../platform/db/database.ts";
import { setVariantCosts } from "../purchasing/variant-costs.ts";
import { findImport } from "./sql.ts";
import { undoImport } from "./undo-import.ts";

const shop = await openTestShop();
const { db } = shop;
const imports = openImportClient(shop);
const { open, get, list, send, select, check, upload } = imports;

const JAN = "4901234567894";
const OTHER_JAN = "4912345678904";

beforeEach(() => imports.signIn());

async function createListed(barcode: string, fixture: Parameters<typeof createProduct>[1] = {}) {
  const product = await createProduct(db, fixture);
  await db.updateTable("products").set({ barcode }).where("id", "=", product.id).execute();
  return product;
}
const getVariant = (id: number) =>
  db
    .selectFrom("product_variants as v")
    .leftJoin("variant_costs as c", (join) =>
      join.onRef("c.product_id", "=", "v.product_id").onRef("c.option_id", "=", "v.option_id"),
    )
    .select(["v.stock", "v.price_minor", "c.cost_minor", "c.currency"])
    .where("v.product_id", "=", id)
    .executeTakeFirstOrThrow();
const getStatus = async (id: number) => (await get(id)).status;
const japanese = (...lines: string[]) => ["JAN,商品名,仕入価格,在庫数", ...lines].join("\r\n");

describe("a price list of a supplier", () => {
  it("is read in Shift_JIS, checked, applied, and taken back", async () => {
    const product = await createListed(JAN, { stock: 10, priceMinor: 100_000 });
    const same = await createListed(OTHER_JAN, { stock: 5 });
    const file = japanese(`${JAN},ローション,"１,180",０`, `${OTHER_JAN},ｸﾘｰﾑ,,5`);
    const id = await open(file, { encoding: "shift_jis" });
    const detail = await get(id);
    expect(detail).toMatchObject({ encoding: "shift_jis", delimiter: ",", header_row: 1, lines: 2, status: "checked" });
    expect(detail.columns.map(({ name, field }) => [name, field])).toEqual([
      ["JAN", "barcode"],
      ["商品名", "name_ja"],
      ["仕入価格", "cost"],
      ["在庫数", "stock"],
    ]);
    expect(detail.counts).toEqual({
      unchanged: 1,
      unmatched: 0,
      kinds: { stock: { count: 1, included: 1 }, prices: { count: 1, included: 1 } },
    });
    expect(detail.effects).toMatchObject({ sold_out: 1 });
    const { items } = await list(id);
    expect(items).toMatchObject([
      { line: 2, kind: "prices", fields: [{ field: "cost", from: null, to: 1180, currency: "JPY" }] },
      { line: 2, kind: "stock", fields: [{ field: "stock", from: 10, to: 0 }], effects: [{ text: "Sells out" }] },
    ]);
    expect(await getVariant(product.id)).toMatchObject({ stock: 10, cost_minor: null });

    await send(id, "apply");
    expect(await get(id)).toMatchObject({ status: "applied", failure: null, result: { stock: 1, prices: 1 } });
    expect(await getVariant(product.id)).toMatchObject({ stock: 0, cost_minor: 1180, currency: "JPY" });
    expect(await getVariant(same.id)).toMatchObject({ stock: 5 });
    const movement = await db
      .selectFrom("stock_movements")
      .select(["kind", "quantity", "actor_kind", "reason"])
      .where("product_id", "=", product.id)
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(movement).toEqual({ kind: "import", quantity: -10, actor_kind: "staff", reason: "list.csv" });
    const entries = await db
      .selectFrom("audit_entries")
      .select(["action", "subject_kind", "changes"])
      .where("action", "in", ["product.imported", "import.applied"])
      .orderBy("id")
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(["product.imported", "import.applied"]);
    expect(entries[0]?.changes).toContainEqual({ field: "option_0_stock", from: 10, to: 0 });

    await send(id, "undo");
    expect(await get(id)).toMatchObject({ status: "undone", result: { undone: 2, kept: 0 } });
    expect(await getVariant(product.id)).toMatchObject({ stock: 10, cost_minor: null });
  });

  it("keeps at the undo what has changed since, and takes stock back by the difference", async () => {
    const product = await createListed(JAN, { stock: 10, priceMinor: 100_000 });
    const id = await open(`barcode;price;stock\n${JAN};1 290,50;14`, { encoding: "windows-1251" });
    await send(id, "apply");
    expect(await getVariant(product.id)).toMatchObject({ stock: 14, price_minor: 129_050 });
    // An order takes two pieces, and somebody changes the price.
    await db.updateTable("product_variants").set({ stock: 12, price_minor: 150_000 }).execute();
    await send(id, "undo");
    expect(await getVariant(product.id)).toMatchObject({ stock: 8, price_minor: 150_000 });
    expect((await get(id)).result).toMatchObject({ undone: 1, kept: 1 });
  });

  it("is taken back batch by batch", async () => {
    const product = await createListed(JAN, { stock: 10, priceMinor: 100_000 });
    const other = await createListed(OTHER_JAN, { stock: 10, priceMinor: 100_000 });
    const id = await open(`barcode,price,cost,stock\n${JAN},1200,500,3\n${OTHER_JAN},1300,600,4`);
    await send(id, "apply");
    await db.updateTable("imports").set({ status: "undoing" }).where("id", "=", id).execute();
    const row = await findImport(db, id);
    if (!row) throw new Error("the import does not exist");
    const actor = { kind: "staff", id: row.created_by, label: "", sessionId: null, ipAddress: null } as const;
    await undoImport(shop.app, row, actor, { batchSize: 1 });
    for (const { id: productId } of [product, other])
      expect(await getVariant(productId)).toMatchObject({ stock: 10, price_minor: 100_000, cost_minor: null });
    expect((await get(id)).result).toMatchObject({ undone: 4, kept: 0 });
  });

  it("cannot be taken back after 30 days, and keeps pieces that are not there any more", async () => {
    const product = await createListed(JAN, { stock: 1 });
    const id = await open(`barcode,stock\n${JAN},20`);
    await send(id, "apply");
    await db.updateTable("product_variants").set({ stock: 3 }).execute();
    await send(id, "undo");
    expect(await getVariant(product.id)).toMatchObject({ stock: 3 });
    const other = await open(`barcode,stock\n${JAN},7`);
    await send(other, "apply");
    shop.clock.advance(31 * 24 * 60 * 60 * 1000);
    await imports.signIn();
    expect((await send(other, "undo")).body.code).toBe("undo_expired");
  });

  it("changes nothing if the catalog has changed since the check", async () => {
    const product = await createListed(JAN, { stock: 10 });
    const other = await createListed(OTHER_JAN, { stock: 10 });
    const id = await open(`barcode,stock\n${OTHER_JAN},1\n${JAN},2`);
    await db.updateTable("product_variants").set({ stock: 9 }).where("product_id", "=", product.id).execute();
    await send(id, "apply");
    expect(await get(id)).toMatchObject({ status: "checked", failure: { code: "base_changed" } });
    expect(await getVariant(other.id)).toMatchObject({ stock: 10 });
    expect((await send(id, "apply")).body.code).toBe("base_changed");
    await check(id);
    await send(id, "apply");
    expect(await getVariant(product.id)).toMatchObject({ stock: 2 });
  });
});

describe("lines of a file", () => {
  it("that cannot be read stop the import until they are left out, and are returned with the reason", async () => {
    const product = await createListed(JAN, { stock: 10 });
    const file = [
      "штрихкод;название;остаток",
      `${JAN};Крем «Роза»;3`,
      "4901234567890;Лосьон;5",
      `${OTHER_JAN};Маска;12.05.2026`,
      'x1;"Крем;7',
      `${JAN};Крем;4`,
      "Итого;;19",
    ].join("\n");
    const id = await open(file, { encoding: "windows-1251" });
    expect(await get(id)).toMatchObject({ encoding: "windows-1251", delimiter: ";", counts: { unmatched: 0 } });
    const { items } = await list(id, "?view=unreadable");
    expect(items.map(({ line, problem }) => [line, problem?.code])).toEqual([
      [3, "check_digit"],
      [4, "date_instead_of_number"],
      [5, "unclosed_quote"],
      [6, "repeated_line"],
      [7, "total_line"],
    ]);
    expect(items[0]?.problem?.text).toBe("Barcode: wrong check digit in 4901234567890: it should be 4");
    expect((await send(id, "apply")).body.code).toBe("import_unreadable_lines");
    const errors = new TextDecoder("windows-1251").decode(await imports.downloadErrors(id)).split("\r\n");
    expect(errors).toHaveLength(7);
    expect(errors[0]).toBe("штрихкод;название;остаток;Why it cannot be read");
    expect(errors[1]).toBe("4901234567890;Лосьон;5;Barcode: wrong check digit in 4901234567890: it should be 4");
    await select(id, { kind: "unreadable", is_included: false });
    await send(id, "apply");
    expect(await getStatus(id)).toBe("applied");
    expect(await getVariant(product.id)).toMatchObject({ stock: 3 });
  });

  it("are left out by kind or one by one", async () => {
    const product = await createListed(JAN, { stock: 10, priceMinor: 100_000 });
    const other = await createListed(OTHER_JAN, { stock: 10, priceMinor: 100_000 });
    const id = await open(`barcode,price,cost,stock\n${JAN},1200,500,3\n${OTHER_JAN},1300,600,4`);
    await select(id, { kind: "prices", is_included: false });
    await select(id, { kind: "stock", line: 3, is_included: false });
    expect((await get(id)).counts.kinds).toMatchObject({
      prices: { count: 2, included: 0 },
      stock: { count: 2, included: 1 },
    });
    await send(id, "apply");
    expect(await getStatus(id)).toBe("applied");
    expect(await getVariant(product.id)).toMatchObject({ stock: 3, price_minor: 100_000, cost_minor: null });
    expect(await getVariant(other.id)).toMatchObject({ stock: 10, price_minor: 100_000 });
  });

  it("of unknown products are left out, or become drafts that an undo deletes", async () => {
    const file = "артикул,название,закупка,цена,остаток\nNEW-1,Крем,500,1290,7\nNEW-2,Лосьон,600,,8\n";
    const id = await open(file);
    expect((await get(id)).counts).toMatchObject({ unmatched: 2, kinds: {} });
    expect((await send(id, "apply")).body.code).toBe("import_nothing_selected");
    await check(id, { rules: { create: true } });
    expect((await list(id)).items.map(({ problem }) => problem?.text)).toEqual([
      "Brand: a draft cannot be created without it",
      "Brand: a draft cannot be created without it",
    ]);
    const rules = { create: true, brand_id: await createBrand(db), category_id: (await createCategory(db)).id };
    await check(id, { rules: { ...rules, weight_g: 120 } });
    expect((await list(id)).items).toMatchObject([
      { kind: "new", name: "Крем", effects: [{ text: "Still missing to publish: hs code, customs name" }] },
      { kind: "new", name: "Лосьон", effects: [{ text: "Still missing to publish: price, ₽, hs code, customs name" }] },
    ]);
    await send(id, "apply");
    expect(await get(id)).toMatchObject({ status: "applied", failure: null });
    const products = await db
      .selectFrom("products")
      .select(["reference", "status", "stock", "weight_g"])
      .orderBy("reference")
      .execute();
    expect(products).toEqual([
      { reference: "NEW-1", status: "draft", stock: 7, weight_g: 120 },
      { reference: "NEW-2", status: "draft", stock: 0, weight_g: 120 },
    ]);
    await db.updateTable("products").set({ status: "active" }).where("reference", "=", "NEW-2").execute();
    await send(id, "undo");
    expect(await db.selectFrom("products").select("reference").execute()).toEqual([{ reference: "NEW-2" }]);
    expect((await get(id)).result).toMatchObject({ undone: 1, kept: 1 });
  });

  it("add to the stock if the rule says so, and withdraw products by their status", async () => {
    const product = await createListed(JAN, { stock: 10 });
    const id = await open(`JAN,数量,販売状況\n${JAN},5,廃番`, { rules: { adds_stock: true } });
    expect((await list(id)).items).toMatchObject([
      { kind: "stock", fields: [{ from: 10, to: 15 }] },
      { kind: "withdrawn", fields: [{ from: "active", to: "discontinued" }] },
    ]);
    await send(id, "apply");
    expect(await getVariant(product.id)).toMatchObject({ stock: 15 });
    await send(id, "undo");
    const row = await db.selectFrom("products").select(["status", "stock"]).executeTakeFirstOrThrow();
    expect(row).toEqual({ status: "active", stock: 10 });
  });

  it("are marked if a price falls a lot or is not above the cost that the store knows", async () => {
    const { id: productId } = await createListed(JAN, { stock: 10, priceMinor: 100_000 });
    const { id: otherId } = await createListed(OTHER_JAN, { stock: 10, priceMinor: 100_000 });
    const costs = [
      { product_id: productId, option_id: 0, cost: { cost_minor: 75_000, currency: "RUB" } },
      { product_id: otherId, option_id: 0, cost: { cost_minor: 1000, currency: "JPY" } },
    ];
    await withTransaction(db, (tx) => setVariantCosts(tx, costs, new Date()));
    const id = await open(`barcode,price,stock\n${JAN},740,10\n${OTHER_JAN},690,10`);
    expect((await list(id, "?view=outliers")).items).toMatchObject([
      { line: 2, effects: [{ text: "The price is not above the cost" }] },
      { line: 3, effects: [{ text: "The price falls by 31%, more than 30%" }], fields: [{ growth: -31 }] },
    ]);
    expect(await list(id, "?effect=price_fall")).toMatchObject({ total: 1, items: [{ line: 3 }] });
    const inYen = await open(`barcode,cost\n${JAN},900`);
    expect((await list(inYen)).items).toMatchObject([{ fields: [{ from: 750, to: 900, growth: null }], effects: [] }]);
    const onlyStock = await open(`barcode,stock\n${JAN},3`);
    expect(await list(onlyStock, "?view=outliers")).toMatchObject({ total: 0 });
    const cheaper = await open(`barcode,cost\n${JAN},50`, { rules: { cost_currency: "RUB" } });
    expect((await list(cheaper)).items).toMatchObject([
      { effects: [{ text: "The cost falls by 93.3%, more than 30%" }], is_outlier: true },
    ]);
  });

  it("are found by effect, and by text or number of the line", async () => {
    await createListed(JAN, { stock: 10, priceMinor: 100_000 });
    await createListed(OTHER_JAN, { stock: 10, priceMinor: 100_000, name: "Тоник" });
    const id = await open(`barcode,price\n${JAN},1010\n${OTHER_JAN},1300`);
    expect((await list(id, "?view=outliers")).items).toMatchObject([
      {
        line: 3,
        effects: [{ text: "The price rises by 30%, more than 15%" }],
        fields: [{ growth: 30, currency: "RUB" }],
      },
    ]);
    expect(await list(id, "?q=тоник")).toMatchObject({ total: 1, items: [{ line: 3 }] });
    expect(await list(id, "?q=крем&effect=price_growth")).toMatchObject({ total: 0 });
    expect((await list(id, "?view=prices&q=2")).items.map(({ line }) => line)).toContain(2);
  });
});

describe("columns", () => {
  it("are remembered by their names, with the rules", async () => {
    await createListed(JAN);
    const { id } = (await upload(`code,amount,remarks\n${JAN},5,x`)).body.data;
    expect((await get(id)).columns.map(({ source }) => source)).toEqual(["none", "none", "none"]);
    const columns = ["barcode" as const, "stock" as const, null];
    await check(id, { columns, rules: { adds_stock: true }, profile_name: "Supplier A" });
    const next = (await upload(`remarks,code,amount\ny,${JAN},6`)).body.data;
    const detail = await get(next.id);
    expect(detail.columns.map(({ field, source }) => [field, source])).toEqual([
      [null, "profile"],
      ["barcode", "profile"],
      ["stock", "profile"],
    ]);
    expect(detail.rules.adds_stock).toBe(true);
    const third = (await upload(`a,b\n${JAN},6`)).body.data;
    const response = await check(third.id, { columns: ["barcode", "stock"], profile_name: "supplier a" });
    expect(response.body.code).toBe("import_profile_exists");
  });

  it("need a key and a field, each once", async () => {
    const { id } = (await upload("a,b\n1,2")).body.data;
    expect((await check(id, { columns: ["price", "stock"] })).body.code).toBe("column_unmapped");
    expect((await check(id, { columns: ["barcode", null] })).body.code).toBe("column_unmapped");
    const repeated = await check(id, { columns: ["barcode", "barcode"] });
    expect(repeated.body.code).toBe("column_unmapped");
    expect((await check(id, { columns: ["barcode", "stock", "stock"] })).body).toMatchObject({
      code: "column_repeated",
      message: "One field is chosen for two columns: Stock.",
    });
  });

  it("need the permissions of what they change", async () => {
    await imports.signIn("catalog_editor");
    const { id } = (await upload(`barcode,stock,price,name_ru\n${JAN},1,2,x`)).body.data;
    for (const field of ["stock", "price", "cost"] as const) {
      const response = await check(id, { columns: ["barcode", field, null, null] });
      expect(response.body.code).toBe("forbidden");
    }
    expect((await check(id, { columns: ["barcode", null, null, "name_ru"] })).status).toBe(200);
    await imports.signIn("packer");
    expect((await upload("a,b\n1,2")).body.code).toBe("forbidden");
  });

  it("follow the encoding, delimiter and row of names that a person chooses", async () => {
    await createListed(JAN, { stock: 1 });
    const { id } = (await upload(`Прайс;;\nот 1 мая;;\nШК|Остаток;x;y\n${JAN}|4;;`, { encoding: "windows-1251" })).body
      .data;
    const detail = await get(id, "?encoding=shift_jis");
    expect(detail.columns).toEqual([]);
    expect((await get(id, "?delimiter=%2C&header_row=3")).columns.map(({ name }) => name)).toEqual(["ШК|Остаток;x;y"]);
    expect(await get(id)).toMatchObject({ header_row: 3, encoding: "windows-1251" });
  });
});

describe("a file", () => {
  it("of no known encoding, without content or of another format is refused", async () => {
    const { id } = (await upload(Uint8Array.from([0xff, 0x80, 0x81, 0xfd, 0x0a, 0x98]))).body.data;
    expect(await get(id)).toMatchObject({ encoding: null, columns: [] });
    expect((await check(id, { columns: ["barcode", "stock"] })).body.code).toBe("encoding_unknown");
    expect((await upload("")).body.code).toBe("import_empty");
    expect((await upload("x", { name: "list.pdf" })).body.code).toBe("import_format_unknown");
  });

  it("that is not in its encoding further below is refused at that line", async () => {
    await createListed(JAN);
    const lines = Array.from({ length: 20_000 }, () => `1234567,1,${"x".repeat(60)}`).join("\n");
    const file = Buffer.concat([Buffer.from(`barcode,stock,note\n${lines}\n`), Buffer.from([0xff, 0xfe, 0x0a])]);
    const id = await open(file);
    expect(await get(id)).toMatchObject({ status: "uploaded", failure: { code: "encoding_unknown" } });
  });

  it("of too many lines or bytes is refused", async () => {
    const id = await open(`barcode,stock\n${"1234567,1\n".repeat(100_001)}`);
    expect(await get(id)).toMatchObject({ status: "uploaded", failure: { code: "too_many_rows" } });
    expect((await upload(new Uint8Array(50_000_001))).body.code).toBe("import_too_large");
    expect(await db.selectFrom("imports").select("id").execute()).toHaveLength(1);
  });

  it("of many lines is compared with the catalog in batches", async () => {
    await createListed(JAN, { stock: 1 });
    await createListed(OTHER_JAN, { stock: 1 });
    const unknown = "1234567,1\n".repeat(1100);
    const id = await open(`barcode,stock\n${JAN},2\n${unknown}${OTHER_JAN},3\n${unknown}${JAN},4\n`);
    expect(await get(id)).toMatchObject({ lines: 2203, counts: { unmatched: 2200 } });
    expect((await list(id)).items.map(({ line, kind, problem }) => [line, problem?.text ?? kind])).toEqual([
      [2, "stock"],
      [1103, "stock"],
      [2204, "the product is in line 2 already"],
    ]);
  });

  it("in JSON Lines or UTF-16 is read like any other", async () => {
    const product = await createListed(JAN, { stock: 1 });
    const id = await open(`{"barcode":"${JAN}","stock":4}\n{"barcode":"x","extra":1}\nnope\n`, { name: "list.jsonl" });
    expect((await list(id)).items.map(({ line, kind, problem }) => [line, problem?.code ?? kind])).toEqual([
      [1, "stock"],
      [2, "unknown_fields"],
      [3, "not_json"],
    ]);
    const utf16 = await open(`\uFEFFШтрихкод\tОстаток\r\n${JAN}\t6\r\n`, { encoding: "utf-16le" });
    expect(await get(utf16)).toMatchObject({ encoding: "utf-16le", delimiter: "\t" });
    await send(utf16, "apply");
    expect(await getVariant(product.id)).toMatchObject({ stock: 6 });
  });

  it("is stopped while it is checked, and is deleted after 30 days", async () => {
    await createListed(JAN);
    const { id } = (await upload(`barcode,stock\n${"1234567,1\n".repeat(5000)}`)).body.data;
    const body = { encoding: null, delimiter: null, header_row: 1, columns: ["barcode", "stock"], rules: {} };
    await imports.admin.request("PUT", `/imports/${id}/mapping`, { cookie: imports.person.cookie, body });
    expect((await upload("a,b\n1,2")).status).toBe(201);
    await send(id, "cancel");
    expect(await get(id)).toMatchObject({ status: "uploaded", failure: { code: "canceled" } });
    expect((await send(id, "apply")).body.code).toBe("import_not_checked");
  });
});

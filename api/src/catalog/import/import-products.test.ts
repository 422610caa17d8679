import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { listExportRows } from "./export-rows.ts";
import { exportProducts } from "./export-products.ts";
import { createCategory, createBrand, createProduct } from "../fixtures.ts";
import { importProducts } from "./import-products.ts";
import { columnNames } from "./import-columns.ts";
import type { FileFormat } from "../../platform/data-files/file-reader.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createTestOrder } from "../../orders/fixtures.ts";
import { openFolderStorage } from "../../platform/file-storage/folder-storage.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = "abcdef012345";
beforeEach(async () => {
  const top = await createCategory(shop.db, { slug: "litso" });
  await createCategory(shop.db, { slug: "kremy", parent: top.id });
  await createBrand(shop.db, "Mizunora");
  await shop.db
    .insertInto("concerns")
    .values({ slug: "dry", name_ru: "Для сухой кожи", name_en: "Dry skin" })
    .execute();
  await shop.db.insertInto("tags").values({ slug: "sakura", name_ru: "Сакура", name_en: "Sakura" }).execute();
  await shop.db.insertInto("media").values({ key: KEY, mime: "image/png", width: 800, height: 1000 }).execute();
});

function writeImportFile(content: string | Buffer, name = "products.csv"): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const runImport = (path: string, dryRun = false) =>
  importProducts({ db: shop.db, path, files: openFolderStorage(folder), now: TEST_NOW, dryRun });
const importText = (content: string | Buffer, name?: string) => runImport(writeImportFile(content, name));

const cream = {
  reference: "MZ-1",
  name_ru: "Крем Mizunora, 50 мл",
  name_en: "Mizunora cream, 50 ml",
  category: "litso/kremy",
  brand: "mizunora",
  series: "Aqua",
  concerns: "dry",
  tags: "sakura",
  customs_name_en: "face cream",
  hs_code: "3304.99",
  weight_g: "80",
  images: KEY,
  price: "1290,50",
  stock: "7",
};
type FileRow = Record<string, string>;

function csv(...lines: FileRow[]): string {
  const names = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const field = (text = "") => `"${text.replaceAll('"', '""')}"`;
  return [names.join(","), ...lines.map((line) => names.map((name) => field(line[name])).join(","))].join("\n");
}

const countProducts = async () =>
  Number(
    (
      await shop.db
        .selectFrom("products")
        .select((on) => on.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );
const getError = async (content: string | Buffer, name?: string) =>
  importText(content, name).then(
    () => "imported",
    (error: Error) => error.message,
  );

it("imports origin and net weight for customs; a new product comes from Japan unless the file says otherwise", async () => {
  await importText(csv(cream));
  const find = () =>
    shop.db.selectFrom("products").select(["origin_country", "net_weight_g"]).executeTakeFirstOrThrow();
  expect(await find()).toEqual({ origin_country: "JP", net_weight_g: null });
  await importText(csv({ ...cream, origin_country: "KR", net_weight_g: "45" }));
  expect(await find()).toEqual({ origin_country: "KR", net_weight_g: 45 });
});

describe("an import of products", () => {
  it("creates products, and changes nothing the second time", async () => {
    const first = await importText(csv(cream));
    expect(first).toMatchObject({ lines: 1, products: { added: 1, changed: 0 }, variants: { added: 1 } });
    const { body } = await shop.request("GET", "/v1/products/mizunora-cream-50-ml");
    expect(body.data).toMatchObject({
      name: cream.name_ru,
      price: { current: 1291, old: null },
      quantity: 7,
      series: { name: "Aqua" },
      usages: [{ name: "Для сухой кожи" }],
      tags: [{ slug: "sakura" }],
      images: [{ key: KEY }],
    });
    const searchResult = await shop.request("GET", `/v1/products?q=${encodeURIComponent("крем")}`);
    expect(searchResult.body.data.total).toBe(1);
    expect(await runImport(join(folder, "products.csv"))).toMatchObject({
      products: { added: 0, changed: 0 },
      variants: { added: 0, changed: 0, removed: 0 },
      pictures: { changed: 0 },
    });
  });

  it("changes only the columns that the file has", async () => {
    await importText(csv(cream));
    const changed = await importText("reference;price;stock\r\nMZ-1;990;0\r\n");
    expect(changed).toMatchObject({ products: { changed: 0 }, variants: { changed: 1 } });
    const { body } = await shop.request("GET", "/v1/products/mizunora-cream-50-ml");
    expect(body.data).toMatchObject({ name: cream.name_ru, price: { current: 990 }, quantity: 0 });
    const history = await shop.db.selectFrom("price_history").select("price_minor").orderBy("valid_from").execute();
    expect(history.map((row) => row.price_minor)).toEqual([129_050, 99_000]);
  });

  it("reads one option per line, and deletes options that the file does not have, unless they were ordered", async () => {
    const shade = (option: string, price: string): FileRow => ({
      reference: "MZ-1",
      option,
      option_ru: `Тон ${option}`,
      option_en: `Shade ${option}`,
      price,
      stock: "3",
    });
    await importText(csv({ ...cream, ...shade("11", "500") }, shade("12", "600")));
    const listOptions = async () =>
      (await shop.request("GET", "/v1/products/mizunora-cream-50-ml")).body.data.options.map((option) => [
        option.option_id,
        option.price.current,
      ]);
    expect(await listOptions()).toEqual([
      [11, 500],
      [12, 600],
    ]);
    const changed = await importText(csv(shade("12", "650"), shade("13", "700")));
    expect(changed.variants).toEqual({ added: 1, changed: 1, removed: 1 });
    expect(await listOptions()).toEqual([
      [12, 650],
      [13, 700],
    ]);
    // What was ordered is no longer offered, but stays with its stock.
    const { id } = await createTestCustomer(shop.db);
    const product = await shop.db.selectFrom("products").select("id").executeTakeFirstOrThrow();
    const order = await createTestOrder(shop.db, { customerId: id, productId: product.id });
    await shop.db.updateTable("order_lines").set({ option_id: 12 }).where("order_id", "=", order).execute();
    expect((await importText(csv(shade("13", "700")))).variants).toMatchObject({ removed: 1 });
    expect(await listOptions()).toEqual([[13, 700]]);
    const kept = await shop.db
      .selectFrom("product_variants")
      .select(["option_id", "stock"])
      .orderBy("option_id")
      .execute();
    expect(kept).toEqual([
      { option_id: 12, stock: 3 },
      { option_id: 13, stock: 3 },
    ]);
  });

  it("accepts the sides of a size in any order, for products and variants", async () => {
    const size = (option: string, otherFields: FileRow): FileRow => ({
      ...{ reference: "MZ-1", option, option_ru: `№ ${option}`, option_en: `No. ${option}`, price: "500", stock: "3" },
      ...otherFields,
    });
    const file = csv(
      { ...cream, size_mm: "40x180x60", ...size("1", { option_size_mm: "" }) },
      size("2", { option_size_mm: "90x30x250" }),
    );
    await importText(file);
    const listSizes = async () => [
      await shop.db.selectFrom("products").select("size_mm").execute(),
      await shop.db.selectFrom("product_variants").select("size_mm").orderBy("option_id").execute(),
    ];
    const expectedSizes = [[{ size_mm: [180, 60, 40] }], [{ size_mm: null }, { size_mm: [250, 90, 30] }]];
    expect(await listSizes()).toEqual(expectedSizes);
    const exported = (await listExportRows(shop.db, 0, 10)).map((row) => [row["size_mm"], row["option_size_mm"]]);
    expect(exported).toEqual([
      ["180x60x40", null],
      ["180x60x40", "250x90x30"],
    ]);
    expect(await importText(file)).toMatchObject({ products: { changed: 0 }, variants: { changed: 0 } });
  });

  it("stores a net amount of an option that differs from the product's", async () => {
    const size = (option: string, otherFields: FileRow): FileRow => ({
      ...{ reference: "MZ-1", option, option_ru: `№ ${option}`, option_en: `No. ${option}`, price: "500", stock: "3" },
      ...otherFields,
    });
    const lines = [
      { ...cream, net_amount: "50", net_unit: "мл", ...size("11", {}) },
      size("12", { option_net_amount: "250" }),
    ] as const;
    await importText(csv(...lines));
    const { body } = await shop.request("GET", "/v1/products/mizunora-cream-50-ml");
    expect(body.data.options.map((option) => option.unit_price)).toEqual([
      { price: 1000, per: "100ml" },
      { price: 200, per: "100ml" },
    ]);
    expect(await importText(csv(...lines))).toMatchObject({ variants: { changed: 0 } });
    expect(await getError(csv(size("12", { option_net_amount: "0" })))).toContain('option_net_amount is "0"');
  });

  it("redirects from the old slug of a renamed product, and gives it to no other product", async () => {
    await importText(csv(cream));
    await importText("reference,slug\nMZ-1,better-cream\n");
    const redirects = await shop.db.selectFrom("redirects").selectAll().execute();
    expect(redirects).toEqual([{ from_path: "/mizunora-cream-50-ml", to_path: "/better-cream" }]);
    expect(await getError(csv({ ...cream, reference: "MZ-2", slug: "mizunora-cream-50-ml" }))).toContain(
      'line 2 (MZ-2): slug "mizunora-cream-50-ml" is already used by another page',
    );
    await importText("reference,slug\nMZ-1,mizunora-cream-50-ml\n");
    expect((await shop.request("GET", "/v1/products/mizunora-cream-50-ml")).status).toBe(200);
  });

  it("generates different slugs for products of the same name, and no reserved ones", async () => {
    await importText(csv(cream, { ...cream, reference: "MZ-2" }, { ...cream, reference: "MZ-3", name_en: "Brands" }));
    const slugs = await shop.db.selectFrom("products").select("slug").orderBy("reference").execute();
    expect(slugs.map(({ slug }) => slug)).toEqual(["mizunora-cream-50-ml", "mizunora-cream-50-ml-mz-2", "brands-mz-3"]);
    expect(await getError("reference,slug\nMZ-1,cart\n")).toContain("is already used by another page");
  });

  it("imports images next to the file", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><rect width="8" height="8"/></svg>';
    writeImportFile(svg, "cream.svg");
    await importText(csv({ ...cream, images: `cream.svg|${KEY}` }));
    const { body } = await shop.request("GET", "/v1/products/mizunora-cream-50-ml");
    expect(body.data.images.map(({ key }) => key)).toEqual([expect.stringMatching(/^[a-z0-9]{12,}$/), KEY]);
    expect((await runImport(join(folder, "products.csv"))).pictures.changed).toBe(0);
    writeImportFile("no image", "cream.png");
    expect(await getError(csv({ ...cream, images: "cream.png" }))).toContain(
      "line 2 (MZ-1): cream.png: not an image that can be opened",
    );
    expect(await getError(csv({ ...cream, images: "none.png" }))).toContain(
      "none.png: there is no such image next to the file",
    );
  });

  it("sanitizes HTML in texts", async () => {
    await importText(csv({ ...cream, description_ru: '<p>Крем</p><script>alert(1)</script><p onclick="x">Да</p>' }));
    const { description_ru } = await shop.db.selectFrom("products").select("description_ru").executeTakeFirstOrThrow();
    expect(description_ru).toBe("<p>Крем</p><p>Да</p>");
  });

  it("changes nothing in a dry run, and reports what it would change", async () => {
    expect(await runImport(writeImportFile(csv(cream)), true)).toMatchObject({ products: { added: 1 } });
    expect(await countProducts()).toBe(0);
    expect(await shop.db.selectFrom("series").selectAll().execute()).toEqual([]);
  });
});

describe("an invalid file", () => {
  it("is reported line by line, and nothing is imported", async () => {
    await createProduct(shop.db, { name: "Старый" });
    const text = csv(
      cream,
      { ...cream, reference: "MZ-2", price: "-5" },
      { ...cream, reference: "MZ-3", category: "nowhere", weight_g: "0" },
      { ...cream, reference: "MZ-4", brand: "nobody" },
      { ...cream, reference: "MZ-1" },
      { ...cream, reference: "" },
      { ...cream, reference: "MZ-5", name_ru: "", stock: "" },
      { ...cream, reference: "MZ-6", characteristics: "{}" },
      { ...cream, reference: "MZ-7", size_mm: "180x60" },
      { ...cream, reference: "MZ-8", size_mm: "180x0x60" },
      { ...cream, reference: "MZ-9", size_mm: "5001x10x10" },
    );
    const message = await getError(text);
    for (const line of [
      "Nothing was imported.",
      'line 3 (MZ-2): price is "-5", but takes rubles above zero',
      "line 4 (MZ-3): weight_g",
      'line 5 (MZ-4): there is no brand "nobody"',
      "line 6 (MZ-1): line 2 already has this product",
      "line 7: reference is",
      "line 8 (MZ-5): the product is new, and lacks name_ru, stock",
      "line 9 (MZ-6): characteristics",
      'line 10 (MZ-7): size_mm is "180x60", but takes three sides in millimetres',
      "line 11 (MZ-8): size_mm",
      "line 12 (MZ-9): size_mm",
    ])
      expect(message).toContain(line);
    expect(await countProducts()).toBe(1);
  });

  it("is checked for conflicts between lines and with existing data", async () => {
    const message = await getError(
      csv(
        { ...cream, barcode: "4900000000011", old_price: "1000" },
        { ...cream, reference: "MZ-2", barcode: "4900000000011", images: "ffffffffffff" },
      ),
    );
    expect(message).toContain("line 2 (MZ-1): old_price is not above price");
    expect(message).toContain("line 3 (MZ-2): barcode 4900000000011 is another product's");
    expect(message).toContain('line 3 (MZ-2): there is no image "ffffffffffff"');
    expect(await countProducts()).toBe(0);
  });

  it.each([
    ["no UTF-8", Buffer.from([...Buffer.from("reference,price\nMZ-1,"), 0xcf, 0xf0, 0xe8]), "is not written in UTF-8"],
    ["an unknown column", "reference,colour\nMZ-1,red\n", 'Unknown column: "colour"'],
    ["a column twice", "reference,price,price\nMZ-1,1,2\n", "The file repeats the column price"],
    ["no reference", "price,stock\n1,2\n", 'The column "reference" is missing'],
    ["no lines", "reference,price\n", "The file has no products"],
    ["nothing", "", "The file is empty"],
    ["a line too short", "reference,price,stock\nMZ-1,5\n", "line 2: has 2 fields, the first line has 3"],
    [
      "a quote that never ends",
      'reference,price\nMZ-1,"5\nMZ-2,6\n',
      "line 2: cannot be read: a quoted field is not closed",
    ],
    ["a null character in a key", "reference,brand\nMZ\0-1,mizunora\n", "line 2"],
    ["a null character", "reference,brand\nMZ-1,mizu\0nora\n", "line 2 (MZ-1): contains a null character"],
  ])("with %s is refused", async (_, content, reason) => {
    expect(await getError(content)).toContain(reason);
    expect(await countProducts()).toBe(0);
  });

  it("counts lines as an editor does, for all line endings and multi-line fields", async () => {
    const text = `\uFEFF${csv({ ...cream, composition: "a\nb" }, { ...cream, reference: "MZ-2", price: "0" })}`;
    expect(await getError(text.replaceAll("\n", "\r\n"))).toContain("line 4 (MZ-2): price");
  });

  it("in JSON Lines is reported line by line too", async () => {
    const message = await getError(`\n{"reference":\n[1]\n{"reference":"A","colour":1}\n`, "products.jsonl");
    for (const line of ["line 2: is not JSON", "line 3: is not a JSON object", "line 4: has unknown fields: colour"])
      expect(message).toContain(line);
    expect(await getError("x", "products.xls")).toContain("neither .csv nor .jsonl");
    await expect(runImport(join(folder, "none.csv"))).rejects.toThrow("none.csv cannot be read");
  });
});

it.each<FileFormat>(["csv", "jsonl"])("imports its own %s export without a change", async (format) => {
  await importText(
    csv({
      ...cream,
      description_ru: '<p>«Да», сказал он; "yes"</p>\n<p>2</p>',
      characteristics: JSON.stringify([{ name_ru: "Объём", name_en: "Volume", value_ru: "50 мл", value_en: "50 ml" }]),
    }),
  );
  await createProduct(shop.db, {
    priceMinor: 800_00,
    oldPriceMinor: 1000_00,
    saleEndsAt: new Date("2099-05-05T05:05:05.123Z"),
    options: [{}, { priceMinor: 799_99 }],
  });
  const path = join(folder, `all.${format}`);
  expect(await exportProducts(shop.db, path, format)).toBe(2);
  expect(await runImport(path)).toEqual({
    created: { categories: [], brands: [], series: [], concerns: [], tags: [] },
    lines: 3,
    products: { added: 0, changed: 0 },
    variants: { added: 0, changed: 0, removed: 0 },
    pictures: { changed: 0 },
  });
  if (format === "csv") expect(readFileSync(path, "utf8").split("\n")[0]).toBe(columnNames.join(","));
  // The export restores the same products in an empty shop.
  await shop.db.deleteFrom("products").execute();
  expect(await runImport(path)).toMatchObject({ products: { added: 2 }, variants: { added: 3 } });
});

it("escapes names that a spreadsheet would run as a formula, and reads them back unchanged", async () => {
  const name = '=HYPERLINK("https://example.test")';
  await importText(JSON.stringify({ ...cream, name_ru: name, name_en: "'@SUM(A1)" }), "formula.jsonl");
  const path = join(folder, "formulas.csv");
  await exportProducts(shop.db, path, "csv");
  expect(readFileSync(path, "utf8")).toContain(`"'=HYPERLINK(""https://example.test"")"`);
  expect(await runImport(path)).toMatchObject({ products: { added: 0, changed: 0 } });
  const { name_ru, name_en } = await shop.db.selectFrom("products").selectAll().executeTakeFirstOrThrow();
  expect([name_ru, name_en]).toEqual([name, "'@SUM(A1)"]);
});

it("does not read any products if the file cannot be written", async () => {
  await importText(csv(cream));
  const progress = vi.fn<(message: string) => void>();
  const path = join(folder, "missing/all.csv");
  await expect(exportProducts(shop.db, path, "csv", { progress })).rejects.toThrow("cannot be written");
  expect(progress).not.toHaveBeenCalled();
});

it("runs concurrent imports one after another", async () => {
  const path = writeImportFile(csv(cream));
  const results = await Promise.all([runImport(path), runImport(path), runImport(path)]);
  expect(results.map(({ products }) => products.added).toSorted()).toEqual([0, 0, 1]);
});

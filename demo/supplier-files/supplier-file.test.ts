import { expect, it } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { openImportClient } from "../../api/test/import-client.ts";
import { createProduct } from "../../api/src/catalog/fixtures.ts";
import { createTextEncoder } from "../../api/src/platform/data-files/text-encoding.ts";
import { buildBarcode } from "../codes.ts";
import { listSuppliedVariants } from "./list-variants.ts";
import { generateSupplierWorkbook } from "./workbook-file.ts";
import { generateYmlFeed } from "./yml-feed.ts";
import { generatePriceList, priceListKinds } from "./supplier-file.ts";

const shop = await openTestShop();
const imports = openImportClient(shop);
const PRODUCTS = 300;

async function createProducts() {
  for (let id = 1; id <= PRODUCTS; id++) {
    const product = await createProduct(shop.db, { stock: 10, priceMinor: 100_000 });
    await shop.db
      .updateTable("products")
      .set({ barcode: buildBarcode(id) })
      .where("id", "=", product.id)
      .execute();
  }
}

it.each(priceListKinds)("is imported but for its faults, if it is %s", async (kind) => {
  await imports.signIn();
  await createProducts();
  const { encoding, lines, faults } = generatePriceList(kind, await listSuppliedVariants(shop.db, PRODUCTS), 1);
  const id = await imports.open(createTextEncoder(encoding)(lines.join("\r\n")), { name: "list.csv" });
  expect(await imports.get(id)).toMatchObject({ encoding, status: "checked", counts: { unmatched: 0 } });
  const { items } = await imports.list(id, "?view=unreadable");
  expect(items.map(({ line, problem }) => [line, problem?.code])).toEqual([...faults]);
  expect(new Set(faults.values()).size).toBe(8);
  await imports.select(id, { kind: "unreadable", is_included: false });
  await imports.send(id, "apply");
  expect(await imports.get(id)).toMatchObject({ status: "applied", failure: null });
});

it("is imported but for its faults, if it is a feed", async () => {
  await imports.signIn();
  await createProducts();
  const { encoding, lines, faults } = generateYmlFeed(await listSuppliedVariants(shop.db, PRODUCTS), 1);
  const { id } = (await imports.upload(createTextEncoder(encoding)(lines.join("\r\n")), { name: "feed.xml" })).body
    .data;
  const { columns } = await imports.get(id);
  const suggested = columns.map(({ field }) => field);
  expect(suggested).toEqual(
    expect.arrayContaining(["barcode", "name_ru", "price", "stock", "weight_g", "description_ru"]),
  );
  // The feed has brands and categories of its own.
  const chosen = suggested.map((field) => (field === "brand" || field === "category" ? null : field));
  await imports.check(id, { columns: chosen });
  expect(await imports.get(id)).toMatchObject({ encoding, status: "checked", lines: PRODUCTS });
  const { items } = await imports.list(id, "?view=unreadable");
  expect(items.map(({ line, problem }) => [line, problem?.code])).toEqual([...faults]);
  expect(new Set(faults.values()).size).toBe(6);
  await imports.select(id, { kind: "unreadable", is_included: false });
  await imports.send(id, "apply");
  expect(await imports.get(id)).toMatchObject({ status: "applied", failure: null });
});

it("is imported but for its faults, if it is a spreadsheet", async () => {
  await imports.signIn();
  await createProducts();
  const { content, faults } = generateSupplierWorkbook(await listSuppliedVariants(shop.db, PRODUCTS), 1);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const id = await imports.open(Buffer.concat(chunks), { name: "list.xlsx" });
  const detail = await imports.get(id);
  expect(detail).toMatchObject({
    status: "checked",
    sheet: "Прайс",
    header_row: 3,
    header_rows: 2,
    lines: PRODUCTS + 2,
  });
  expect(detail.columns.map(({ name, field }) => [name, field])).toEqual([
    ["Штрихкод", "barcode"],
    ["Наименование", "name_ru"],
    ["Цена / опт, ¥", "cost"],
    ["Цена / розница, ₽", "price"],
    ["Остаток", "stock"],
  ]);
  const { items } = await imports.list(id, "?view=unreadable");
  expect(items.map(({ line, problem }) => [line, problem?.code])).toEqual([...faults]);
  expect(new Set(faults.values()).size).toBe(8);
  await imports.select(id, { kind: "unreadable", is_included: false });
  await imports.send(id, "apply");
  expect(await imports.get(id)).toMatchObject({ status: "applied", failure: null });
});

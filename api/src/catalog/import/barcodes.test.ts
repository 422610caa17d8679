import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { openFolderStorage } from "../../platform/file-storage/folder-storage.ts";
import { createProduct } from "../fixtures.ts";
import { importProducts } from "./import-products.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "products.jsonl");

async function importLines(lines: readonly Record<string, string | null>[]) {
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join("\n"));
  const { products } = await importProducts({
    ...{ db: shop.db, path, files: openFolderStorage(folder), now: TEST_NOW, dryRun: false },
  });
  return products;
}

it("products exchange barcodes, and give them to a new one", async () => {
  await createProduct(shop.db);
  await createProduct(shop.db);
  const [first = "", second = ""] = await listReferences();
  const [one, two, three] = ["4900000000011", "4900000000028", "4900000000035"];
  const write = (barcodes: readonly (string | null)[]) =>
    importLines([first, second].map((reference, n) => ({ reference, barcode: barcodes[n] ?? null })));
  await write([one, two]);
  expect(await write([two, one])).toEqual({ added: 0, changed: 2 });
  const { category, brand } = await shop.db
    .selectFrom("products as p")
    .innerJoin("categories as c", "c.id", "p.category_id")
    .innerJoin("brands as b", "b.id", "p.brand_id")
    .select(["c.slug as category", "b.slug as brand"])
    .executeTakeFirstOrThrow();
  await shop.db.insertInto("media").values({ key: "abcdef012345", mime: "image/png", width: 8, height: 10 }).execute();
  const added = {
    ...{ reference: "MZ-3", barcode: one, category, brand, name_ru: "Крем", name_en: "Cream", images: "abcdef012345" },
    ...{ customs_name_en: "face cream", hs_code: "3304.99", weight_g: "80", price: "1290", stock: "7" },
  };
  const changed = [
    { reference: first, barcode: three },
    { reference: second, barcode: null },
  ];
  expect(await importLines([added, ...changed])).toEqual({ added: 1, changed: 2 });
  const stored = await shop.db.selectFrom("products").select(["reference", "barcode"]).orderBy("id").execute();
  expect(stored).toEqual([...changed, { reference: "MZ-3", barcode: one }]);
});

async function listReferences(): Promise<string[]> {
  const products = await shop.db.selectFrom("products").select("reference").orderBy("id").execute();
  return products.map(({ reference }) => reference);
}

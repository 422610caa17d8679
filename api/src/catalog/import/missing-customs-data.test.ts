import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { openFolderStorage } from "../../platform/file-storage/folder-storage.ts";
import { createProduct } from "../fixtures.ts";
import { exportProducts } from "./export-products.ts";
import { importProducts } from "./import-products.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "products.csv");
const runImport = () =>
  importProducts({ db: shop.db, path, files: openFolderStorage(folder), now: TEST_NOW, dryRun: false });

it("a product without customs data is exported and imported, and no file removes that of others", async () => {
  const incomplete = await createProduct(shop.db);
  const { id } = await createProduct(shop.db);
  await shop.db
    .updateTable("products")
    .set({ hs_code: "", customs_name_en: "" })
    .where("id", "=", incomplete.id)
    .execute();
  await exportProducts(shop.db, path, "csv");
  expect(await runImport()).toMatchObject({ lines: 2, products: { added: 0, changed: 0 } });
  const { reference } = await shop.db
    .selectFrom("products")
    .select("reference")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  writeFileSync(path, `reference,hs_code,customs_name_en\n${reference},,\n`);
  await expect(runImport()).rejects.toThrow(`line 2 (${reference}): customs_name_en is ""`);
});

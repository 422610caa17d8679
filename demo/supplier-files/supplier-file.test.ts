import { expect, it } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { openImportClient } from "../../api/test/import-client.ts";
import { createProduct } from "../../api/src/catalog/fixtures.ts";
import { createTextEncoder } from "../../api/src/platform/data-files/text-encoding.ts";
import { buildBarcode } from "../codes.ts";
import { listSuppliedVariants } from "./list-variants.ts";
import { generateSupplierFile, supplierFileKinds } from "./supplier-file.ts";

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

it.each(supplierFileKinds)("is imported but for its faults, if it is %s", async (kind) => {
  await imports.signIn();
  await createProducts();
  const { encoding, lines, faults } = generateSupplierFile(kind, await listSuppliedVariants(shop.db, PRODUCTS), 1);
  const id = await imports.open(createTextEncoder(encoding)(lines.join("\r\n")), { name: "list.csv" });
  expect(await imports.get(id)).toMatchObject({ encoding, status: "checked", counts: { unmatched: 0 } });
  const { items } = await imports.list(id, "?view=unreadable");
  expect(items.map(({ line, problem }) => [line, problem?.code])).toEqual([...faults]);
  expect(new Set(faults.values()).size).toBe(8);
  await imports.select(id, { kind: "unreadable", is_included: false });
  await imports.send(id, "apply");
  expect(await imports.get(id)).toMatchObject({ status: "applied", failure: null });
});

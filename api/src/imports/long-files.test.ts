import { beforeEach, expect, it } from "vitest";
import { openImportClient } from "../../test/import-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createBrand, createCategory } from "../catalog/fixtures.ts";

const shop = await openTestShop();
const { db } = shop;
const imports = openImportClient(shop);
const { open, get, list, send, select } = imports;

beforeEach(() => imports.signIn());

/** More lines than are read, compared or written together. */
const OTHER_LINES = 600;

it("knows the earlier lines of a file when it reads later ones", async () => {
  const others = Array.from({ length: OTHER_LINES }, (_, index) => `F${index},,Лосьон ${index},,,,`);
  const file = [
    "sku,option,name_ru,slug,price,cost,stock",
    "N1,901,Крем,cream,100,5,1",
    ...others,
    "N1,902,Крем,,100,6,2",
    "N1,903,Тоник,,100,7,3",
    "N1,901,Крем,,100,8,4",
    "N2,,Тоник,cream,100,9,5",
  ].join("\n");
  const rules = {
    ...{ create: true, brand_id: await createBrand(db), category_id: (await createCategory(db)).id, weight_g: 100 },
  };
  const id = await open(file, { rules });
  const [differs, repeated, taken] = [4, 5, 6].map((line) => OTHER_LINES + line);
  expect((await list(id, "?view=unreadable")).items.map(({ line, problem }) => [line, problem?.text])).toEqual([
    [differs, expect.stringContaining("name_ru differs from the first line")],
    [repeated, expect.stringContaining("2")],
    [taken, expect.stringContaining('slug "cream" is already used')],
  ]);
  await select(id, { kind: "unreadable", is_included: false });
  await select(id, { kind: "new", line: OTHER_LINES, is_included: false });
  await send(id, "apply");
  expect(await get(id)).toMatchObject({ status: "applied", failure: null, result: { new: OTHER_LINES + 1 } });
  const { id: productId } = await db
    .selectFrom("products")
    .select("id")
    .where("reference", "=", "N1")
    .executeTakeFirstOrThrow();
  const costs = await db
    .selectFrom("variant_costs")
    .select(["option_id", "cost_minor"])
    .where("product_id", "=", productId)
    .orderBy("option_id")
    .execute();
  expect(costs.map(({ option_id, cost_minor }) => [option_id, cost_minor])).toEqual([
    [901, 5],
    [902, 6],
  ]);
  const entries = await db
    .selectFrom("audit_entries")
    .select(["subject_id", "changes"])
    .where("action", "=", "product.imported")
    .orderBy("id")
    .execute();
  expect(entries).toHaveLength(OTHER_LINES);
  expect(entries[0]).toMatchObject({ subject_id: String(productId) });
  expect(JSON.stringify(entries[0]?.changes)).toMatch(/option_901_price.*option_902_price/);
});

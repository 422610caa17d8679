import { beforeEach, expect, it } from "vitest";
import { buildAdminApi } from "../../admin-app.ts";
import { openImportClient } from "../../../test/import-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createBrand, createProduct } from "../../catalog/fixtures.ts";

const shop = await openTestShop();
const { app, db } = shop;
const imports = openImportClient(shop);

beforeEach(() => imports.signIn());

const prepare = (list: string, columns: string[], query = {}) =>
  imports.admin.request<{ result: { token: string; rows: number } }>("POST", `/${list}/exports`, {
    cookie: imports.person.cookie,
    body: { list: query, columns },
  });

async function download(list: string, columns: string[], query = {}): Promise<string> {
  const { token, rows } = (await prepare(list, columns, query)).body.data.result;
  const { cookie } = imports.person;
  const request = new Request(`http://shop.test/v1/admin/${list}/exports/${token}`, { headers: { cookie } });
  const text = await (await buildAdminApi(app).fetch(request)).text();
  expect(text.trim().split("\n")).toHaveLength(rows + 1);
  return text;
}

const allColumns = ["variant", "status", "cost", "price", "lowest", "new_price"];

it("the prices are those of the filter with the ones of the rule, also of one check", async () => {
  const brandId = await createBrand(db);
  await createProduct(db, { brandId, name: "Крем", priceMinor: 100_000 });
  await createProduct(db, { brandId, priceMinor: 20_000, options: [{ optionId: 81, name: "=A" }] });
  await createProduct(db, { priceMinor: 100_000 });
  const query = { brand: brandId, rule: "amount", value: -300 };
  const [, first, second] = (await download("prices", ["variant", "price", "new_price"], query)).trim().split("\n");
  expect(first).toMatch(/,,Крем en,,1000,,,700,,$/);
  expect(second).toMatch(/,81,.*,'=A,200,,,-100,,price_not_positive$/);
  const refused = await download("prices", ["variant"], { ...query, check: "refused" });
  expect(refused.trim().split("\n")).toHaveLength(2);
  expect((await prepare("prices", ["variant"], { rule: "percent", value: -100 })).status).toBe(422);
});

it("the prices are imported without a change, and change what was edited in them", async () => {
  await createProduct(db, { priceMinor: 129_050 });
  await createProduct(db, { priceMinor: 99_000, oldPriceMinor: 120_000, status: "hidden" });
  await createProduct(db, {
    options: [
      { optionId: 71, name: "A" },
      { optionId: 72, name: "B" },
    ],
  });
  const file = await download("prices", allColumns, { rule: "percent", value: 10 });
  const { columns, counts } = await imports.get(await imports.open(file));
  expect(columns.flatMap(({ field }) => field ?? [])).toEqual([
    ...["reference", "option", "status", "price", "old_price", "sale_ends_at"],
  ]);
  expect(counts).toEqual({ unchanged: 4, unmatched: 0, kinds: {} });
  const edited = await imports.open(file.replace(",1290.5,", ",1350,"));
  expect((await imports.list(edited)).items).toMatchObject([{ kind: "prices", fields: [{ from: 1290.5, to: 1350 }] }]);
});

it("the texts for translation are those of the view", async () => {
  const { id } = await createProduct(db, { name: "Крем" });
  await createProduct(db);
  await db.updateTable("products").set({ name_ru: "Крем с рисом" }).where("id", "=", id).execute();
  const [head, ...rows] = (await download("translations", ["product", "text", "former"], { show: "outdated" }))
    .trim()
    .split("\n");
  expect(head).toBe("reference,product,status,field,ru,en,former_ru,former_en,since");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/,active,name,Крем с рисом,Крем en,Крем,Крем en,20/);
  expect((await download("translations", ["text"], { show: "missing" })).trim().split("\n")).toHaveLength(1);
});

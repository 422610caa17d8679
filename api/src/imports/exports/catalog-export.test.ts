import { beforeEach, expect, it } from "vitest";
import { buildAdminApi } from "../../admin-app.ts";
import { openTestShop } from "../../../test/harness.ts";
import { openImportClient } from "../../../test/import-client.ts";
import { createProduct } from "../../catalog/fixtures.ts";

const shop = await openTestShop();
const imports = openImportClient(shop);

beforeEach(() => imports.signIn());

async function download(): Promise<string> {
  const { cookie } = imports.person;
  const body = { list: {}, columns: ["catalog"] };
  const { token, rows } = (
    await imports.admin.request<{ result: { token: string; rows: number } }>("POST", "/catalog-file/exports", {
      cookie,
      body,
    })
  ).body.data.result;
  const request = new Request(`http://shop.test/v1/admin/catalog-file/exports/${token}`, { headers: { cookie } });
  const text = await (await buildAdminApi(shop.app).fetch(request)).text();
  expect(text.trim().split("\n")).toHaveLength(rows + 1);
  return text;
}

it("is imported without a change, and changes what was edited in it", async () => {
  await createProduct(shop.db, { name: "Крем, «Роза»", composition: "Aqua, Glycerin", priceMinor: 129_050 });
  await createProduct(shop.db, { status: "draft" });
  await createProduct(shop.db, {
    options: [
      { optionId: 71, name: "A" },
      { optionId: 72, name: "B", stock: 3 },
    ],
  });
  const file = await download();
  const id = await imports.open(file);
  const { columns, counts } = await imports.get(id);
  expect(columns.filter(({ field }) => field === null)).toEqual([]);
  expect(counts).toEqual({ unchanged: 4, unmatched: 0, kinds: {} });
  const edited = await imports.open(file.replace(/,3(,[^,\n]*)?\n/, ",8$1\n"));
  expect((await imports.list(edited)).items).toMatchObject([{ kind: "stock", fields: [{ from: 3, to: 8 }] }]);
  await imports.send(edited, "apply");
  expect(await imports.get(edited)).toMatchObject({ status: "applied", failure: null });
});

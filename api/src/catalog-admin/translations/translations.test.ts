import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { TranslationPage } from "./admin-schema.ts";

const shop = await openPaymentTestShop();
const admin = openAdminClient(shop.app);
let cookie = "";

const load = async (query = "") =>
  (await admin.request<TranslationPage>("GET", `/translations${query}`, { cookie })).body.data;
const update = async (id: number, values: Record<string, string>) =>
  shop.db.updateTable("products").set(values).where("id", "=", id).execute();

beforeEach(async () => {
  await shop.db.deleteFrom("outdated_translations").execute();
  await shop.db.updateTable("products").set({ description_ru: "", description_en: "" }).execute();
  const { id } = await createTestStaff(shop.app, { role: "manager", name: "Irina" });
  cookie = await createTestStaffSession(shop.app, id);
});

it("lists outdated texts with the language to write, those of the best sellers first", async () => {
  const { id: first, name } = await createProduct(shop.db, { unitsSold: 2 });
  const { id: second } = await createProduct(shop.db, { unitsSold: 9 });
  await update(first, { name_ru: "Крем новый" });
  await update(second, { name_en: "New cream" });
  const { items, counts } = await load();
  expect(counts.outdated).toBe(2);
  expect(items).toMatchObject([
    { product_id: second, field: "name", language: "ru", en: "New cream", units_sold: 9 },
    { product_id: first, field: "name", language: "en", ru: "Крем новый", changed_from: name },
  ]);
  const hash = items[1]?.hash;
  await admin.request("POST", `/products/${first}/confirm-translation`, { cookie, body: { field: "name", hash } });
  expect((await load()).items.map(({ product_id }) => product_id)).toEqual([second]);
});

it("lists descriptions that one language lacks, without those of discontinued products", async () => {
  const { id } = await createProduct(shop.db);
  const { id: discontinued } = await createProduct(shop.db, { status: "discontinued" });
  await update(id, { description_en: "For dry skin" });
  await update(discontinued, { description_en: "For dry skin" });
  const { items, counts } = await load("?show=missing");
  expect(counts.missing).toBe(1);
  expect(items).toMatchObject([
    { product_id: id, field: "description", language: "ru", since: null, changed_from: null, hash: null },
  ]);
  await update(id, { description_ru: "Для сухой кожи" });
  expect((await load("?show=missing")).items).toEqual([]);
});

it("pages through them", async () => {
  for (let index = 0; index < 3; index++) {
    const { id } = await createProduct(shop.db, { unitsSold: index });
    await update(id, { name_ru: `Крем ${index} новый` });
  }
  const pages = await Promise.all([1, 2, 3].map((page) => load(`?limit=1&page=${page}`)));
  expect(pages.map(({ items }) => items[0]?.units_sold)).toEqual([2, 1, 0]);
});

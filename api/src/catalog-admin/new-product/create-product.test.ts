import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createBrand, createCategory, createProduct } from "../../catalog/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { ProductDetail } from "../editor/admin-schema.ts";
import type { AddedOption, CreatedProduct } from "./admin-schema.ts";

const shop = await openTestShop();
const { db } = shop;
const admin = openAdminClient(shop.app);
let cookie = "";
let draft: Record<string, unknown>;

const signIn = async (role: string) => createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role })).id);
const create = async (values: object = {}) =>
  admin.request<{ result: CreatedProduct }>("POST", "/products", { cookie, body: { ...draft, ...values } });
const addOption = async (id: number, body: object) =>
  admin.request<{ result: AddedOption }>("POST", `/products/${id}/options`, { cookie, body });
const load = async (id: number) => (await admin.request<ProductDetail>("GET", `/products/${id}`, { cookie })).body.data;

beforeEach(async () => {
  cookie = await signIn("manager");
  const [brand_id, category] = [await createBrand(db), await createCategory(db)];
  draft = {
    ...{ reference: "SH-204", name_ru: "Лосьон", name_en: "Rice Lotion", brand_id, category_id: category.id },
    ...{ weight_g: 244, hazard: "none" },
  };
});

it("creates a draft with its price, which only lacks a picture and customs data", async () => {
  const { id, slug } = (await create({ price: 1290.5, barcode: "4901234567894" })).body.data.result;
  expect(slug).toBe("rice-lotion");
  const product = await load(id);
  expect(product).toMatchObject({
    ...{ status: "draft", store_url: null, fields: { barcode: "4901234567894", weight_g: 244 } },
    variants: [{ option_id: 0, stock: 0, fields: { price: 1290.5 } }],
  });
  expect(product.requirements.filter((one) => !one.is_met).map(({ key }) => key)).toEqual([
    ...["picture", "hs_code", "customs_name"],
  ]);
  expect((await shop.request("GET", `/v1/products/${slug}`)).status).toBe(404);
  expect((await shop.request("GET", `/v1/products/${slug}/reviews`)).status).toBe(404);
});

it("makes an address that no product, redirect or page of the store has", async () => {
  await createProduct(db, { slug: "rice-lotion" });
  await db.insertInto("redirects").values({ from_path: "/rice-lotion-sh-204", to_path: "/elsewhere" }).execute();
  expect((await create()).body.data.result.slug).toBe("rice-lotion-sh-204-2");
  expect((await create({ reference: "C-1", name_en: "Cart" })).body.data.result.slug).toBe("cart-c-1");
  expect((await create({ reference: "Ж", name_en: "化粧水" })).body.data.result.slug).toMatch(/^[a-z0-9-]+$/);
});

it("refuses references and barcodes of other products, missing terms, and a price without the permission", async () => {
  await create({ barcode: "4901234567894" });
  expect((await create()).body.code).toBe("reference_taken");
  expect((await create({ reference: "SH-205", barcode: "4901234567894" })).body.code).toBe("barcode_taken");
  expect((await create({ reference: "SH-205", category_id: 999_999 })).body.code).toBe("term_not_found");
  expect((await create({ reference: "<b>" })).status).toBe(422);
  cookie = await signIn("catalog_editor");
  expect((await create({ reference: "SH-205", price: 5 })).body.code).toBe("forbidden");
  expect((await create({ reference: "SH-205" })).status).toBe(200);
});

it("adds a price or options, each with an id of its own, also at the same time", async () => {
  const { id } = (await create()).body.data.result;
  const other = (await create({ reference: "SH-205" })).body.data.result.id;
  const priced = (await create({ reference: "SH-206" })).body.data.result.id;
  expect((await addOption(priced, { price: 990 })).body.data.result.option_id).toBe(0);
  expect((await addOption(priced, { name_ru: "Роза", name_en: "Rose", price: 990 })).body.code).toBe(
    "product_has_no_options",
  );
  expect((await addOption(id, { name_ru: "Роза", price: 990 })).body).toMatchObject({
    errors: { name_en: ["required"] },
  });
  const names = { name_ru: "Роза", name_en: "Rose", price: 990 };
  const added = await Promise.all([id, other, id, other].map((product) => addOption(product, names)));
  const optionIds = added.map(({ body }) => body.data.result.option_id);
  expect(new Set(optionIds).size).toBe(4);
  expect((await load(id)).variants.map(({ fields }) => [fields.name_en, fields.price])).toEqual([
    ["Rose", 990],
    ["Rose", 990],
  ]);
  cookie = await signIn("catalog_editor");
  expect((await addOption(id, names)).status).toBe(403);
});

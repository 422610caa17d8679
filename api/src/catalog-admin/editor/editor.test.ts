import type { KyselyPlugin } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createBrand, createCategory, createProduct } from "../../catalog/fixtures.ts";
import { createPaidOrder } from "../../checkout/fixtures.ts";
import { createDeliverySetup } from "../../delivery/fixtures.ts";
import type { RootDb } from "../../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { ProductDetail, UpdatedProduct } from "./admin-schema.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
let statementCount = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statementCount += 1;
    return result;
  },
};
const admin = openAdminClient(shop.app);
const countingAdmin = openAdminClient({ ...shop.app, db: db.withPlugin(counter) as RootDb });
let cookie = "";

const signIn = async (role: string) =>
  createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role, name: "Irina", locale: "en-US" })).id);
const load = async (id: number) => (await admin.request<ProductDetail>("GET", `/products/${id}`, { cookie })).body.data;
type Edits = Record<string, { from: unknown; to: unknown }>;
type Updated = { result: UpdatedProduct; audit_entry_id: number };
const update = async (id: number, changes: Edits, query = "") =>
  admin.request<Updated>("PATCH", `/products/${id}${query}`, { cookie, body: { changes } });
/** Edits fields from the values that the editor shows. */
const edit = async (id: number, values: Record<string, unknown>) => {
  const { fields, variants } = await load(id);
  const shown = new Map<string, unknown>(Object.entries(fields));
  for (const variant of variants)
    for (const [name, value] of Object.entries(variant.fields)) shown.set(`option_${variant.option_id}_${name}`, value);
  return update(
    id,
    Object.fromEntries(Object.entries(values).map(([name, to]) => [name, { from: shown.get(name), to }])),
  );
};
const undo = async (entryId: number) => admin.request("POST", `/audit/${entryId}/undo`, { cookie, body: {} });

beforeEach(async () => {
  cookie = await signIn("manager");
});

describe("the editor", () => {
  it("shows a product with at most 8 statements, besides the session", async () => {
    await createDeliverySetup(db);
    const { id } = await createProduct(db, { options: [{ name: "A" }, { name: "B" }], composition: "Water, Glycerin" });
    const request = async () => countingAdmin.request<ProductDetail>("GET", `/products/${id}`, { cookie });
    const { body } = await request();
    expect(body.data).toMatchObject({
      ...{ id, status: "active", known_ingredients: 2, warnings: [], outdated_translations: [] },
      ...{ variants: [{ stock: 10, lowest_price: 1000, fields: { name_ru: "A", price: 1000, old_price: null } }, {}] },
    });
    expect(body.data.requirements.every((one) => one.is_met)).toBe(true);
    expect(body.data.carriage.find(({ country }) => country === "RU")?.methods.map((one) => one.refusal)).toContain(
      null,
    );
    statementCount = 0;
    await request();
    expect(statementCount).toBeLessThanOrEqual(9);
    expect((await admin.request("GET", "/products/999999", { cookie })).status).toBe(404);
  });

  it("says where a product cannot be sent, and why", async () => {
    await createDeliverySetup(db);
    const { id } = await createProduct(db, { hazard: "aerosol", weightG: 90_000 });
    const refusals = new Set((await load(id)).carriage.flatMap(({ methods }) => methods.map(({ refusal }) => refusal)));
    expect([...refusals]).toEqual(["Too heavy for a parcel"]);
  });

  it("edits every field, and shows what was saved", async () => {
    const brandId = await createBrand(db);
    const category = await createCategory(db, { parent: (await createCategory(db)).id });
    const series = await db
      .insertInto("series")
      .values({ brand_id: brandId, name: "Rice" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id } = await createProduct(db, { options: [{ name: "A" }] });
    const option = (await load(id)).variants[0]?.option_id ?? 0;
    const values = {
      ...{ name_ru: "Лосьон", name_en: "Lotion", description_ru: "<p>Увлажняет</p>", description_en: "Moisturizes" },
      ...{
        composition: "Water",
        slug: "rice-lotion",
        barcode: "4901234567894",
        brand_id: brandId,
        series_id: series.id,
      },
      ...{ category_id: category.id, hs_code: "3304.99.00", customs_name_en: "skin lotion", origin_country: "KR" },
      ...{ net_weight_g: 150, hazard: "alcohol_le24", weight_g: 244, size_mm: "180x60x40", net_amount: 150.5 },
      ...{ net_unit: "ml", months_opened: 12, own_qty_limit: 3, seo_title_ru: "Купить лосьон" },
      ...{ seo_description_en: "Rice lotion from Osaka" },
    };
    const variant = {
      ...{ name_ru: "Роза", name_en: "Rose", swatch: "#C8102E", price: 1290.5, old_price: 1500, weight_g: 100 },
      ...{ size_mm: "60x40x20", net_amount: 75 },
    };
    const variantEdits = Object.fromEntries(
      Object.entries(variant).map(([name, to]) => [`option_${option}_${name}`, to]),
    );
    const { status, body } = await edit(id, { ...values, ...variantEdits });
    expect([status, body.data]).toMatchObject([200, { result: { pages: 1, feed_offers: 2 } }]);
    const saved = await load(id);
    expect(saved.fields).toMatchObject(values);
    expect(saved.fields).toMatchObject({ seo_title_en: null, seo_description_ru: null });
    expect(saved.variants[0]?.fields).toEqual(variant);
    const row = await db.selectFrom("products").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ category_path: category.path, price_minor: 129_050 });
    expect((await edit(id, { seo_title_ru: null })).status).toBe(200);
    expect((await load(id)).fields.seo_title_ru).toBeNull();
  });

  it("changes nothing if nothing differs, and removes what could run code", async () => {
    const { id, name } = await createProduct(db);
    expect((await edit(id, { name_ru: name })).body.data).toMatchObject({ audit_entry_id: null });
    await edit(id, { description_ru: "<p onclick='x()'>Крем</p><script>x()</script>" });
    expect((await load(id)).fields.description_ru).toBe("<p>Крем</p>");
  });

  it("edits the characteristics that the store lists in the shopper's language, as one value that can conflict", async () => {
    const { id } = await createProduct(db);
    const volume = { name_en: "Volume", name_ru: "Объём", value_en: "50 ml", value_ru: "50 мл" };
    const country = { name_en: "Country", name_ru: "Страна", value_en: "Japan", value_ru: "Япония" };
    const listShown = async (locale: string) =>
      (await shop.request("GET", `/v1/products/${id}`, { locale })).body.data.characteristics;
    const first = await edit(id, { characteristics: [{ ...volume, value_ru: " 50 мл " }] });
    expect(first.body.data.result).toMatchObject({ pages: 1, feed_offers: 0 });
    await edit(id, { characteristics: [country, volume] });
    expect((await load(id)).fields.characteristics).toEqual([country, volume]);
    expect(await listShown("en-US")).toEqual([
      { name: "Country", value: "Japan" },
      { name: "Volume", value: "50 ml" },
    ]);
    expect((await listShown("ru-RU"))[1]).toEqual({ name: "Объём", value: "50 мл" });
    expect((await update(id, { characteristics: { from: [], to: [volume] } })).body.code).toBe("edit_conflict");
    for (const invalid of [
      [{ ...volume, value_en: " " }],
      [{ ...volume, unit: "ml" }],
      [{ name_ru: "Объём" }],
      "50 ml",
    ])
      expect((await edit(id, { characteristics: invalid })).body.code).toBe("validation_failed");
    const cleared = await edit(id, { characteristics: [] });
    expect(await listShown("en-US")).toEqual([]);
    await undo(cleared.body.data.audit_entry_id);
    expect((await load(id)).fields.characteristics).toEqual([country, volume]);
  });

  it("redirects the old address, splits the composition, and releases orders that waited for customs data", async () => {
    const { product, order } = await createPaidOrder(shop);
    const { slug } = (await load(product.id)).fields;
    await db.updateTable("products").set({ hs_code: "" }).where("id", "=", product.id).execute();
    await edit(product.id, { customs_name_en: "rice lotion" });
    const { result } = (
      await edit(product.id, { slug: "new-address", composition: "Water, Retinol", hs_code: "3304.99" })
    ).body.data;
    expect(result).toMatchObject({ redirected_path: `/${slug}`, released_orders: [order.id] });
    const redirect = await db.selectFrom("redirects").selectAll().executeTakeFirstOrThrow();
    expect(redirect).toEqual({ from_path: `/${slug}`, to_path: "/new-address" });
    const shown = (await shop.request("GET", "/v1/products/new-address")).body.data;
    expect(shown.ingredients.map((one) => one.slug)).toEqual(["water", "retinol"]);
  });

  it("counts the emails that a lower price leads to, in a preview that changes nothing", async () => {
    const { id } = await createProduct(db, { priceMinor: 900_00 });
    const { token } = await createTestCustomer(db);
    await shop.request("POST", `/v1/user/alerts/${id}`, { token, body: { kind: "price_drop" } });
    const preview = async (to: number) =>
      (await update(id, { option_0_price: { from: 900, to } }, "?preview=true")).body.data;
    expect((await preview(899)).result).toMatchObject({ emails: 1 });
    expect((await preview(950)).result).toMatchObject({ emails: 0 });
    expect((await load(id)).variants[0]?.fields.price).toBe(900);
  });
});

describe("an edit is refused", () => {
  it("if somebody else has changed the same field: with both values, who and when", async () => {
    const { id, name } = await createProduct(db);
    await edit(id, { name_ru: "Тоник" });
    const { status, body } = await update(id, {
      name_ru: { from: name, to: "Лосьон" },
      name_en: { from: `${name} en`, to: "Lotion" },
    });
    expect([status, body.code]).toEqual([409, "edit_conflict"]);
    expect(body.data).toMatchObject({
      conflicts: [{ field: "name_ru", from: name, to: "Лосьон", current: "Тоник", who: "Irina" }],
    });
    expect((await load(id)).fields).toMatchObject({ name_ru: "Тоник", name_en: `${name} en` });
  });

  it("for values that other products have or that are not allowed", async () => {
    const other = await createProduct(db, { slug: "taken" });
    await db.updateTable("products").set({ barcode: "4901234567894" }).where("id", "=", other.id).execute();
    await db.insertInto("redirects").values({ from_path: "/moved", to_path: "/elsewhere" }).execute();
    const { id } = await createProduct(db, { options: [{ name: "A" }] });
    const option = (await load(id)).variants[0]?.option_id ?? 0;
    const refusals: [Record<string, unknown>, number, string][] = [
      [{ slug: "taken" }, 409, "slug_taken"],
      [{ slug: "moved" }, 409, "slug_taken"],
      [{ slug: "cart" }, 422, "slug_reserved"],
      [{ barcode: "4901234567894" }, 409, "barcode_taken"],
      [{ brand_id: 999_999 }, 422, "term_not_found"],
      [{ series_id: 999_999 }, 422, "term_not_found"],
      [{ tag_ids: [999_999] }, 422, "term_not_found"],
      [{ [`option_${option}_old_price`]: 900 }, 422, "old_price_not_higher"],
      [{ hs_code: "" }, 422, "publishing_blocked"],
      [{ customs_name_en: "cosmetics" }, 422, "publishing_blocked"],
      [{ name_ru: " " }, 422, "validation_failed"],
      [{ slug: "Ä" }, 422, "validation_failed"],
      [{ weight_g: 0 }, 422, "validation_failed"],
      [{ size_mm: "0x1x1" }, 422, "validation_failed"],
      [{ hazard: "loud" }, 422, "validation_failed"],
      [{ status: "active" }, 422, "validation_failed"],
      [{ option_999999_price: 5 }, 422, "validation_failed"],
      [{ [`option_${option}_stock`]: 5 }, 422, "validation_failed"],
      [{ [`option_${option}_price`]: 0 }, 422, "validation_failed"],
      [{ [`option_${option}_swatch`]: "red" }, 422, "validation_failed"],
    ];
    for (const [values, status, code] of refusals) {
      const response = await edit(id, values);
      expect([values, response.status, response.body.code]).toEqual([values, status, code]);
    }
    expect((await update(id, {})).status).toBe(422);
    expect((await update(999_999, { name_ru: { from: "a", to: "b" } })).status).toBe(404);
  });

  it("without the permission for it", async () => {
    const { id } = await createProduct(db);
    cookie = await signIn("catalog_editor");
    expect((await edit(id, { option_0_price: 5 })).body).toMatchObject({
      code: "forbidden",
      data: { permission: "prices:write" },
    });
    expect((await edit(id, { name_ru: "Тоник" })).status).toBe(200);
    cookie = await signIn("packer");
    expect((await edit(id, { name_ru: "Лосьон" })).status).toBe(403);
  });
});

describe("the status", () => {
  const change = async (id: number, action: string, from: string) =>
    admin.request<{ audit_entry_id: number }>("POST", `/products/${id}/${action}`, { cookie, body: { from } });

  it("of a draft becomes active once it has everything, and then it is new in the store", async () => {
    const { id, slug } = await createProduct(db, { status: "draft" });
    await db.updateTable("products").set({ hs_code: "", customs_name_en: "" }).where("id", "=", id).execute();
    await db.deleteFrom("product_images").where("product_id", "=", id).execute();
    expect((await shop.request("GET", `/v1/products/${slug}`)).status).toBe(404);
    expect((await change(id, "publish", "draft")).body).toMatchObject({
      ...{ code: "publishing_blocked", data: { fields: ["picture", "hs_code", "customs_name"] } },
    });
    await edit(id, { hs_code: "3304.99", customs_name_en: "face cream" });
    const media = await db.selectFrom("media").select("id").executeTakeFirstOrThrow();
    await db.insertInto("product_images").values({ product_id: id, position: 0, media_id: media.id }).execute();
    const { body } = await change(id, "publish", "draft");
    expect((await shop.request("GET", `/v1/products/${slug}`)).status).toBe(200);
    const row = await db.selectFrom("products").select("published_at").where("id", "=", id).executeTakeFirstOrThrow();
    expect(row.published_at).toEqual(shop.clock.now());
    await undo(body.data.audit_entry_id);
    expect((await load(id)).status).toBe("draft");
  });

  it("changes from the one that the person saw, and can be undone", async () => {
    const { id, slug } = await createProduct(db);
    expect((await change(id, "hide", "draft")).body.code).toBe("state_changed");
    const { body } = await change(id, "hide", "active");
    expect((await shop.request("GET", `/v1/products/${slug}`)).status).toBe(404);
    expect((await undo(body.data.audit_entry_id)).status).toBe(200);
    expect((await change(id, "discontinue", "active")).status).toBe(200);
    expect((await shop.request("GET", `/v1/products/${slug}`)).status).toBe(410);
  });
});

describe("a translation", () => {
  const confirm = async (id: number, hash: string) =>
    admin.request<{ audit_entry_id: number }>("POST", `/products/${id}/confirm-translation`, {
      ...{ cookie, body: { field: "name", hash } },
    });

  it("is outdated after an edit of one language, until staff confirm the texts that they see", async () => {
    const { id, name } = await createProduct(db);
    await edit(id, { name_ru: "Тоник" });
    const [outdated] = (await load(id)).outdated_translations;
    expect(outdated).toMatchObject({ field: "name", changed: "ru", ru: name, en: `${name} en` });
    await edit(id, { name_ru: "Тоник для лица" });
    expect((await confirm(id, outdated?.hash ?? "")).body.code).toBe("state_changed");
    const [current] = (await load(id)).outdated_translations;
    const { body } = await confirm(id, current?.hash ?? "");
    expect((await load(id)).outdated_translations).toEqual([]);
    expect((await confirm(id, current?.hash ?? "")).body.code).toBe("translation_not_outdated");
    await undo(body.data.audit_entry_id);
    expect((await load(id)).outdated_translations).toEqual([current]);
  });

  it("is outdated again after the undo of the edit that translated it", async () => {
    const { id } = await createProduct(db);
    await edit(id, { name_ru: "Тоник" });
    const before = (await load(id)).outdated_translations;
    const { body } = await edit(id, { name_ru: "Мягкий тоник", name_en: "Mild toner" });
    expect((await load(id)).outdated_translations).toEqual([]);
    await undo(body.data.audit_entry_id);
    expect((await load(id)).outdated_translations).toEqual(before);
  });

  it("stays as it is when an edit of something else is undone", async () => {
    const { id } = await createProduct(db);
    await edit(id, { name_ru: "Тоник" });
    const { body } = await edit(id, { weight_g: 300 });
    await edit(id, { name_en: "Toner" });
    await undo(body.data.audit_entry_id);
    expect((await load(id)).outdated_translations).toEqual([]);
  });
});

it("warns of medical claims, unknown ingredients and amounts without a unit", async () => {
  const { id } = await createProduct(db);
  const { body } = await edit(id, {
    ...{ description_ru: "<p>Лосьон лечит сухость</p>", composition: "Water, Glycerrin, Unheard Of", net_amount: 150 },
  });
  const warnings = [
    { field: "description_ru", kind: "medical_claim", text: "лечит", suggestion: null },
    { field: "composition", kind: "unknown_ingredient", text: "Glycerrin", suggestion: "Glycerin" },
    { field: "composition", kind: "unknown_ingredient", text: "Unheard Of", suggestion: null },
    { field: "net_unit", kind: "missing_unit", text: "150", suggestion: null },
  ];
  expect(body.data.result.warnings).toEqual(warnings);
  expect((await load(id)).warnings).toEqual(warnings);
});

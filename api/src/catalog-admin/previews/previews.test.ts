import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import { jobs } from "../jobs.ts";
import type { SavedPreview } from "./admin-schema.ts";
import { PREVIEW_MS } from "./save-preview.ts";

const shop = await openTestShop();
const { app, db, clock } = shop;
const admin = openAdminClient(app);
let staff = { id: 0, cookie: "" };

const signIn = async (role: string) => {
  const { id } = await createTestStaff(app, { role, locale: "en-US" });
  return { id, cookie: await createTestStaffSession(app, id) };
};
beforeEach(async () => {
  staff = await signIn("manager");
});

type Changes = Record<string, { from: unknown; to: unknown }> | null;
const save = async (id: number, changes: Changes, { cookie } = staff) =>
  admin.request<SavedPreview>("PUT", `/products/${id}/page-preview`, { cookie, body: { changes } });
const getToken = async (id: number, changes: Changes, by = staff) =>
  new URL((await save(id, changes, by)).body.data.url).pathname.split("/").at(-1) ?? "";
const show = async (token: string, locale: "ru-RU" | "en-US" = "ru-RU") =>
  shop.request("GET", `/v1/product-previews/${token}`, { locale });
const findStored = async (id: number) =>
  db.selectFrom("products").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

it("shows the product in both languages with what was not saved, and changes nothing", async () => {
  const { id, slug } = await createProduct(db, { name: "Крем", priceMinor: 100_000, composition: "Water" });
  const before = await findStored(id);
  const { body } = await save(id, {
    name_ru: { from: "Крем", to: "Крем с рисом" },
    name_en: { from: "Крем en", to: "Rice cream" },
    description_en: { from: "", to: "<p>Soft</p><script>alert(1)</script>" },
    option_0_price: { from: 1000, to: 790 },
    composition: { from: "Water", to: "Water, Glycerin" },
  });
  expect(body.data.url).toMatch(/\/en-US\/product-preview\/[\w-]+\.[\w-]+$/);
  const token = new URL(body.data.url).pathname.split("/").at(-1) ?? "";
  const { status, body: russian } = await show(token);
  expect([status, russian.data.product]).toMatchObject([200, { name: "Крем с рисом", price: { current: 790 } }]);
  const { product } = (await show(token, "en-US")).body.data;
  expect(product).toMatchObject({ name: "Rice cream", description: "<p>Soft</p>", composition: "Water, Glycerin" });
  expect(product.ingredients.map(({ name }) => name)).toEqual(["Water", "Glycerin"]);
  expect(await findStored(id)).toEqual(before);
  const page = await shop.request("GET", `/v1/products/${slug}`);
  expect(page.body.data).toMatchObject({ name: "Крем", price: { current: 1000 } });
  const entries = await db.selectFrom("audit_entries").select("id").where("subject_id", "=", String(id)).execute();
  expect(entries).toEqual([]);
});

it("shows a product that is not published, also without customs data, and keeps it out of the store", async () => {
  const { id, slug } = await createProduct(db, { status: "draft", name: "Тоник" });
  await db.updateTable("products").set({ hs_code: "", customs_name_en: "" }).where("id", "=", id).execute();
  const token = await getToken(id, null);
  expect((await show(token)).body.data.product).toMatchObject({ id, name: "Тоник" });
  expect((await shop.request("GET", `/v1/products/${slug}`)).status).toBe(404);
  const found = await shop.request("GET", "/v1/search?q=Тоник");
  expect(JSON.stringify(found.body)).not.toContain(slug);
});

it("says what a product lacks, and what saving would refuse", async () => {
  const { id } = await createProduct(db, { name: "Мыло" });
  const { slug } = await createProduct(db);
  const own = await findStored(id);
  const taken = await show(await getToken(id, { slug: { from: own.slug, to: slug } }), "en-US");
  expect([taken.status, taken.body.code]).toEqual([409, "slug_taken"]);
  const draft = await createProduct(db, { status: "draft" });
  await db.deleteFrom("product_images").where("product_id", "=", draft.id).execute();
  const incomplete = await show(await getToken(draft.id, null), "en-US");
  expect(incomplete.body).toMatchObject({
    code: "product_preview_incomplete",
    message: "The page can’t be shown yet. The product lacks: a picture.",
  });
});

it("tells nobody what somebody else has saved meanwhile", async () => {
  const { id } = await createProduct(db, { name: "Крем" });
  const token = await getToken(id, { name_ru: { from: "Крем", to: "Мой крем" } });
  await db.updateTable("products").set({ name_ru: "Чужой крем" }).where("id", "=", id).execute();
  const { status, body } = await show(token);
  expect([status, body.code]).toEqual([409, "product_preview_conflict"]);
  expect(JSON.stringify(body)).not.toContain("Чужой");
});

it("shows the changes that were stored last, and says that there are newer ones", async () => {
  const { id } = await createProduct(db, { name: "Крем" });
  const token = await getToken(id, { name_ru: { from: "Крем", to: "Первый" } });
  const getVersion = async () => (await shop.request("GET", `/v1/product-previews/${token}/version`)).body.data;
  const { version } = (await show(token)).body.data;
  expect(await getVersion()).toEqual({ version });
  clock.advance(1000);
  await save(id, { name_ru: { from: "Крем", to: "Второй" } });
  expect(await getVersion()).not.toEqual({ version });
  expect((await show(token)).body.data.product.name).toBe("Второй");
  await save(id, null);
  expect((await show(token)).body.data.product.name).toBe("Крем");
});

it("shows one product of one person, for an hour, and as long as they may edit it", async () => {
  const [one, other] = [await createProduct(db, { name: "Один" }), await createProduct(db, { name: "Другой" })];
  const token = await getToken(one.id, { name_ru: { from: "Один", to: "Мой" } });
  const colleague = await signIn("catalog_editor");
  const theirs = await getToken(one.id, { name_ru: { from: "Один", to: "Их" } }, colleague);
  expect([(await show(token)).body.data.product.name, (await show(theirs)).body.data.product.name]).toEqual([
    "Мой",
    "Их",
  ]);
  const [text = "", signature = ""] = token.split(".");
  const forged = JSON.stringify({ ...JSON.parse(Buffer.from(text, "base64url").toString()), productId: other.id });
  await save(other.id, null);
  const expectExpired = async (invalid: string) =>
    expect((await show(invalid)).body.code).toBe("product_preview_expired");
  await expectExpired(`${Buffer.from(forged).toString("base64url")}.${signature}`);
  await expectExpired("x");
  await db
    .updateTable("staff")
    .set({ status: "disabled", disabled_at: clock.now() })
    .where("id", "=", colleague.id)
    .execute();
  await expectExpired(theirs);
  // Later changes do not extend a link.
  clock.advance(PREVIEW_MS / 2);
  const next = await getToken(one.id, null);
  clock.advance(PREVIEW_MS / 2);
  await expectExpired(token);
  expect((await show(next)).status).toBe(200);
  clock.advance(PREVIEW_MS / 2);
  await expectExpired(next);
  await jobs.find(({ name }) => name === "catalog_admin.delete_expired_previews")?.work(app, null);
  expect(await db.selectFrom("product_previews").selectAll().execute()).toEqual([]);
});

it("is only for those who may edit products, and prices only for those who may change them", async () => {
  const { id } = await createProduct(db, { priceMinor: 100_000 });
  expect((await save(id, null, await signIn("support"))).status).toBe(403);
  const editor = await signIn("catalog_editor");
  const price = { option_0_price: { from: 1000, to: 1 } };
  expect((await save(id, price, editor)).body).toMatchObject({ code: "forbidden" });
  expect((await save(999_999, null)).status).toBe(404);
  expect((await save(id, { name_ru: { from: "x", to: "" } })).status).toBe(422);
  expect((await save(id, { unknown: { from: 1, to: 2 } })).status).toBe(422);
  expect((await db.selectFrom("product_previews").select("staff_id").execute()).length).toBe(0);
});

it("needs no sign-in of a customer, and is not stored by caches", async () => {
  const { id } = await createProduct(db);
  const response = await shop.request("GET", `/v1/product-previews/${await getToken(id, null)}`);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.body.data.similar).toEqual([]);
});

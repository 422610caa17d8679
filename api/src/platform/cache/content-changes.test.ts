import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { createBrand, createCategory, createProduct } from "../../catalog/fixtures.ts";
import { qtyMax } from "../../catalog/settings.ts";
import { shopMenus } from "../../content/menus/menu-settings.ts";
import { createReview } from "../../reviews/fixtures.ts";
import { withTransaction } from "../db/database.ts";
import { updateSetting } from "../settings/settings.ts";
import { type ContentState, readContentChanges } from "./content-changes.ts";
import { contentChangesJob } from "./jobs.ts";

const { app, db, clock } = await openTestShop();

const getState = async () => (await readContentChanges(db, null)).state;
const getTags = async (since: ContentState) => (await readContentChanges(db, since)).tags?.toSorted() ?? null;

it("names the product of a change, and the lists whose order or members it changes", async () => {
  const { id } = await createProduct(db);
  const { category_id: category, brand_id: brand } = await db
    .selectFrom("products")
    .select(["category_id", "brand_id"])
    .executeTakeFirstOrThrow();
  const setStock = (stock: number) => db.updateTable("product_variants").set({ stock }).execute();
  let state = await getState();
  expect(await getTags(state)).toEqual([]);
  await setStock(5);
  expect(await getTags(state)).toEqual([`product:${id}`]);
  state = await getState();
  await setStock(0);
  const lists = [`brand:${brand}`, "catalog", `category:${category}`];
  expect(await getTags(state)).toEqual([...lists, `product:${id}`]);
  state = await getState();
  await db.updateTable("products").set({ status: "hidden" }).execute();
  expect(await getTags(state)).toEqual([...lists, "counts", `product:${id}`].toSorted());
  state = await getState();
  const other = await createCategory(db);
  state = await getState();
  await db.updateTable("products").set({ category_id: other.id, category_path: other.path }).execute();
  expect(await getTags(state)).toContain(`category:${category}`);
  expect(await getTags(state)).toContain(`category:${other.id}`);
});

it("returns a change when it is committed, however long its transaction takes", async () => {
  const { id } = await createProduct(db);
  const before = await getState();
  let during = before;
  await withTransaction(db, async (tx) => {
    await tx.updateTable("products").set({ name_ru: "Новое" }).execute();
    expect(await getTags(before)).toEqual([]);
    during = await getState();
  });
  expect(await getTags(during)).toEqual([`product:${id}`, "search"]);
});

it("returns that everything has changed", async () => {
  await createProduct(db);
  let state = await getState();
  await updateSetting(db, qtyMax, 7);
  expect(await getTags(state)).toBeNull();
  state = await getState();
  await db.updateTable("products").set({ name_ru: "Новое" }).execute();
  expect(await getTags(state)).not.toBeNull();
  // A database that was restored has an earlier state.
  const [xmin = "", xmax = ""] = state.snapshot.split(":");
  expect(await getTags({ ...state, snapshot: `${xmin}:${Number(xmax) + 1000}:` })).toBeNull();
});

it("names no products of a change of more than 500", async () => {
  const { id } = await createProduct(db);
  await sql`
    insert into products (slug, reference, brand_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code, weight_g, published_at)
    select 'copy-' || n, 'COPY-' || n, brand_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code, weight_g, published_at
    from products, generate_series(1, 500) n where id = ${id}`.execute(db);
  const state = await getState();
  await db.updateTable("products").set({ name_ru: "Новое" }).where("id", "<>", id).execute();
  // With the words of the products.
  expect(await getTags(state)).toHaveLength(501);
  await db.updateTable("products").set({ name_ru: "Ещё новее" }).execute();
  expect(await getTags(state)).toBeNull();
});

it("deletes changes after a day", async () => {
  await createProduct(db);
  const count = async () => (await db.selectFrom("content_changes").select("id").execute()).length;
  await sql`update content_changes set changed_at = ${new Date(TEST_NOW.getTime() - 86_400_000)}`.execute(db);
  await contentChangesJob.work(app, {});
  expect(await count()).toBeGreaterThan(0);
  clock.set(new Date(TEST_NOW.getTime() + 1));
  await contentChangesJob.work(app, {});
  expect(await count()).toBe(0);
});

it("names both products between which a picture was moved, and the lists of both", async () => {
  const [from, to] = [await createProduct(db), await createProduct(db)];
  const products = await db.selectFrom("products").select(["category_id", "brand_id"]).execute();
  const state = await getState();
  const move = db.updateTable("product_images").set({ product_id: to.id, position: 1 });
  await move.where("product_id", "=", from.id).execute();
  const lists = products.flatMap((product) => [`category:${product.category_id}`, `brand:${product.brand_id}`]);
  expect(await getTags(state)).toEqual(["catalog", ...lists, `product:${from.id}`, `product:${to.id}`].toSorted());
});

it("names the product of a photo when its review is published", async () => {
  const { id: productId } = await createProduct(db);
  const { id: reviewId } = await createReview(db, { productId, status: "pending" });
  const values = { key: "abcdef012345", mime: "image/png", width: 800, height: 1000 };
  let state = await getState();
  const { id: mediaId } = await db.insertInto("media").values(values).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("review_photos").values({ review_id: reviewId, position: 1, media_id: mediaId }).execute();
  await db.updateTable("media").set({ width: 800 }).execute();
  expect(await getTags(state)).toEqual([]);
  await db.updateTable("reviews").set({ status: "published", published_at: TEST_NOW }).execute();
  state = await getState();
  await db.deleteFrom("review_photos").execute();
  expect(await getTags(state)).toEqual([`product:${productId}`]);
});

it("names everything only if a menu links to the product that appears or disappears", async () => {
  const menus = { header: [{ text: "Link", to: "/linked?color=1#reviews" }], footer: [], small_print: [] };
  await updateSetting(db, shopMenus, { "ru-RU": menus, "en-US": menus });
  const category = await createCategory(db);
  const brandId = await createBrand(db);
  for (const [slug, isEverything] of [
    ["link", false],
    ["linked-2", false],
    ["linked", true],
  ] as const) {
    const changes = [
      () => createProduct(db, { slug, category, brandId }),
      () => db.updateTable("products").set({ status: "hidden" }).where("slug", "=", slug).execute(),
    ];
    for (const change of changes) {
      const state = await getState();
      await change();
      expect((await getTags(state)) === null).toBe(isEverything);
    }
  }
});

import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBrand, createCategory, createProduct } from "../../../api/src/catalog/fixtures.ts";
import { shopMenus } from "../../../api/src/content/menus/menu-settings.ts";
import { clearAllCaches } from "../../../api/src/platform/cache/cache.ts";
import { updateSetting } from "../../../api/src/platform/settings/settings.ts";
import { createQuestion, createReview } from "../../../api/src/reviews/fixtures.ts";
import { openTestShop } from "../../../api/test/harness.ts";
import { buildTestEdge, type CachedApi, startCachedApi, withoutRequestId } from "./fixtures.ts";

const shop = await openTestShop();
const { db, clock } = shop;
const edge = buildTestEdge(shop);
let api: CachedApi;
let category: Awaited<ReturnType<typeof createCategory>>;
let brandId: number;
let products: { id: number; slug: string }[];

beforeEach(async () => {
  category = await createCategory(db);
  brandId = await createBrand(db);
  products = [await createProduct(db), await createProduct(db)];
  api = await startCachedApi(shop, edge);
});
afterEach(() => api.stop());

type Case = { title: string; path: () => string; change: () => Promise<unknown>; prepare?: () => Promise<unknown> };

const linkInMenus = (to: string) => {
  const menus = { header: [{ text: "Link", to }], footer: [], small_print: [] };
  return updateSetting(db, shopMenus, { "ru-RU": menus, "en-US": menus });
};

const insertMedia = async () => {
  const key = randomBytes(8).toString("hex");
  const values = { key, mime: "image/png", width: 800, height: 1000 };
  return (await db.insertInto("media").values(values).returning("id").executeTakeFirstOrThrow()).id;
};

const addPicture = async (productId: number) =>
  db
    .insertInto("product_images")
    .values({ product_id: productId, position: 1, media_id: await insertMedia() })
    .execute();

const addPhoto = async (reviewId: number, position: number) =>
  db
    .insertInto("review_photos")
    .values({ review_id: reviewId, position, media_id: await insertMedia() })
    .execute();

const getSlug = (n: number) => products[n]?.slug ?? "";
const getId = (n: number) => products[n]?.id ?? 0;
const updateFirst = (values: { status?: "hidden"; slug?: string }) =>
  db.updateTable("products").set(values).where("id", "=", getId(0)).execute();
const getProductPath =
  (part = "") =>
  () =>
    `/v1/products/${getSlug(0)}${part}`;
const getConfigPath = () => "/v1/frontConfig";

let reviewId = 0;
const addReview = async () => {
  reviewId = (await createReview(db, { productId: getId(0) })).id;
  await addPhoto(reviewId, 1);
};

const cases: Case[] = [
  {
    title: "a product is hidden that a menu links to with a fragment",
    prepare: () => linkInMenus(`/${getSlug(0)}#reviews`),
    path: getConfigPath,
    change: () => updateFirst({ status: "hidden" }),
  },
  {
    title: "a product is renamed to a slug that a menu links to with a query",
    prepare: () => linkInMenus("/new-slug?color=1"),
    path: getConfigPath,
    change: () => updateFirst({ slug: "new-slug" }),
  },
  {
    title: "a product is created that a menu links to",
    prepare: () => linkInMenus("/linked-product"),
    path: getConfigPath,
    change: () => createProduct(db, { slug: "linked-product", category, brandId }),
  },
  {
    title: "a product is deleted that a menu links to",
    prepare: () => linkInMenus(`/${getSlug(1)}`),
    path: getConfigPath,
    change: () => db.deleteFrom("products").where("id", "=", getId(1)).execute(),
  },
  {
    title: "a photo of a review is added",
    prepare: addReview,
    path: getProductPath("/reviews?photos=1"),
    change: () => addPhoto(reviewId, 2),
  },
  {
    title: "a photo of a review is deleted",
    prepare: addReview,
    path: getProductPath("/reviews?photos=1"),
    change: () => db.deleteFrom("review_photos").where("review_id", "=", reviewId).execute(),
  },
  {
    title: "a photo of a review is replaced",
    prepare: addReview,
    path: getProductPath("/reviews"),
    change: async () =>
      db
        .updateTable("review_photos")
        .set({ media_id: await insertMedia() })
        .where("review_id", "=", reviewId)
        .execute(),
  },
  {
    title: "the size of an image is corrected",
    path: getProductPath(),
    change: () => db.updateTable("media").set({ width: 799 }).execute(),
  },
  {
    title: "a question is moved to another product",
    prepare: () => createQuestion(db, { productId: getId(0), answer: "Да" }),
    path: getProductPath("/questions"),
    change: () =>
      db
        .updateTable("questions")
        .set({ product_id: getId(1) })
        .execute(),
  },
  {
    title: "a picture is moved to another product",
    prepare: () => addPicture(getId(0)),
    path: getProductPath(),
    change: () =>
      db
        .updateTable("product_images")
        .set({ product_id: getId(1) })
        .where("product_id", "=", getId(0))
        .where("position", "=", 1)
        .execute(),
  },
];

it.each(cases)("serves a new response when $title", async ({ path, change, prepare }) => {
  await prepare?.();
  clearAllCaches();
  await api.watcher.update();
  clock.set(new Date(clock.now().getTime() + 17_000));
  const url = path();
  const [before, cached] = [await getBody(url), await getBody(url)];
  expect(cached).toEqual({ ...before, status: "hit" });
  await change();
  clearAllCaches();
  const after = await getBody(url);
  expect(after.body).not.toBe(before.body);
  const made = await edge.request(`http://shop.test${url}`, { headers: { "accept-language": "ru-RU" } });
  expect(after.body).toBe(withoutRequestId(await made.text()));
});

async function getBody(path: string) {
  const response = await fetch(`http://127.0.0.1:${api.port}${path}`, { headers: { "accept-language": "ru-RU" } });
  return { status: response.headers.get("x-cache"), body: withoutRequestId(await response.text()) };
}

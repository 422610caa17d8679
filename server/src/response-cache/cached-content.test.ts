import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createPost } from "../../../api/src/blog/fixtures.ts";
import { createBrand, createCategory, createProduct, updateProduct } from "../../../api/src/catalog/fixtures.ts";
import { newProductDays } from "../../../api/src/catalog/settings.ts";
import { type Db, withTransaction } from "../../../api/src/platform/db/database.ts";
import { updateSetting } from "../../../api/src/platform/settings/settings.ts";
import { createQuestion, createReview } from "../../../api/src/reviews/fixtures.ts";
import { openValkey } from "../../../api/src/platform/valkey/open-valkey.ts";
import type { Valkey } from "../../../api/src/platform/valkey/valkey.ts";
import { openTestShop, TEST_NOW } from "../../../api/test/harness.ts";
import {
  isValkeyInstalled,
  startValkeyServer,
  testTimeouts,
  type ValkeyServer,
} from "../../../api/test/valkey-server.ts";
import { buildTestEdge, type CachedApi, startCachedApi, withoutRequestId } from "./fixtures.ts";

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

const shop = await openTestShop();
const { db, clock } = shop;
const edge = buildTestEdge(shop);
let valkeyServer: ValkeyServer | undefined;
let valkey: Valkey | undefined;
let first: CachedApi;
/** Shares responses with the first one through Valkey. */
let second: CachedApi;
let content: { category: string; products: { id: number; slug: string }[]; brandIds: number[]; categories: Category[] };
type Category = Awaited<ReturnType<typeof createCategory>>;

beforeEach(async () => {
  const root = await createCategory(db);
  const categories = [
    root,
    await createCategory(db, { parent: root.id }),
    await createCategory(db, { parent: root.id }),
  ];
  const brandIds = [await createBrand(db), await createBrand(db)];
  const products = [];
  for (let count = 0; count < 6; count++)
    products.push(
      await createProduct(db, {
        category: pick(categories, count),
        brandId: pick(brandIds, count),
        unitsSold: count,
        publishedAt: new Date(TEST_NOW.getTime() - 60 * DAY_MS + count * 50 * SECOND_MS),
        ...(count < 2
          ? { oldPriceMinor: 2000_00, saleEndsAt: new Date(TEST_NOW.getTime() + (count + 1) * 40 * SECOND_MS) }
          : {}),
      }),
    );
  content = { category: root.slug, products, brandIds, categories };
  await Promise.all([first, second].map(async (process) => process?.stop()));
  [first, second] = [await startCachedApi(shop, edge, valkey), await startCachedApi(shop, edge, valkey)];
});
beforeAll(async () => {
  if (!isValkeyInstalled) return;
  valkeyServer = await startValkeyServer();
  valkey = await openValkey(valkeyServer.config, shop.app.log, testTimeouts);
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await valkey?.close();
  await valkeyServer?.close();
});

/** Ways in which content changes. `n` selects what is changed, and the new value. */
const changes: Readonly<Record<string, (db: Db, n: number) => Promise<unknown>>> = {
  price: (tx, n) => setVariant(tx, n, { price_minor: 500_00 + n * 100 }),
  sale: (tx, n) => {
    const endsAt = new Date(clock.now().getTime() + n * SECOND_MS);
    return setVariant(tx, n, { price_minor: 300_00 + n, old_price_minor: 5000_00, sale_ends_at: endsAt });
  },
  stock: (tx, n) => setVariant(tx, n, { stock: n % 3 }),
  "name of an option": (tx, n) => setVariant(tx, n, { name_ru: `Вариант ${n}` }),
  texts: (tx, n) => setProduct(tx, n, { name_ru: `Название ${n}`, description_ru: `<p>${n}</p>` }),
  status: (tx, n) => setProduct(tx, n, { status: n % 2 === 0 ? "hidden" : "active" }),
  sales: (tx, n) => setProduct(tx, n, { units_sold: n }),
  category: (tx, n) => {
    const category = pick(content.categories, n + 1);
    return setProduct(tx, n, { category_id: category.id, category_path: category.path });
  },
  brand: (tx, n) => setProduct(tx, n, { brand_id: pick(content.brandIds, n) }),
  composition: (_tx, n) => updateProduct(db, pickProduct(n).id, { composition: n % 2 ? "Water" : "Water, Alcohol" }),
  picture: (tx, n) =>
    sql`update product_images set option_id = null, position = position where product_id = ${pickProduct(n).id}`.execute(
      tx,
    ),
  "name of a brand": (tx, n) =>
    tx
      .updateTable("brands")
      .set({ name: `Brand ${n}` })
      .where("id", "=", pick(content.brandIds, n))
      .execute(),
  "name of a category": (tx, n) =>
    tx
      .updateTable("categories")
      .set({ name_ru: `Раздел ${n}` })
      .where("id", "=", pick(content.categories, n).id)
      .execute(),
  review: (_tx, n) => createReview(db, { productId: pickProduct(n).id, text: `Отзыв номер ${n}` }),
  question: (_tx, n) =>
    createQuestion(db, {
      productId: pickProduct(n).id,
      text: `Подойдёт ли он мне, если мне ${n} лет?`,
      answer: "Да",
    }),
  "text of a review": (tx, n) =>
    tx
      .updateTable("reviews")
      .set({ text: `Новый ${n}` })
      .execute(),
  post: (_tx, n) => createPost(db, { title: `Статья ${n}`, productIds: [pickProduct(n).id] }),
  "later post": (_tx, n) => createPost(db, { publishedAt: new Date(clock.now().getTime() + n * SECOND_MS) }),
  setting: (_tx, n) => updateSetting(db, newProductDays, 59 + (n % 3)),
  rate: (tx, n) => sql`insert into currency_rates (currency, rub_per_unit) values ('USD', ${80 + n})`.execute(tx),
  synonym: (tx, n) =>
    tx
      .insertInto("search_synonyms")
      .values({ word: `слово${n}`, synonym: "крем" })
      .onConflict((on) => on.doNothing())
      .execute(),
  "words of the catalog": (tx) => sql`select refresh_search_vocabulary()`.execute(tx),
  deletion: (tx, n) => {
    if (n % 7 !== 0) return Promise.resolve();
    const { id } = pickProduct(n);
    deletedIds.add(id);
    return tx.deleteFrom("products").where("id", "=", id).execute();
  },
};

const deletedIds = new Set<number>();
/** Returns a product that was not deleted. */
const pickProduct = (n: number) =>
  pick(
    content.products.filter(({ id }) => !deletedIds.has(id)),
    n,
  );

const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;

function setVariant(tx: Db, n: number, values: Record<string, unknown>) {
  return tx.updateTable("product_variants").set(values).where("product_id", "=", pickProduct(n).id).execute();
}

function setProduct(tx: Db, n: number, values: Record<string, unknown>) {
  return tx.updateTable("products").set(values).where("id", "=", pickProduct(n).id).execute();
}

function listPaths(): string[] {
  const { category, products, brandIds, categories } = content;
  return [
    ...["/v1/frontConfig", "/v1/home", "/v1/categories", "/v1/manufacturers", "/v1/blog?per_page=5"],
    ...products.flatMap(({ slug }) =>
      ["", "/similar", "/reviews", "/questions"].map((part) => `/v1/products/${slug}${part}`),
    ),
    ...[`/v1/products?category=${category}`, `/v1/products?category=${categories[1]?.slug}&sort=price_asc`],
    ...[
      `/v1/products?maker=${brandIds[0]}`,
      "/v1/products?collection=best-sales",
      "/v1/products?collection=new-products",
      `/v1/products?category=${category}&collection=best-sales`,
    ],
    ...[
      "/v1/products?without=alcohol",
      "/v1/ingredients",
      "/v1/ingredients/water",
      "/v1/products?in_stock=1&sort=rating",
    ],
    ...["крем", "название 7", "названее", "слово5"].flatMap((q) => [
      `/v1/products?q=${encodeURIComponent(q)}`,
      `/v1/search/suggest?q=${encodeURIComponent(q)}`,
    ]),
  ];
}

type Counts = Record<string, number>;

const COMPARISONS_PER_RESTART = 5;
let comparisonCount = 0;

/**
 * Compares each response of both processes with one that is made for the comparison. The second process uses what the first
 * one has stored, and is restarted now and then. Counts where the responses came from.
 */
async function compareAll(counts: Counts): Promise<void> {
  await compareProcess(first, counts);
  if (comparisonCount++ % COMPARISONS_PER_RESTART === 0) second.restart();
  if (valkey) await compareProcess(second, counts);
}

async function compareProcess({ port }: CachedApi, counts: Counts): Promise<void> {
  for (const path of listPaths()) {
    const headers = { "accept-language": "ru-RU", currency: "USD", "delivery-country": "RU" };
    const served = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const made = await edge.request(`http://shop.test${path}`, { headers });
    expect({ path, body: withoutRequestId(await served.text()) }).toEqual({
      ...{ path, body: withoutRequestId(await made.text()) },
    });
    const status = served.headers.get("x-cache") ?? "none";
    counts[status] = (counts[status] ?? 0) + 1;
  }
}

it("finds a product by a word that was written since the search was cached", async () => {
  const search = () => getCached(`/v1/products?q=${encodeURIComponent("неповторимый")}`);
  await first.watcher.update();
  clock.set(new Date(clock.now().getTime() + 17 * SECOND_MS));
  await search();
  expect(await search()).toMatchObject({ status: "hit", total: 0 });
  await setProduct(db, 0, { description_ru: "<p>Неповторимый аромат</p>" });
  expect(await search()).toMatchObject({ total: 1 });
});

async function getCached(path: string) {
  const response = await fetch(`http://127.0.0.1:${first.port}${path}`, { headers: { "accept-language": "ru-RU" } });
  const { data } = (await response.json()) as { data: { total: number } };
  return { status: response.headers.get("x-cache"), total: data.total };
}

it("serves from the cache what a new response would have, whatever changes", { timeout: 180_000 }, async () => {
  await first.watcher.update();
  clock.set(new Date(TEST_NOW.getTime() + 17 * SECOND_MS));
  const counts: Counts = {};
  const step = fc.record({
    change: fc.constantFrom(...Object.keys(changes)),
    n: fc.integer({ min: 1, max: 30 }),
    pauseMs: fc.constantFrom(0, 0, 2, 15, 60).map((seconds) => seconds * SECOND_MS),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 6 }), async (steps) => {
      for (const { change, n, pauseMs } of steps) {
        await compareAll(counts);
        await withTransaction(db, async (tx) => {
          await changes[change]?.(tx, n);
          // The change is not committed yet: what is read now must not be kept.
          await compareAll(counts);
        });
        await compareAll(counts);
        clock.set(new Date(clock.now().getTime() + pauseMs));
      }
      await compareAll(counts);
    }),
    { numRuns: 3, endOnFailure: true },
  );
  expect(counts["hit"]).toBeGreaterThan(100);
  if (valkey) expect(counts["shared"]).toBeGreaterThan(100);
});

import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { createReview } from "../fixtures.ts";
import { countReviewWords } from "./count-words.ts";

const shop = await openTestShop();
const { db } = shop;

let productId: number;
beforeEach(async () => {
  ({ id: productId } = await createProduct(db));
});

type Query = { query?: string; locale?: "ru-RU" | "en-US" };
const getReviews = async ({ query = "", locale = "ru-RU" }: Query = {}) =>
  (await shop.request("GET", `/v1/products/${productId}/reviews?${query}`, { locale })).body.data;
const createReviews = async (texts: readonly string[], options: Partial<Parameters<typeof createReview>[1]> = {}) => {
  for (const text of texts) await createReview(db, { productId, text, ...options });
};
const listStale = () => db.selectFrom("review_word_updates").select("product_id").execute();

describe("frequent words", () => {
  it("are counted once a review, over all forms, without stop words and words of the name", async () => {
    await db.updateTable("products").set({ name_ru: "Лосьон с рисом" }).where("id", "=", productId).execute();
    await createReviews([
      "Запах лёгкий, запах быстро уходит. Лосьон очень хороший",
      "Без запаха. Лосьон лёгкий",
      "Запахи разные, но лёгкие",
      "Расход небольшой",
      "",
    ]);
    await createReviews(["Запах есть"], { status: "pending" });
    await createReviews(["The scent is light", "A light scent", "Light, no scent"], { locale: "en-US" });
    expect(await countReviewWords(shop.app)).toBe(1);
    const { words } = await getReviews();
    expect(words).toHaveLength(2);
    expect(words).toEqual(
      expect.arrayContaining([
        { word: "запах", count: 3 },
        { word: "лёгкий", count: 3 },
      ]),
    );
    expect((await getReviews({ locale: "en-US" })).words).toEqual([
      { word: "light", count: 3 },
      { word: "scent", count: 3 },
    ]);
  });

  it("filter the reviews in their language by any form, as many as were counted", async () => {
    await createReviews(["Запах слабый", "Не люблю такие запахи", "Без запаха", "Хорошо"]);
    await createReviews(["Запах"], { locale: "en-US" });
    await countReviewWords(shop.app);
    const [word] = (await getReviews()).words;
    const filtered = await getReviews({ query: `word=${encodeURIComponent("Запахом")}&per_page=2` });
    expect([filtered.total, filtered.items.length, filtered.count]).toEqual([word?.count, 2, 5]);
    expect((await getReviews({ query: `word=${encodeURIComponent("очень")}` })).total).toBe(0);
    expect((await shop.request("GET", `/v1/products/${productId}/reviews?word=ab`)).status).toBe(422);
  });

  it("are counted again after a review is published, changed, unpublished or deleted", async () => {
    await createReviews(["Запах", "Запах", "Запах"]);
    expect(await countReviewWords(shop.app)).toBe(1);
    expect(await countReviewWords(shop.app)).toBe(0);
    await db.updateTable("reviews").set({ helpful_count: 4, shop_answer: "Спасибо" }).execute();
    expect(await listStale()).toEqual([]);
    const { id } = await createReview(db, { productId, text: "Запах", status: "pending" });
    expect(await listStale()).toEqual([]);
    const changes = [
      { status: "published", published_at: new Date() },
      { text: "Текстура" },
      { status: "rejected" },
    ] as const;
    const counts = [];
    for (const change of changes) {
      await db.updateTable("reviews").set(change).where("id", "=", id).execute();
      await countReviewWords(shop.app);
      counts.push((await getReviews()).words[0]?.count);
    }
    expect(counts).toEqual([4, 3, 3]);
    await db.deleteFrom("reviews").execute();
    await countReviewWords(shop.app);
    expect((await getReviews()).words).toEqual([]);
  });

  it("are counted after a review that is published during the count", async () => {
    await createReviews(["Запах", "Запах"]);
    const { id } = await createReview(db, { productId, text: "Запах", status: "pending" });
    const published = Promise.withResolvers<void>();
    const committed = Promise.withResolvers<void>();
    const publishing = withTransaction(db, async (tx) => {
      const values = { status: "published", published_at: new Date() } as const;
      await tx.updateTable("reviews").set(values).where("id", "=", id).execute();
      published.resolve();
      await committed.promise;
    });
    await published.promise;
    await countReviewWords(shop.app);
    committed.resolve();
    await publishing;
    await countReviewWords(shop.app);
    expect((await getReviews()).words).toEqual([{ word: "запах", count: 3 }]);
  });
});

it("lists reviews in the shopper's language first, whatever the sort", async () => {
  const createDate = (day: number) => new Date(Date.UTC(2026, 0, day));
  await createReviews(["a"], { rating: 5, publishedAt: createDate(1) });
  await createReviews(["b"], { rating: 3, publishedAt: createDate(2), helpful: 4 });
  await createReviews(["c"], { rating: 5, publishedAt: createDate(3), locale: "en-US" });
  await createReviews(["d"], { rating: 1, publishedAt: createDate(4), locale: "en-US" });
  const getTexts = async (query: Query) => (await getReviews(query)).items.map(({ text }) => text).join("");
  expect(await getTexts({ query: "sort=new" })).toBe("badc");
  expect(await getTexts({ query: "sort=high" })).toBe("abcd");
  expect(await getTexts({ query: "sort=low" })).toBe("badc");
  expect(await getTexts({ query: "sort=new", locale: "en-US" })).toBe("dcba");
  expect(await getTexts({ query: "group=good" })).toBe("ac");
  expect(await getTexts({ query: "group=fair&per_page=1&page=2" })).toBe("d");
});

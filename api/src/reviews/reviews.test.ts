import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createReview } from "./fixtures.ts";

const shop = await openTestShop();
const { db } = shop;

it("lists published reviews, and card, page and list agree on the rating", async () => {
  const product = await createProduct(db);
  for (const rating of [5, 5, 4]) await createReview(db, { productId: product.id, rating });
  await createReview(db, { productId: product.id, rating: 1, status: "pending" });
  await createReview(db, { productId: product.id, rating: 1, status: "rejected" });
  const { body } = await shop.request("GET", `/v1/products/${product.slug}/reviews?per_page=2`);
  expect(body.data).toMatchObject({
    total: 3,
    count: 3,
    average: 4.7,
    histogram: [0, 0, 0, 1, 2],
    page: 1,
    per_page: 2,
    own: null,
  });
  expect(body.data.items).toHaveLength(2);
  const card = (await shop.request("GET", `/v1/products?ids=${product.id}`)).body.data.items[0];
  expect([card?.rating, card?.reviews_count]).toEqual([4.7, 3]);
  expect((await shop.request("GET", "/v1/products/none/reviews")).body.code).toBe("product_not_found");
});

it("updates the rating when a review is published, changed or deleted", async () => {
  const product = await createProduct(db);
  const getProduct = async () => (await shop.request("GET", `/v1/products/${product.id}`)).body.data;
  await createReview(db, { productId: product.id, rating: 2, status: "pending" });
  expect((await getProduct()).reviews_count).toBe(0);
  await db.updateTable("reviews").set({ status: "published", published_at: new Date() }).execute();
  expect(await getProduct()).toMatchObject({ reviews_count: 1, rating: 2 });
  await db.updateTable("reviews").set({ rating: 4 }).execute();
  expect((await getProduct()).rating).toBe(4);
  const other = await createProduct(db);
  await db.updateTable("reviews").set({ product_id: other.id }).execute();
  expect((await getProduct()).reviews_count).toBe(0);
  expect((await shop.request("GET", `/v1/products/${other.id}`)).body.data.reviews_count).toBe(1);
  await db.deleteFrom("reviews").execute();
  expect((await shop.request("GET", `/v1/products/${other.id}`)).body.data).toMatchObject({
    reviews_count: 0,
    rating: 0,
  });
});

it("sorts and filters by stars, while the histogram counts all reviews", async () => {
  const { id: productId } = await createProduct(db);
  const createDate = (n: number) => new Date(Date.UTC(2026, 0, n));
  await createReview(db, { productId, rating: 4, text: "a", publishedAt: createDate(1), helpful: 3 });
  await createReview(db, { productId, rating: 1, text: "b", publishedAt: createDate(2) });
  await createReview(db, { productId, rating: 5, text: "c", publishedAt: createDate(3), helpful: 1 });
  const getTexts = async (query: string) => {
    const { data } = (await shop.request("GET", `/v1/products/${productId}/reviews?${query}`)).body;
    expect(data.count).toBe(3);
    return data.items.map((item) => item.text).join("");
  };
  expect(await getTexts("")).toBe("cba");
  expect(await getTexts("sort=helpful")).toBe("acb");
  expect(await getTexts("sort=high")).toBe("cab");
  expect(await getTexts("sort=low")).toBe("bac");
  expect(await getTexts("stars=4")).toBe("a");
  expect(await getTexts("sort=low&per_page=2&page=2")).toBe("c");
  const { data } = (await shop.request("GET", `/v1/products/${productId}/reviews?stars=2`)).body;
  expect([data.total, data.items, data.histogram]).toEqual([0, [], [1, 0, 0, 1, 1]]);
  for (const query of ["stars=6", "sort=loud", "per_page=97", "page=0"])
    expect((await shop.request("GET", `/v1/products/${productId}/reviews?${query}`)).status).toBe(422);
});

it("lets a customer vote a review helpful once, and undo it", async () => {
  const { id: productId } = await createProduct(db);
  const { id, author } = await createReview(db, { productId });
  const { token } = await createTestCustomer(db);
  const vote = (method: "POST" | "DELETE", voterToken = token) =>
    shop.request(method, `/v1/reviews/${id}/helpful`, { token: voterToken });
  const getReview = async (voterToken?: string) =>
    (await shop.request("GET", `/v1/products/${productId}/reviews`, voterToken ? { token: voterToken } : {})).body.data
      .items[0];
  const responses = await Promise.all([vote("POST"), vote("POST"), vote("POST")]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await getReview(token)).toMatchObject({ helpful: 1, voted: true });
  expect(await getReview()).toMatchObject({ helpful: 1, voted: false });
  expect((await vote("DELETE")).body.data).toEqual({ helpful: 0, voted: false });
  expect((await vote("DELETE")).body.data).toEqual({ helpful: 0, voted: false });
  expect((await vote("POST", author.token)).body.code).toBe("review_own");
  const hidden = await createReview(db, { productId, status: "pending" });
  const voteHidden = await shop.request("POST", `/v1/reviews/${hidden.id}/helpful`, { token });
  expect([voteHidden.status, voteHidden.body.code]).toEqual([404, "review_not_found"]);
  expect((await shop.request("POST", `/v1/reviews/${id}/helpful`)).status).toBe(401);
});

it("counts every vote when many customers vote at once", async () => {
  const { id: productId } = await createProduct(db);
  const { id } = await createReview(db, { productId });
  const voters = await Promise.all(Array.from({ length: 12 }, () => createTestCustomer(db)));
  await Promise.all(voters.map(({ token }) => shop.request("POST", `/v1/reviews/${id}/helpful`, { token })));
  const { data } = (await shop.request("GET", `/v1/products/${productId}/reviews`)).body;
  expect(data.items[0]?.helpful).toBe(12);
});

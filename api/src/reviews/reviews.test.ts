import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { aReview } from "./fixtures.ts";

const shop = await openTestShop();
const { db } = shop;

it("lists what is published, and the card, the page and the list agree on the rating", async () => {
  const product = await aProduct(db);
  for (const rating of [5, 5, 4]) await aReview(db, { productId: product.id, rating });
  await aReview(db, { productId: product.id, rating: 1, status: "pending" });
  await aReview(db, { productId: product.id, rating: 1, status: "rejected" });
  const { body } = await shop.ask("GET", `/v1/products/${product.slug}/reviews?per_page=2`);
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
  const card = (await shop.ask("GET", `/v1/products?ids=${product.id}`)).body.data.items[0];
  expect([card?.rating, card?.reviews_count]).toEqual([4.7, 3]);
  expect((await shop.ask("GET", "/v1/products/none/reviews")).body.code).toBe("product_not_found");
});

it("follows when a review is published, changed or taken away", async () => {
  const product = await aProduct(db);
  const shown = async () => (await shop.ask("GET", `/v1/products/${product.id}`)).body.data;
  await aReview(db, { productId: product.id, rating: 2, status: "pending" });
  expect((await shown()).reviews_count).toBe(0);
  await db.updateTable("reviews").set({ status: "published", published_at: new Date() }).execute();
  expect(await shown()).toMatchObject({ reviews_count: 1, rating: 2 });
  await db.updateTable("reviews").set({ rating: 4 }).execute();
  expect((await shown()).rating).toBe(4);
  const other = await aProduct(db);
  await db.updateTable("reviews").set({ product_id: other.id }).execute();
  expect((await shown()).reviews_count).toBe(0);
  expect((await shop.ask("GET", `/v1/products/${other.id}`)).body.data.reviews_count).toBe(1);
  await db.deleteFrom("reviews").execute();
  expect((await shop.ask("GET", `/v1/products/${other.id}`)).body.data).toMatchObject({ reviews_count: 0, rating: 0 });
});

it("sorts, and keeps to the stars asked for, while the histogram stays that of all", async () => {
  const { id: productId } = await aProduct(db);
  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  await aReview(db, { productId, rating: 4, text: "a", publishedAt: day(1), helpful: 3 });
  await aReview(db, { productId, rating: 1, text: "b", publishedAt: day(2) });
  await aReview(db, { productId, rating: 5, text: "c", publishedAt: day(3), helpful: 1 });
  const texts = async (query: string) => {
    const { data } = (await shop.ask("GET", `/v1/products/${productId}/reviews?${query}`)).body;
    expect(data.count).toBe(3);
    return data.items.map((item) => item.text).join("");
  };
  expect(await texts("")).toBe("cba");
  expect(await texts("sort=helpful")).toBe("acb");
  expect(await texts("sort=high")).toBe("cab");
  expect(await texts("sort=low")).toBe("bac");
  expect(await texts("stars=4")).toBe("a");
  expect(await texts("sort=low&per_page=2&page=2")).toBe("c");
  const { data } = (await shop.ask("GET", `/v1/products/${productId}/reviews?stars=2`)).body;
  expect([data.total, data.items, data.histogram]).toEqual([0, [], [1, 0, 0, 1, 1]]);
  for (const query of ["stars=6", "sort=loud", "per_page=97", "page=0"])
    expect((await shop.ask("GET", `/v1/products/${productId}/reviews?${query}`)).status).toBe(422);
});

it("lets a customer find a review helpful once, and take it back", async () => {
  const { id: productId } = await aProduct(db);
  const { id, author } = await aReview(db, { productId });
  const { token } = await aCustomer(db);
  const vote = (method: "POST" | "DELETE", as = token) => shop.ask(method, `/v1/reviews/${id}/helpful`, { token: as });
  const seen = async (as?: string) =>
    (await shop.ask("GET", `/v1/products/${productId}/reviews`, as ? { token: as } : {})).body.data.items[0];
  const both = await Promise.all([vote("POST"), vote("POST"), vote("POST")]);
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await seen(token)).toMatchObject({ helpful: 1, voted: true });
  expect(await seen()).toMatchObject({ helpful: 1, voted: false });
  expect((await vote("DELETE")).body.data).toEqual({ helpful: 0, voted: false });
  expect((await vote("DELETE")).body.data).toEqual({ helpful: 0, voted: false });
  expect((await vote("POST", author.token)).body.code).toBe("review_own");
  const hidden = await aReview(db, { productId, status: "pending" });
  const voteHidden = await shop.ask("POST", `/v1/reviews/${hidden.id}/helpful`, { token });
  expect([voteHidden.status, voteHidden.body.code]).toEqual([404, "review_not_found"]);
  expect((await shop.ask("POST", `/v1/reviews/${id}/helpful`)).status).toBe(401);
});

it("counts every vote of many at once", async () => {
  const { id: productId } = await aProduct(db);
  const { id } = await aReview(db, { productId });
  const voters = await Promise.all(Array.from({ length: 12 }, () => aCustomer(db)));
  await Promise.all(voters.map(({ token }) => shop.ask("POST", `/v1/reviews/${id}/helpful`, { token })));
  const { data } = (await shop.ask("GET", `/v1/products/${productId}/reviews`)).body;
  expect(data.items[0]?.helpful).toBe(12);
});

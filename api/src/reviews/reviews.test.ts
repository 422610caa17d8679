import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";

const shop = await openTestShop();

async function aReview(
  productId: number,
  rating: number,
  status: "published" | "pending" | "rejected" = "published",
): Promise<void> {
  const { id } = await aCustomer(shop.db);
  await shop.db
    .insertInto("reviews")
    .values({
      product_id: productId,
      customer_id: id,
      rating,
      text: "Хорошо",
      locale: "ru-RU",
      author_name: "Анна К.",
      status,
      published_at: status === "published" ? new Date("2026-01-01T00:00:00Z") : null,
    })
    .execute();
}

it("lists what is published, and the card, the page and the list agree on the rating", async () => {
  const product = await aProduct(shop.db);
  for (const rating of [5, 5, 4]) await aReview(product.id, rating);
  await aReview(product.id, 1, "pending");
  await aReview(product.id, 1, "rejected");
  const { body } = await shop.ask("GET", `/v1/products/${product.slug}/reviews?per_page=2`);
  expect(body.data).toMatchObject({
    total: 3,
    count: 3,
    average: 4.7,
    histogram: [0, 0, 0, 1, 2],
    page: 1,
    per_page: 2,
  });
  expect(body.data.items).toHaveLength(2);
  const card = (await shop.ask("GET", `/v1/products?ids=${product.id}`)).body.data.items[0];
  expect([card?.rating, card?.reviews_count]).toEqual([4.7, 3]);
  expect((await shop.ask("GET", "/v1/products/none/reviews")).body.code).toBe("product_not_found");
});

it("follows when a review is published, changed or taken away", async () => {
  const product = await aProduct(shop.db);
  const shown = async () => (await shop.ask("GET", `/v1/products/${product.id}`)).body.data;
  await aReview(product.id, 2, "pending");
  expect((await shown()).reviews_count).toBe(0);
  await shop.db.updateTable("reviews").set({ status: "published", published_at: new Date() }).execute();
  expect(await shown()).toMatchObject({ reviews_count: 1, rating: 2 });
  await shop.db.updateTable("reviews").set({ rating: 4 }).execute();
  expect((await shown()).rating).toBe(4);
  await shop.db.deleteFrom("reviews").execute();
  expect(await shown()).toMatchObject({ reviews_count: 0, rating: 0 });
});

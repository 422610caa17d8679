import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";

const shop = await openTestShop();
const changeWishlist = (method: "POST" | "DELETE", token: string, id: number | string) =>
  shop.request(method, `/v1/user/wishlist/${id}`, { token });
const getWishlistCount = async (token: string) =>
  (await shop.request("GET", "/v1/user/wishlistcount", { token })).body.data;

describe("the wishlist", () => {
  it("adds and removes products, idempotently", async () => {
    const { token } = await createTestCustomer(shop.db);
    const [cream, soap] = [await createProduct(shop.db), await createProduct(shop.db)];
    expect((await changeWishlist("POST", token, cream.id)).body.data).toEqual({ count: 1, ids: [cream.id] });
    shop.clock.advance(1000);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await changeWishlist("POST", token, soap.id);
      expect([status, body.data]).toEqual([200, { count: 2, ids: [soap.id, cream.id] }]);
    }
    expect(await getWishlistCount(token)).toEqual({ count: 2, ids: [soap.id, cream.id] });
    for (let times = 0; times < 2; times++) {
      const { status, body } = await changeWishlist("DELETE", token, cream.id);
      expect([status, body.data]).toEqual([200, { count: 1, ids: [soap.id] }]);
    }
  });

  it("adds a product once with concurrent requests", async () => {
    const { token } = await createTestCustomer(shop.db);
    const { id } = await createProduct(shop.db);
    const responses = await Promise.all(Array.from({ length: 6 }, () => changeWishlist("POST", token, id)));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect(await getWishlistCount(token)).toEqual({ count: 1, ids: [id] });
  });

  it("shows cards in the requested currency, most recently added first", async () => {
    const { token } = await createTestCustomer(shop.db);
    const [cream, soap] = [await createProduct(shop.db), await createProduct(shop.db, { stock: 0 })];
    await changeWishlist("POST", token, soap.id);
    shop.clock.advance(1000);
    await changeWishlist("POST", token, cream.id);
    const { body } = await shop.request("GET", "/v1/user/wishlist", { token, currency: "usd" });
    expect(body.data.items).toMatchObject([
      { id: cream.id, name: cream.name, available_for_order: true, price: { iso_code: "USD" } },
      { id: soap.id, name: soap.name, available_for_order: false },
    ]);
  });

  it("is empty at first, and leaves out products that the shop no longer shows", async () => {
    const { token } = await createTestCustomer(shop.db);
    expect((await shop.request("GET", "/v1/user/wishlist", { token })).body.data).toEqual({ items: [] });
    const { id } = await createProduct(shop.db);
    await changeWishlist("POST", token, id);
    await shop.db.updateTable("products").set({ status: "discontinued" }).where("id", "=", id).execute();
    expect(await getWishlistCount(token)).toEqual({ count: 0, ids: [] });
    expect((await shop.request("GET", "/v1/user/wishlist", { token })).body.data).toEqual({ items: [] });
    expect((await changeWishlist("DELETE", token, id)).status).toBe(200);
    expect(await shop.db.selectFrom("wishlist_items").selectAll().execute()).toEqual([]);
  });

  it("refuses an unknown or hidden product and an invalid id", async () => {
    const { token } = await createTestCustomer(shop.db);
    const hidden = await createProduct(shop.db, { status: "hidden" });
    for (const id of [hidden.id, 2_000_000_000]) {
      const { status, body } = await changeWishlist("POST", token, id);
      expect([status, body.code]).toEqual([404, "product_not_found"]);
    }
    expect((await changeWishlist("POST", token, "cream")).status).toBe(422);
    expect((await changeWishlist("DELETE", token, 2_000_000_000)).body.data).toEqual({ count: 0, ids: [] });
  });

  it("is limited to 500 products; adding one that it already has is accepted", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    const products = await Promise.all(Array.from({ length: 3 }, () => createProduct(shop.db)));
    const [first, second, third] = products.map((product) => product.id) as [number, number, number];
    const base = await shop.db.selectFrom("products").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
    const { id: _id, ...row } = base;
    const insertedProducts = await shop.db
      .insertInto("products")
      .values(
        Array.from({ length: 497 }, (_, n) => ({
          ...row,
          characteristics: "[]",
          seo: "{}",
          slug: `more-${n}`,
          reference: `MORE-${n}`,
        })),
      )
      .returning("id")
      .execute();
    await shop.db
      .insertInto("wishlist_items")
      .values(
        [...insertedProducts, { id: first }, { id: second }].map((product) => ({
          customer_id: id,
          product_id: product.id,
        })),
      )
      .execute();
    expect((await changeWishlist("POST", token, third)).body.data.count).toBe(500);
    expect((await changeWishlist("POST", token, third)).status).toBe(200);
    const extra = await createProduct(shop.db);
    const refused = await changeWishlist("POST", token, extra.id);
    expect([refused.status, refused.body.code]).toEqual([409, "wishlist_full"]);
    expect(refused.body.message).toBe("В избранном уже 500 товаров. Удалите ненужные, чтобы добавить новый.");
  });

  it("is visible to its owner only and requires authentication", async () => {
    const [maria, anna] = [await createTestCustomer(shop.db), await createTestCustomer(shop.db)];
    const { id } = await createProduct(shop.db);
    await changeWishlist("POST", maria.token, id);
    await changeWishlist("DELETE", anna.token, id);
    expect([(await getWishlistCount(anna.token)).count, (await getWishlistCount(maria.token)).count]).toEqual([0, 1]);
    for (const [method, path] of [
      ["GET", "wishlist"],
      ["GET", "wishlistcount"],
      ["POST", `wishlist/${id}`],
      ["DELETE", `wishlist/${id}`],
    ] as const)
      expect((await shop.request(method, `/v1/user/${path}`)).status).toBe(401);
  });
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";

const shop = await openTestShop();
const change = (method: "POST" | "DELETE", token: string, id: number | string) =>
  shop.ask(method, `/v1/user/wishlist/${id}`, { token });
const counted = async (token: string) => (await shop.ask("GET", "/v1/user/wishlistcount", { token })).body.data;

describe("the wishlist", () => {
  it("takes products in and out, and doing it again changes nothing", async () => {
    const { token } = await aCustomer(shop.db);
    const [cream, soap] = [await aProduct(shop.db), await aProduct(shop.db)];
    expect((await change("POST", token, cream.id)).body.data).toEqual({ count: 1, ids: [cream.id] });
    shop.clock.advance(1000);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await change("POST", token, soap.id);
      expect([status, body.data]).toEqual([200, { count: 2, ids: [soap.id, cream.id] }]);
    }
    expect(await counted(token)).toEqual({ count: 2, ids: [soap.id, cream.id] });
    for (let times = 0; times < 2; times++) {
      const { status, body } = await change("DELETE", token, cream.id);
      expect([status, body.data]).toEqual([200, { count: 1, ids: [soap.id] }]);
    }
  });

  it("takes a product in once when it is asked many times at once", async () => {
    const { token } = await aCustomer(shop.db);
    const { id } = await aProduct(shop.db);
    const answers = await Promise.all(Array.from({ length: 6 }, () => change("POST", token, id)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await counted(token)).toEqual({ count: 1, ids: [id] });
  });

  it("shows cards in the asked currency, the latest first", async () => {
    const { token } = await aCustomer(shop.db);
    const [cream, soap] = [await aProduct(shop.db), await aProduct(shop.db, { stock: 0 })];
    await change("POST", token, soap.id);
    shop.clock.advance(1000);
    await change("POST", token, cream.id);
    const { body } = await shop.ask("GET", "/v1/user/wishlist", { token, currency: "usd" });
    expect(body.data.items).toMatchObject([
      { id: cream.id, name: cream.name, available_for_order: true, price: { iso_code: "USD" } },
      { id: soap.id, name: soap.name, available_for_order: false },
    ]);
  });

  it("is empty at first, and leaves out what the shop shows no more", async () => {
    const { token } = await aCustomer(shop.db);
    expect((await shop.ask("GET", "/v1/user/wishlist", { token })).body.data).toEqual({ items: [] });
    const { id } = await aProduct(shop.db);
    await change("POST", token, id);
    await shop.db.updateTable("products").set({ status: "discontinued" }).where("id", "=", id).execute();
    expect(await counted(token)).toEqual({ count: 0, ids: [] });
    expect((await shop.ask("GET", "/v1/user/wishlist", { token })).body.data).toEqual({ items: [] });
    expect((await change("DELETE", token, id)).status).toBe(200);
    expect(await shop.db.selectFrom("wishlist_items").selectAll().execute()).toEqual([]);
  });

  it("refuses a product that is unknown or hidden, and an id that is none", async () => {
    const { token } = await aCustomer(shop.db);
    const hidden = await aProduct(shop.db, { status: "hidden" });
    for (const id of [hidden.id, 2_000_000_000]) {
      const { status, body } = await change("POST", token, id);
      expect([status, body.code]).toEqual([404, "product_not_found"]);
    }
    expect((await change("POST", token, "cream")).status).toBe(422);
    expect((await change("DELETE", token, 2_000_000_000)).body.data).toEqual({ count: 0, ids: [] });
  });

  it("ends at five hundred, counting the new ones only", async () => {
    const { id, token } = await aCustomer(shop.db);
    const products = await Promise.all(Array.from({ length: 3 }, () => aProduct(shop.db)));
    const [first, second, third] = products.map((product) => product.id) as [number, number, number];
    const base = await shop.db.selectFrom("products").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
    const { id: _id, ...row } = base;
    const more = await shop.db
      .insertInto("products")
      .values(
        Array.from({ length: 497 }, (_, n) => ({
          ...row,
          characteristics: "[]",
          head: "{}",
          slug: `more-${n}`,
          reference: `MORE-${n}`,
        })),
      )
      .returning("id")
      .execute();
    await shop.db
      .insertInto("wishlist_items")
      .values([...more, { id: first }, { id: second }].map((product) => ({ customer_id: id, product_id: product.id })))
      .execute();
    expect((await change("POST", token, third)).body.data.count).toBe(500);
    expect((await change("POST", token, third)).status).toBe(200);
    const extra = await aProduct(shop.db);
    const refused = await change("POST", token, extra.id);
    expect([refused.status, refused.body.code]).toEqual([409, "wishlist_full"]);
    expect(refused.body.message).toBe("В избранном уже 500 товаров. Удалите ненужные, чтобы добавить новый.");
  });

  it("is its owner's alone and needs login", async () => {
    const [maria, anna] = [await aCustomer(shop.db), await aCustomer(shop.db)];
    const { id } = await aProduct(shop.db);
    await change("POST", maria.token, id);
    await change("DELETE", anna.token, id);
    expect([(await counted(anna.token)).count, (await counted(maria.token)).count]).toEqual([0, 1]);
    for (const [method, path] of [
      ["GET", "wishlist"],
      ["GET", "wishlistcount"],
      ["POST", `wishlist/${id}`],
      ["DELETE", `wishlist/${id}`],
    ] as const)
      expect((await shop.ask(method, `/v1/user/${path}`)).status).toBe(401);
  });
});

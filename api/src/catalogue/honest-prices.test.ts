import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aCustomer } from "../account/fixtures.ts";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { agePrices, aProduct } from "./fixtures.ts";

const shop = await openTestShop();

/** Asks a price for the only form of a product, from now on. */
async function ask(id: number, price: number, declared: number | null = null, ends: Date | null = null) {
  await shop.db
    .updateTable("product_variants")
    .set({ price_minor: price * 100, old_price_minor: declared && declared * 100, sale_ends_at: ends })
    .where("product_id", "=", id)
    .execute();
}

/** What a card says: price, crossed-out price, percent. */
async function shownOf(id: number) {
  const { body } = await shop.ask("GET", `/v1/products/${id}`);
  const { current, old, discount_percent } = body.data.price;
  return [current, old, discount_percent];
}

async function historyOf(id: number): Promise<number[]> {
  const rows = await shop.db
    .selectFrom("price_history")
    .select("price_minor")
    .where("product_id", "=", id)
    .orderBy("valid_from")
    .execute();
  return rows.map((row) => row.price_minor / 100);
}

describe("what is crossed out", () => {
  it("is the price before the drop, though more was declared", async () => {
    const { id } = await aProduct(shop.db, { priceMinor: 1000_00 });
    await ask(id, 750, 1500);
    expect(await shownOf(id)).toEqual([750, 1000, 25]);
    const { body } = await shop.ask("GET", "/v1/products?collection=prices-drop");
    expect(body.data.items[0]?.price).toMatchObject({ current: 750, old: 1000, discount_percent: 25 });
  });

  it("is the declared price where that is less", async () => {
    const { id } = await aProduct(shop.db, { priceMinor: 1000_00 });
    await ask(id, 750, 900);
    expect(await shownOf(id)).toEqual([750, 900, 17]);
  });

  it("is the lowest of the 30 days before: a price raised for the sale is none", async () => {
    const { id } = await aProduct(shop.db, { priceMinor: 800_00 });
    await ask(id, 1200);
    await agePrices(shop.db, id, 5);
    await ask(id, 700, 1200);
    expect(await shownOf(id)).toEqual([700, 800, 13]);
  });

  it("forgets what was asked for longer ago than that", async () => {
    const { id } = await aProduct(shop.db, { priceMinor: 500_00 });
    await ask(id, 1200);
    await agePrices(shop.db, id, 31);
    await ask(id, 700, 1300);
    expect(await shownOf(id)).toEqual([700, 1200, 42]);
  });

  it("is nothing where the price did not fall, or nobody knows that it did", async () => {
    const { id } = await aProduct(shop.db, { priceMinor: 700_00 });
    await ask(id, 700, 1200);
    expect(await shownOf(id)).toEqual([700, null, 0]);
    await shop.db.deleteFrom("price_history").execute();
    await ask(id, 600, 1200);
    expect(await shownOf(id)).toEqual([600, null, 0]);
    const { body } = await shop.ask("GET", "/v1/products?collection=prices-drop");
    expect(body.data.total).toBe(0);
  });

  it("stays as it was while the sale is only said to end later", async () => {
    const { id } = await aProduct(shop.db, { priceMinor: 1000_00 });
    await ask(id, 800, 1000);
    await agePrices(shop.db, id, 3);
    await shop.db
      .updateTable("product_variants")
      .set({ sale_since: sql`sale_since - interval '3 days'` })
      .execute();
    await ask(id, 800, 1000, new Date("2099-01-01T00:00:00Z"));
    expect(await shownOf(id)).toEqual([800, 1000, 20]);
  });

  it("is not renewed by a second sale at the same price", async () => {
    const { id } = await aProduct(shop.db, { priceMinor: 1000_00 });
    await ask(id, 800, 1000, new Date("2099-01-01T00:00:00Z"));
    await agePrices(shop.db, id, 10);
    await ask(id, 1000);
    await agePrices(shop.db, id, 1);
    await ask(id, 800, 1000);
    expect(await shownOf(id)).toEqual([800, null, 0]);
  });
});

describe("the history of prices", () => {
  it("keeps every change, of two in one transaction the last, and nothing of a change of stock", async () => {
    const { id } = await aProduct(shop.db, { priceMinor: 1000_00 });
    await shop.db.transaction().execute(async (tx) => {
      for (const price of [900_00, 850_00])
        await tx.updateTable("product_variants").set({ price_minor: price }).where("product_id", "=", id).execute();
    });
    await shop.db.updateTable("product_variants").set({ stock: 3 }).where("product_id", "=", id).execute();
    expect(await historyOf(id)).toEqual([1000, 850]);
  });

  it("knows the price that came back when a sale ended by itself", async () => {
    const { id } = await aProduct(shop.db, { priceMinor: 1000_00 });
    await ask(id, 800, 1000, new Date(Date.now() + 3_600_000));
    // The hour passes.
    await agePrices(shop.db, id, 1);
    await shop.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update product_variants set sale_ends_at = now() - interval '1 hour'`.execute(tx);
    });
    await ask(id, 900);
    expect(await historyOf(id)).toEqual([1000, 800, 1000, 900]);
  });
});

it("ends a sale to the second on the page, in lists, in the search, in the cart and in the prices of carts", async () => {
  const { token } = await aCustomer(shop.db);
  const ends = new Date(TEST_NOW.getTime() + 1000);
  const { id } = await aProduct(shop.db, {
    name: "Шампунь",
    priceMinor: 800_00,
    oldPriceMinor: 1000_00,
    saleEndsAt: ends,
  });
  await shop.ask("POST", "/v1/user/cart", {
    token,
    body: [{ cart_id: `${id}_0`, product_id: id, option_id: 0, qty: 1 }],
  });
  const prices = async () => {
    const search = await shop.ask("GET", `/v1/products?q=${encodeURIComponent("шампунь")}`);
    const list = await shop.ask("GET", "/v1/products?price_min=1");
    const suggested = await shop.ask("GET", `/v1/search/suggest?q=${encodeURIComponent("шампунь")}`);
    const cart = await shop.ask("GET", "/v1/user/cart", { token });
    const told = await shop.ask("POST", "/v1/productsPrice", { body: { cart_id: [`${id}_0`], currency: "rub" } });
    return [
      (await shownOf(id)).slice(0, 2),
      ...[search, list].map(({ body }) => [body.data.items[0]?.price.current, body.data.items[0]?.price.old]),
      [suggested.body.data.products[0]?.price.current, suggested.body.data.products[0]?.price.old],
      cart.body.data.price_v2.products_price,
      told.body.data[`${id}_0`]?.price,
    ];
  };
  shop.clock.set(new Date(ends.getTime() - 1));
  expect(await prices()).toEqual([[800, 1000], [800, 1000], [800, 1000], [800, 1000], 800, 800]);
  shop.clock.set(ends);
  expect(await prices()).toEqual([[1000, null], [1000, null], [1000, null], [1000, null], 1000, 1000]);
});

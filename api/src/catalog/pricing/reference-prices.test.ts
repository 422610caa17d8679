import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createTestCustomer } from "../../account/fixtures.ts";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { backdatePrices, createProduct } from "../fixtures.ts";

const shop = await openTestShop();

/** Changes the price of a product's only variant, in rubles. */
async function setPrice(id: number, price: number, declaredOldPrice: number | null = null, endsAt: Date | null = null) {
  await shop.db
    .updateTable("product_variants")
    .set({
      price_minor: price * 100,
      old_price_minor: declaredOldPrice && declaredOldPrice * 100,
      sale_ends_at: endsAt,
    })
    .where("product_id", "=", id)
    .execute();
}

/** Returns what a product card displays: price, reference price, discount in percent. */
async function getDisplayedPrice(id: number) {
  const { body } = await shop.request("GET", `/v1/products/${id}`);
  const { current, old, discount_percent } = body.data.price;
  return [current, old, discount_percent];
}

async function listPriceHistory(id: number): Promise<number[]> {
  const rows = await shop.db
    .selectFrom("price_history")
    .select("price_minor")
    .where("product_id", "=", id)
    .orderBy("valid_from")
    .execute();
  return rows.map((row) => row.price_minor / 100);
}

describe("the reference price", () => {
  it("is the price before the reduction, even if a higher one was declared", async () => {
    const { id } = await createProduct(shop.db, { priceMinor: 1000_00 });
    await setPrice(id, 750, 1500);
    expect(await getDisplayedPrice(id)).toEqual([750, 1000, 25]);
    const { body } = await shop.request("GET", "/v1/products?collection=prices-drop");
    expect(body.data.items[0]?.price).toMatchObject({ current: 750, old: 1000, discount_percent: 25 });
  });

  it("is the declared price if that is lower", async () => {
    const { id } = await createProduct(shop.db, { priceMinor: 1000_00 });
    await setPrice(id, 750, 900);
    expect(await getDisplayedPrice(id)).toEqual([750, 900, 17]);
  });

  it("is the lowest price of the 30 days before: raising the price for the sale has no effect", async () => {
    const { id } = await createProduct(shop.db, { priceMinor: 800_00 });
    await setPrice(id, 1200);
    await backdatePrices(shop.db, id, 5);
    await setPrice(id, 700, 1200);
    expect(await getDisplayedPrice(id)).toEqual([700, 800, 13]);
  });

  it("ignores prices older than that", async () => {
    const { id } = await createProduct(shop.db, { priceMinor: 500_00 });
    await setPrice(id, 1200);
    await backdatePrices(shop.db, id, 31);
    await setPrice(id, 700, 1300);
    expect(await getDisplayedPrice(id)).toEqual([700, 1200, 42]);
  });

  it("is absent if the price did not fall or has no history", async () => {
    const { id } = await createProduct(shop.db, { priceMinor: 700_00 });
    await setPrice(id, 700, 1200);
    expect(await getDisplayedPrice(id)).toEqual([700, null, 0]);
    await shop.db.deleteFrom("price_history").execute();
    await setPrice(id, 600, 1200);
    expect(await getDisplayedPrice(id)).toEqual([600, null, 0]);
    const { body } = await shop.request("GET", "/v1/products?collection=prices-drop");
    expect(body.data.total).toBe(0);
  });

  it("does not change when only the end of the sale is postponed", async () => {
    const { id } = await createProduct(shop.db, { priceMinor: 1000_00 });
    await setPrice(id, 800, 1000);
    await backdatePrices(shop.db, id, 3);
    await shop.db
      .updateTable("product_variants")
      .set({ sale_started_at: sql`sale_started_at - interval '3 days'` })
      .execute();
    await setPrice(id, 800, 1000, new Date("2099-01-01T00:00:00Z"));
    expect(await getDisplayedPrice(id)).toEqual([800, 1000, 20]);
  });

  it("is not reset by a second sale at the same price", async () => {
    const { id } = await createProduct(shop.db, { priceMinor: 1000_00 });
    await setPrice(id, 800, 1000, new Date("2099-01-01T00:00:00Z"));
    await backdatePrices(shop.db, id, 10);
    await setPrice(id, 1000);
    await backdatePrices(shop.db, id, 1);
    await setPrice(id, 800, 1000);
    expect(await getDisplayedPrice(id)).toEqual([800, null, 0]);
  });
});

describe("the price history", () => {
  it("records every price change, only the last one of a transaction, and no stock changes", async () => {
    const { id } = await createProduct(shop.db, { priceMinor: 1000_00 });
    await shop.db.transaction().execute(async (tx) => {
      for (const price of [900_00, 850_00])
        await tx.updateTable("product_variants").set({ price_minor: price }).where("product_id", "=", id).execute();
    });
    await shop.db.updateTable("product_variants").set({ stock: 3 }).where("product_id", "=", id).execute();
    expect(await listPriceHistory(id)).toEqual([1000, 850]);
  });

  it("records the regular price that applied again when a sale expired", async () => {
    const { id } = await createProduct(shop.db, { priceMinor: 1000_00 });
    await setPrice(id, 800, 1000, new Date(Date.now() + 3_600_000));
    // One hour passes.
    await backdatePrices(shop.db, id, 1);
    await shop.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update product_variants set sale_ends_at = now() - interval '1 hour'`.execute(tx);
    });
    await setPrice(id, 900);
    expect(await listPriceHistory(id)).toEqual([1000, 800, 1000, 900]);
  });
});

it("ends a sale to the second on product pages, in listings, in search, in the cart and in cart prices", async () => {
  const { token } = await createTestCustomer(shop.db);
  const endsAt = new Date(TEST_NOW.getTime() + 1000);
  const { id } = await createProduct(shop.db, {
    name: "Шампунь",
    priceMinor: 800_00,
    oldPriceMinor: 1000_00,
    saleEndsAt: endsAt,
  });
  await shop.request("POST", "/v1/user/cart", {
    token,
    body: [{ cart_id: `${id}_0`, product_id: id, option_id: 0, qty: 1 }],
  });
  const prices = async () => {
    const search = await shop.request("GET", `/v1/products?q=${encodeURIComponent("шампунь")}`);
    const list = await shop.request("GET", "/v1/products?price_min=1");
    const suggested = await shop.request("GET", `/v1/search/suggest?q=${encodeURIComponent("шампунь")}`);
    const cart = await shop.request("GET", "/v1/user/cart", { token });
    const cartPrices = await shop.request("POST", "/v1/productsPrice", {
      body: { cart_id: [`${id}_0`], currency: "rub" },
    });
    return [
      (await getDisplayedPrice(id)).slice(0, 2),
      ...[search, list].map(({ body }) => [body.data.items[0]?.price.current, body.data.items[0]?.price.old]),
      [suggested.body.data.products[0]?.price.current, suggested.body.data.products[0]?.price.old],
      cart.body.data.price_v2.products_price,
      cartPrices.body.data[`${id}_0`]?.price,
    ];
  };
  shop.clock.set(new Date(endsAt.getTime() - 1));
  expect(await prices()).toEqual([[800, 1000], [800, 1000], [800, 1000], [800, 1000], 800, 800]);
  shop.clock.set(endsAt);
  expect(await prices()).toEqual([[1000, null], [1000, null], [1000, null], [1000, null], 1000, 1000]);
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createAnotherShopper, createShopper, type Shopper } from "../fixtures.ts";

const shop = await openTestShop();
const HOUR_MS = 3_600_000;

const setQuantities = ({ token }: Shopper, ...updates: { product_id: number; qty: number; option_id?: number }[]) =>
  shop.request("POST", "/v1/user/cart", { token, body: updates });
const listChanges = async ({ token }: Shopper, currency = "RUB") =>
  (await shop.request("GET", "/v1/user/cart", { token, currency })).body.data.changes.map(({ code, was, now }) => [
    code,
    was,
    now,
  ]);
const updateVariant = (productId: number, patch: object) =>
  shop.db.updateTable("product_variants").set(patch).where("product_id", "=", productId).execute();
const acknowledge = ({ token }: Shopper) => shop.request("POST", "/v1/user/cart/seen", { token });

describe("changes since the customer's last visit", () => {
  it("are empty for lines that were just added", async () => {
    const shopper = await createShopper(shop.db);
    await setQuantities(shopper, { product_id: (await createProduct(shop.db)).id, qty: 2 });
    expect(await listChanges(shopper)).toEqual([]);
  });

  it.each([
    ["a price increase", { price_minor: 1100_00 }, ["price_rose", 1000, 1100]],
    ["a price decrease", { price_minor: 900_00 }, ["price_fell", 1000, 900]],
    ["a stock that is no longer sufficient", { stock: 1 }, ["quantity_cut", 2, 1]],
    ["a sold-out product", { stock: 0 }, ["unavailable", null, null]],
  ])("report %s until acknowledged", async (_what, to, expected) => {
    const shopper = await createShopper(shop.db);
    const product = await createProduct(shop.db, { priceMinor: 1000_00, stock: 10 });
    await setQuantities(shopper, { product_id: product.id, qty: 2 });
    await updateVariant(product.id, to);
    expect(await listChanges(shopper)).toEqual([expected]);
    expect(await listChanges(shopper)).toEqual([expected]);
    expect((await acknowledge(shopper)).body.data.changes).toEqual([]);
    expect(await listChanges(shopper)).toEqual([]);
  });

  it("report a sale that ended and a product that is available again", async () => {
    const shopper = await createShopper(shop.db);
    const ends = new Date(shop.clock.now().getTime() + HOUR_MS);
    const product = await createProduct(shop.db, { priceMinor: 800_00, oldPriceMinor: 1000_00, saleEndsAt: ends });
    await setQuantities(shopper, { product_id: product.id, qty: 1 });
    shop.clock.advance(HOUR_MS - 1);
    expect(await listChanges(shopper)).toEqual([]);
    shop.clock.advance(1);
    expect(await listChanges(shopper)).toEqual([["sale_ended", 800, 1000]]);
    await updateVariant(product.id, { stock: 0 });
    await acknowledge(shopper);
    await updateVariant(product.id, { stock: 10 });
    expect(await listChanges(shopper)).toEqual([["available_again", null, null]]);
  });

  it("use the currency of the request, and ignore changes of the exchange rate", async () => {
    const shopper = await createShopper(shop.db);
    const product = await createProduct(shop.db, { priceMinor: 1000_00 });
    await setQuantities(shopper, { product_id: product.id, qty: 1 });
    expect(await listChanges(shopper, "USD")).toEqual([]);
    await updateVariant(product.id, { price_minor: 2000_00 });
    const [[code, was, now] = []] = await listChanges(shopper, "USD");
    expect([code, Number(now) > 1.9 * Number(was)]).toEqual(["price_rose", true]);
  });

  it("reduce quantities to the available stock when acknowledged", async () => {
    const shopper = await createShopper(shop.db);
    const product = await createProduct(shop.db, { stock: 10 });
    await setQuantities(shopper, { product_id: product.id, qty: 5 });
    await updateVariant(product.id, { stock: 3 });
    const { body } = await acknowledge(shopper);
    expect(body.data.cart_items.items.map((item) => item.qty)).toEqual([3]);
  });

  it("require a login, and belong to one customer", async () => {
    const [shopper, other] = [await createShopper(shop.db), await createAnotherShopper(shop.db)];
    const product = await createProduct(shop.db, { priceMinor: 1000_00 });
    for (const one of [shopper, other]) await setQuantities(one, { product_id: product.id, qty: 1 });
    await updateVariant(product.id, { price_minor: 1100_00 });
    expect((await shop.request("POST", "/v1/user/cart/seen")).status).toBe(401);
    await acknowledge(other);
    expect(await listChanges(shopper)).toEqual([["price_rose", 1000, 1100]]);
  });
});

describe("late updates from a page without network", () => {
  const sendLate = ({ token }: Shopper, ...body: object[]) =>
    shop.request("POST", "/v1/user/cart?late=1", { token, currency: "RUB", body });

  it("set quantities and report differences from that page, for existing and new lines", async () => {
    const shopper = await createShopper(shop.db);
    const [existing, added, unchanged, scarce] = [
      await createProduct(shop.db, { priceMinor: 1000_00, stock: 10 }),
      await createProduct(shop.db, { priceMinor: 500_00, stock: 10 }),
      await createProduct(shop.db, { priceMinor: 300_00, stock: 10 }),
      await createProduct(shop.db, { priceMinor: 200_00, stock: 2 }),
    ];
    await setQuantities(shopper, { product_id: existing.id, qty: 5 });
    await updateVariant(existing.id, { price_minor: 1100_00 });
    await updateVariant(added.id, { price_minor: 600_00 });
    const updates = [
      { product_id: existing.id, qty: 3 },
      { product_id: added.id, qty: 1, seen_price: 500 },
      { product_id: unchanged.id, qty: 1, seen_price: 300 },
      { product_id: scarce.id, qty: 7, seen_price: 200 },
    ];
    const expected = [
      ["price_rose", 1000, 1100],
      ["price_rose", 500, 600],
      ["quantity_cut", 7, 2],
    ];
    const response = await sendLate(shopper, ...updates);
    expect(response.body.data.cart_items.items.map((item) => item.qty)).toEqual([3, 1, 1, 2]);
    expect(await listChanges(shopper)).toEqual(expected);
    await sendLate(shopper, ...updates);
    expect(await listChanges(shopper)).toEqual(expected);
    await acknowledge(shopper);
    expect(await listChanges(shopper)).toEqual([]);
  });

  it("drop no unavailable line, and apply removals", async () => {
    const shopper = await createShopper(shop.db);
    const [removed, sold, hidden] = [
      await createProduct(shop.db),
      await createProduct(shop.db, { stock: 0 }),
      await createProduct(shop.db),
    ];
    await setQuantities(shopper, { product_id: removed.id, qty: 1 });
    await shop.db.updateTable("products").set({ status: "hidden" }).where("id", "=", hidden.id).execute();
    const { status, body } = await sendLate(
      shopper,
      { product_id: removed.id, qty: 0 },
      { product_id: sold.id, qty: 2, seen_price: 100 },
      { product_id: hidden.id, qty: 1 },
      { product_id: 2_000_000_000, qty: 1 },
    );
    expect([status, body.data.cart_items.items.map((item) => item.product.id)]).toEqual([200, [sold.id, hidden.id]]);
    expect(await listChanges(shopper)).toEqual([
      ["unavailable", null, null],
      ["unavailable", null, null],
    ]);
  });
});

describe("a guest's cart that is merged at sign-in", () => {
  const merge = ({ token }: Shopper, body: object[]) => shop.request("POST", "/v1/user/cart?merge=1", { token, body });

  it("loses no line, respects limits and reports changes; merging twice changes nothing", async () => {
    const shopper = await createShopper(shop.db);
    const [stored, both, scarce, soldOut, hidden] = [
      await createProduct(shop.db),
      await createProduct(shop.db),
      await createProduct(shop.db, { stock: 2 }),
      await createProduct(shop.db, { stock: 0 }),
      await createProduct(shop.db),
    ];
    await shop.db.updateTable("products").set({ status: "hidden" }).where("id", "=", hidden.id).execute();
    await setQuantities(shopper, { product_id: stored.id, qty: 1 }, { product_id: both.id, qty: 3 });
    const guestLines = [
      { product_id: both.id, qty: 2 },
      { product_id: scarce.id, qty: 9 },
      { product_id: soldOut.id, qty: 1 },
      { product_id: hidden.id, qty: 1 },
    ];
    const first = await merge(shopper, guestLines);
    const quantities = first.body.data.cart_items.items.map((item) => [item.product.id, item.qty]);
    expect(quantities).toEqual([
      [stored.id, 1],
      [both.id, 3],
      [scarce.id, 2],
      [soldOut.id, 1],
      [hidden.id, 1],
    ]);
    const expected = [
      ["quantity_cut", 9, 2],
      ["unavailable", null, null],
      ["unavailable", null, null],
    ];
    expect(await listChanges(shopper)).toEqual(expected);
    await Promise.all(Array.from({ length: 5 }, () => merge(shopper, guestLines)));
    const again = await shop.request("GET", "/v1/user/cart", { token: shopper.token });
    expect(again.body.data.cart_items).toEqual(first.body.data.cart_items);
    await acknowledge(shopper);
    await merge(shopper, guestLines);
    expect(await listChanges(shopper)).toEqual([]);
  });

  it("is never shown to the next customer who signs in", async () => {
    const [first, second] = [await createShopper(shop.db), await createAnotherShopper(shop.db)];
    const product = await createProduct(shop.db);
    await merge(first, [{ product_id: product.id, qty: 2 }]);
    const response = await shop.request("GET", "/v1/user/cart", { token: second.token });
    expect([response.body.data.cart_items.items, response.body.data.changes]).toEqual([[], []]);
  });
});

describe("a cart of 500 lines", () => {
  it("is stored in one call, returned completely, and accepts no further line", { timeout: 60_000 }, async () => {
    const shopper = await createShopper(shop.db);
    const { id } = await createProduct(shop.db);
    await shop.db.updateTable("products").set({ has_options: true }).where("id", "=", id).execute();
    const options = Array.from({ length: 501 }, (_, index) => index + 1);
    await shop.db
      .insertInto("product_variants")
      .values(
        options.map((option) => ({
          product_id: id,
          option_id: option,
          name_ru: `№ ${option}`,
          name_en: `No. ${option}`,
          price_minor: 100_00,
          stock: 9,
          position: option,
        })),
      )
      .execute();
    const updates = options.map((option) => ({ product_id: id, option_id: option, qty: 1 }));
    const full = await setQuantities(shopper, ...updates.slice(0, 500));
    expect([full.status, full.body.data.cart_items.items.length]).toEqual([200, 500]);
    expect(full.body.data.cart_items.items.map((item) => item.option_id)).toEqual(options.slice(0, 500));
    const response = await setQuantities(shopper, ...updates.slice(500));
    expect([response.status, response.body.code]).toEqual([422, "cart_full"]);
    // Existing lines can still be changed and removed.
    expect((await setQuantities(shopper, { product_id: id, option_id: 1, qty: 3 })).status).toBe(200);
    expect(
      (await setQuantities(shopper, { product_id: id, option_id: 2, qty: 0 })).body.data.cart_items.items.length,
    ).toBe(499);
  });
});

it("applies the last update if a line appears twice in one call", async () => {
  const shopper = await createShopper(shop.db);
  const { id } = await createProduct(shop.db);
  const { status, body } = await setQuantities(shopper, { product_id: id, qty: 5 }, { product_id: id, qty: 2 });
  expect([status, body.data.cart_items.items.map((item) => item.qty)]).toEqual([200, [2]]);
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createRussianCustomsRule } from "../../delivery/fixtures.ts";
import { clearAllCaches } from "../../platform/cache/cache.ts";
import { createAnotherShopper, createShopper, addToCart, type Shopper } from "../fixtures.ts";

const shop = await openTestShop();

/** Creates a cart of 3 × 9 000 ₽ and 2 × 1 000 ₽: above the limit of about 19 417 ₽, and possible to split. */
async function createExpensiveCart(): Promise<{ shopper: Shopper; expensive: number; cheap: number }> {
  const shopper = await createShopper(shop.db);
  await createRussianCustomsRule(shop.db);
  const expensive = (await createProduct(shop.db, { priceMinor: 9_000_00 })).id;
  const cheap = (await createProduct(shop.db, { priceMinor: 1_000_00 })).id;
  await addToCart(shop.db, shopper.id, { productId: expensive, qty: 3 });
  await addToCart(shop.db, shopper.id, { productId: cheap, qty: 2 });
  return { shopper, expensive, cheap };
}

const getCart = async ({ token }: Shopper) => (await shop.request("GET", "/v1/user/cart", { token })).body.data;
const split = (shopper: Shopper, lines: object[]) =>
  shop.request("POST", "/v1/user/cart/split", { token: shopper.token, body: { lines } });
const summarize = (cart: Awaited<ReturnType<typeof getCart>>) => ({
  now: cart.cart_items.items.map((item) => [item.product.id, item.qty]),
  next: cart.next_order.items.map((item) => [item.cart_id, item.qty]),
});

describe("above the duty-free limit, the cart", () => {
  it("suggests two orders below it, with what they save and what they cost in addition", async () => {
    const { shopper, expensive, cheap } = await createExpensiveCart();
    const cart = await getCart(shopper);
    expect(cart.split).toMatchObject({ reason: null, saved: cart.customs_tax.tax, added: 0 });
    const [first, second] = cart.split?.parts ?? [];
    expect(first?.lines).toEqual([{ cart_id: `${expensive}_0`, qty: 2 }]);
    expect(second?.lines).toEqual([
      { cart_id: `${expensive}_0`, qty: 1 },
      { cart_id: `${cheap}_0`, qty: 2 },
    ]);
  });

  it("suggests what to remove so that the rest is duty-free", async () => {
    const { shopper, expensive, cheap } = await createExpensiveCart();
    const { split: splitAdvice } = await getCart(shopper);
    expect(splitAdvice?.remove).toEqual({
      lines: [
        { cart_id: `${expensive}_0`, qty: 1 },
        { cart_id: `${cheap}_0`, qty: 1 },
      ],
      products_price: 19_000,
    });
    const updates = [
      { product_id: expensive, qty: 2 },
      { product_id: cheap, qty: 1 },
    ];
    const { body } = await shop.request("POST", "/v1/user/cart", { token: shopper.token, body: updates });
    expect([body.data.price_v2.products_price, body.data.customs_tax.declarate]).toEqual([19_000, false]);
  });

  it("suggests nothing below the limit, and gives the reason where parcels are summed", async () => {
    const { shopper, cheap, expensive } = await createExpensiveCart();
    await shop.db.updateTable("customs_rules").set({ splitting: "summed" }).execute();
    clearAllCaches();
    expect((await getCart(shopper)).split).toEqual({
      ...{ reason: "summed", saved: 0, added: 0, parts: [] },
      remove: {
        lines: [
          { cart_id: `${expensive}_0`, qty: 1 },
          { cart_id: `${cheap}_0`, qty: 1 },
        ],
        products_price: 19_000,
      },
    });
    await split(shopper, [{ product_id: expensive, qty: 3 }]);
    expect(summarize(await getCart(shopper)).now).toEqual([[cheap, 2]]);
    expect((await getCart(shopper)).split).toBeNull();
  });
});

describe("POST /v1/user/cart/split", () => {
  it("saves the second order for later, keeps it, and restores it; idempotent", async () => {
    const { shopper, expensive, cheap } = await createExpensiveCart();
    const second = [
      { product_id: expensive, qty: 1 },
      { product_id: cheap, qty: 2 },
    ];
    for (let time = 0; time < 2; time++) {
      const { status, body } = await split(shopper, second);
      expect([status, body.data.customs_tax.declarate]).toEqual([200, false]);
      expect(summarize(body.data)).toEqual({
        now: [[expensive, 2]],
        next: [
          [`${expensive}_0`, 1],
          [`${cheap}_0`, 2],
        ],
      });
    }
    const { body } = await split(shopper, []);
    expect(new Map(summarize(body.data).now as [number, number][])).toEqual(
      new Map([
        [expensive, 3],
        [cheap, 2],
      ]),
    );
    expect(summarize(body.data).next).toEqual([]);
  });

  it("moves the saved lines into the cart once the first order is placed", async () => {
    const { shopper, expensive, cheap } = await createExpensiveCart();
    await split(shopper, [
      { product_id: expensive, qty: 1 },
      { product_id: cheap, qty: 2 },
    ]);
    const response = await shop.request("POST", "/v1/user/orders", {
      token: shopper.token,
      key: "the-first-of-two-orders",
      body: { agree: true, expected_total: 18_000 },
    });
    expect([response.status, response.body.data.order.customs_tax]).toEqual([201, 0]);
    const cart = await getCart(shopper);
    expect(new Map(summarize(cart).now as [number, number][])).toEqual(
      new Map([
        [expensive, 1],
        [cheap, 2],
      ]),
    );
    expect([summarize(cart).next, cart.customs_tax.declarate]).toEqual([[], false]);
  });

  it("adds to what was put into the cart meanwhile", async () => {
    const { shopper, cheap, expensive } = await createExpensiveCart();
    await split(shopper, [{ product_id: cheap, qty: 2 }]);
    await shop.request("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: cheap, qty: 1 }] });
    expect(summarize((await split(shopper, [])).body.data).now).toEqual(
      expect.arrayContaining([
        [cheap, 3],
        [expensive, 3],
      ]),
    );
  });

  it("loses nothing when ten tabs split at once", async () => {
    const { shopper, expensive, cheap } = await createExpensiveCart();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        split(shopper, index % 2 ? [] : [{ product_id: expensive, qty: 1 + (index % 3) }]),
      ),
    );
    const { body } = await split(shopper, []);
    expect(new Map(summarize(body.data).now as [number, number][])).toEqual(
      new Map([
        [expensive, 3],
        [cheap, 2],
      ]),
    );
  });

  it("refuses pieces that the cart does not have, all of them, and invalid input, and changes nothing", async () => {
    const { shopper, expensive, cheap } = await createExpensiveCart();
    const before = summarize(await getCart(shopper));
    const all = [
      { product_id: expensive, qty: 3 },
      { product_id: cheap, qty: 2 },
    ];
    for (const [lines, status, code] of [
      [[{ product_id: expensive, qty: 4 }], 409, "cart_split_changed"],
      [[{ product_id: 999_999, qty: 1 }], 409, "cart_split_changed"],
      [all, 422, "cart_split_empty"],
      [[{ product_id: expensive, qty: 0 }], 422, "validation_failed"],
      [[{ product_id: expensive, qty: 1.5 }], 422, "validation_failed"],
      [[{ product_id: "x", qty: 1 }], 422, "validation_failed"],
    ] as const) {
      const response = await split(shopper, [...lines]);
      expect([response.status, response.body.code]).toEqual([status, code]);
    }
    expect(summarize(await getCart(shopper))).toEqual(before);
    expect((await shop.request("POST", "/v1/user/cart/split", { body: { lines: [] } })).status).toBe(401);
    const otherShopper = await createAnotherShopper(shop.db);
    expect((await split(otherShopper, [{ product_id: expensive, qty: 1 }])).body.code).toBe("cart_split_changed");
  });
});

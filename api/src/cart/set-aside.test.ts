import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { aRussianCustomsRule } from "../delivery/fixtures.ts";
import { forgetEverything } from "../platform/fresh.ts";
import { anotherShopper, aShopper, putInCart, type Shopper } from "./fixtures.ts";

const shop = await openTestShop();

/** A cart of 3 × 9 000 ₽ and 2 × 1 000 ₽: above the limit of about 19 417 ₽, and divisible. */
async function aDearCart(): Promise<{ shopper: Shopper; dear: number; cheap: number }> {
  const shopper = await aShopper(shop.db);
  await aRussianCustomsRule(shop.db);
  const dear = (await aProduct(shop.db, { priceMinor: 9_000_00 })).id;
  const cheap = (await aProduct(shop.db, { priceMinor: 1_000_00 })).id;
  await putInCart(shop.db, shopper.id, { productId: dear, qty: 3 });
  await putInCart(shop.db, shopper.id, { productId: cheap, qty: 2 });
  return { shopper, dear, cheap };
}

const cartOf = async ({ token }: Shopper) => (await shop.ask("GET", "/v1/user/cart", { token })).body.data;
const split = (shopper: Shopper, lines: object[]) =>
  shop.ask("POST", "/v1/user/cart/split", { token: shopper.token, body: { lines } });
const seen = (cart: Awaited<ReturnType<typeof cartOf>>) => ({
  now: cart.cart_items.items.map((item) => [item.product.id, item.qty]),
  next: cart.next_order.items.map((item) => [item.cart_id, item.qty]),
});

describe("above the duty-free limit the cart", () => {
  it("offers two orders below it, with what they save and add", async () => {
    const { shopper, dear, cheap } = await aDearCart();
    const cart = await cartOf(shopper);
    expect(cart.split).toMatchObject({ reason: null, saved: cart.customs_tax.tax, added: 0 });
    const [first, second] = cart.split?.parts ?? [];
    expect(first?.lines).toEqual([{ cart_id: `${dear}_0`, qty: 2 }]);
    expect(second?.lines).toEqual([
      { cart_id: `${dear}_0`, qty: 1 },
      { cart_id: `${cheap}_0`, qty: 2 },
    ]);
  });

  it("tells what to take out so that the rest is free of duty, and it is", async () => {
    const { shopper, dear, cheap } = await aDearCart();
    const { split: advice } = await cartOf(shopper);
    expect(advice?.remove).toEqual({
      lines: [
        { cart_id: `${dear}_0`, qty: 1 },
        { cart_id: `${cheap}_0`, qty: 1 },
      ],
      products_price: 19_000,
    });
    const wishes = [
      { product_id: dear, qty: 2 },
      { product_id: cheap, qty: 1 },
    ];
    const { body } = await shop.ask("POST", "/v1/user/cart", { token: shopper.token, body: wishes });
    expect([body.data.price_v2.products_price, body.data.customs_tax.declarate]).toEqual([19_000, false]);
  });

  it("says nothing below it, and why not where parcels are added up", async () => {
    const { shopper, cheap, dear } = await aDearCart();
    await shop.db.updateTable("customs_rules").set({ splitting: "summed" }).execute();
    forgetEverything();
    expect((await cartOf(shopper)).split).toEqual({
      ...{ reason: "summed", saved: 0, added: 0, parts: [] },
      remove: {
        lines: [
          { cart_id: `${dear}_0`, qty: 1 },
          { cart_id: `${cheap}_0`, qty: 1 },
        ],
        products_price: 19_000,
      },
    });
    await split(shopper, [{ product_id: dear, qty: 3 }]);
    expect(seen(await cartOf(shopper)).now).toEqual([[cheap, 2]]);
    expect((await cartOf(shopper)).split).toBeNull();
  });
});

describe("POST /v1/user/cart/split", () => {
  it("moves the second order away, keeps it, and brings it back; the same call twice changes nothing", async () => {
    const { shopper, dear, cheap } = await aDearCart();
    const second = [
      { product_id: dear, qty: 1 },
      { product_id: cheap, qty: 2 },
    ];
    for (let time = 0; time < 2; time++) {
      const { status, body } = await split(shopper, second);
      expect([status, body.data.customs_tax.declarate]).toEqual([200, false]);
      expect(seen(body.data)).toEqual({
        now: [[dear, 2]],
        next: [
          [`${dear}_0`, 1],
          [`${cheap}_0`, 2],
        ],
      });
    }
    const { body } = await split(shopper, []);
    expect(new Map(seen(body.data).now as [number, number][])).toEqual(
      new Map([
        [dear, 3],
        [cheap, 2],
      ]),
    );
    expect(seen(body.data).next).toEqual([]);
  });

  it("fills the cart with it once the first order is placed", async () => {
    const { shopper, dear, cheap } = await aDearCart();
    await split(shopper, [
      { product_id: dear, qty: 1 },
      { product_id: cheap, qty: 2 },
    ]);
    const placed = await shop.ask("POST", "/v1/user/orders", {
      token: shopper.token,
      key: "the-first-of-two-orders",
      body: { agree: true, expected_total: 18_000 },
    });
    expect([placed.status, placed.body.data.order.customs_tax]).toEqual([201, 0]);
    const cart = await cartOf(shopper);
    expect(new Map(seen(cart).now as [number, number][])).toEqual(
      new Map([
        [dear, 1],
        [cheap, 2],
      ]),
    );
    expect([seen(cart).next, cart.customs_tax.declarate]).toEqual([[], false]);
  });

  it("adds what came into the cart meanwhile", async () => {
    const { shopper, cheap, dear } = await aDearCart();
    await split(shopper, [{ product_id: cheap, qty: 2 }]);
    await shop.ask("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: cheap, qty: 1 }] });
    expect(seen((await split(shopper, [])).body.data).now).toEqual(
      expect.arrayContaining([
        [cheap, 3],
        [dear, 3],
      ]),
    );
  });

  it("loses nothing when ten tabs divide at once", async () => {
    const { shopper, dear, cheap } = await aDearCart();
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => split(shopper, at % 2 ? [] : [{ product_id: dear, qty: 1 + (at % 3) }])),
    );
    const { body } = await split(shopper, []);
    expect(new Map(seen(body.data).now as [number, number][])).toEqual(
      new Map([
        [dear, 3],
        [cheap, 2],
      ]),
    );
  });

  it("refuses what the cart has not, all of it, and bad input, and changes nothing", async () => {
    const { shopper, dear, cheap } = await aDearCart();
    const before = seen(await cartOf(shopper));
    const all = [
      { product_id: dear, qty: 3 },
      { product_id: cheap, qty: 2 },
    ];
    for (const [lines, status, code] of [
      [[{ product_id: dear, qty: 4 }], 409, "cart_split_changed"],
      [[{ product_id: 999_999, qty: 1 }], 409, "cart_split_changed"],
      [all, 422, "cart_split_empty"],
      [[{ product_id: dear, qty: 0 }], 422, "validation_failed"],
      [[{ product_id: dear, qty: 1.5 }], 422, "validation_failed"],
      [[{ product_id: "x", qty: 1 }], 422, "validation_failed"],
    ] as const) {
      const answered = await split(shopper, [...lines]);
      expect([answered.status, answered.body.code]).toEqual([status, code]);
    }
    expect(seen(await cartOf(shopper))).toEqual(before);
    expect((await shop.ask("POST", "/v1/user/cart/split", { body: { lines: [] } })).status).toBe(401);
    const stranger = await anotherShopper(shop.db);
    expect((await split(stranger, [{ product_id: dear, qty: 1 }])).body.code).toBe("cart_split_changed");
  });
});

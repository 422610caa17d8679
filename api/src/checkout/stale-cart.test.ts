import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createReadyCart, addToCart, type Shopper } from "../cart/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createRussianCustomsRule } from "../delivery/fixtures.ts";
import { clearAllCaches } from "../platform/cache/cache.ts";
import type { CartDifference } from "./schema.ts";
import { requiresReconfirmation } from "./stale-cart.ts";

const shop = await openTestShop();
let serial = 0;

/** The cart page as the shopper has it open. */
async function getSeenCart({ token }: Shopper) {
  const { data } = (await shop.request("GET", "/v1/user/cart", { token })).body;
  return {
    expected_total: data.price_v2.total_price,
    expected_lines: data.cart_items.items.map((item) => ({
      cart_id: item.cart_id,
      qty: item.qty,
      price: item.price_per_item,
    })),
  };
}
const placeOrder = ({ token }: Shopper, seen: object) =>
  shop.request("POST", "/v1/user/orders", { token, key: `difference-${++serial}`, body: { agree: true, ...seen } });
const setVariant = (productId: number, patch: object) =>
  shop.db.updateTable("product_variants").set(patch).where("product_id", "=", productId).execute();

describe("a stale cart page", () => {
  it("is refused with the differences per line and the total; confirming the new total places the order", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1000_00, qty: 2, stock: 9 });
    const [removed, added] = [await createProduct(shop.db), await createProduct(shop.db)];
    await addToCart(shop.db, shopper.id, { productId: removed.id });
    const seen = await getSeenCart(shopper);
    await setVariant(product.id, { price_minor: 1100_00 });
    await shop.request("DELETE", "/v1/user/cart", { token: shopper.token, body: [{ product_id: removed.id, qty: 0 }] });
    await shop.request("POST", "/v1/user/cart", {
      token: shopper.token,
      body: [
        { product_id: product.id, qty: 3 },
        { product_id: added.id, qty: 1 },
      ],
    });
    const { status, body } = await placeOrder(shopper, seen);
    expect([status, body.code]).toEqual([409, "cart_changed"]);
    const getCartId = (id: number) => `${id}_0`;
    expect(body.data.difference).toEqual({
      lines: [
        { cart_id: getCartId(product.id), name: product.name, code: "quantity", was: 2, now: 3 },
        { cart_id: getCartId(product.id), name: product.name, code: "price", was: 1000, now: 1100 },
        { cart_id: getCartId(added.id), name: added.name, code: "added", was: 0, now: 1 },
        { cart_id: getCartId(removed.id), name: "", code: "removed", was: 1, now: 0 },
      ],
      presents: null,
      certificates: null,
      choices: [],
      duty: null,
      total: { was: seen.expected_total, now: body.data.cart.price_v2.total_price },
    });
    expect((await placeOrder(shopper, await getSeenCart(shopper))).status).toBe(201);
  });

  it("is refused if the duty is not the one displayed; confirming the old amount does not count", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 15_000_00, qty: 2, stock: 9 });
    await createRussianCustomsRule(shop.db);
    const getCart = async () => (await shop.request("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    const { customs_tax, price_v2 } = await getCart();
    const seenWithDuty = { expected_total: price_v2.total_price, expected_duty: customs_tax.tax, duty_confirmed: true };
    await shop.db.updateTable("customs_rules").set({ duty_percent: "30" }).execute();
    clearAllCaches();
    const { status, body } = await placeOrder(shopper, seenWithDuty);
    const now = body.data.cart.customs_tax.tax;
    expect(now).toBeGreaterThan(customs_tax.tax);
    expect([status, body.code, body.data.difference]).toEqual([
      409,
      "cart_changed",
      {
        ...{ lines: [], presents: null, certificates: null, choices: [], duty: { was: customs_tax.tax, now } },
        total: { was: price_v2.total_price, now: price_v2.total_price },
      },
    ]);
    expect((await placeOrder(shopper, { ...seenWithDuty, expected_duty: now })).status).toBe(201);
    expect(
      (
        await shop.db
          .selectFrom("product_variants")
          .select("stock")
          .where("product_id", "=", product.id)
          .executeTakeFirstOrThrow()
      ).stock,
    ).toBe(7);
  });

  it("is refused if the duty decreased or no longer applies; when ordered again, no duty consent is stored", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 15_000_00, qty: 2, stock: 9 });
    await createRussianCustomsRule(shop.db);
    const { customs_tax, price_v2 } = (await shop.request("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    const seenWithDuty = { expected_total: price_v2.total_price, expected_duty: customs_tax.tax, duty_confirmed: true };
    await shop.db.updateTable("customs_rules").set({ duty_percent: "10" }).execute();
    clearAllCaches();
    const lowerDuty = await placeOrder(shopper, seenWithDuty);
    expect([lowerDuty.status, lowerDuty.body.code]).toEqual([409, "cart_changed"]);
    expect(lowerDuty.body.data.difference.duty?.now).toBeLessThan(customs_tax.tax);

    await shop.db.updateTable("customs_rules").set({ limit_minor: 900_00 }).execute();
    clearAllCaches();
    const withoutDuty = await placeOrder(shopper, seenWithDuty);
    expect([withoutDuty.status, withoutDuty.body.code]).toEqual([409, "cart_changed"]);
    expect(withoutDuty.body.data.difference.duty).toEqual({ was: customs_tax.tax, now: 0 });
    expect(withoutDuty.body.data.cart.customs_tax.declarate).toBe(false);

    const placed = await placeOrder(shopper, { ...seenWithDuty, expected_duty: 0 });
    expect(placed.status).toBe(201);
    const order = await shop.db.selectFrom("orders").select(["customs_declared", "duty_confirmed"]).executeTakeFirst();
    expect(order).toEqual({ customs_declared: false, duty_confirmed: null });
    const consents = await shop.db.selectFrom("consents").select("purpose").execute();
    expect(consents.map((one) => one.purpose)).not.toContain("duty_7_14");
  });

  it("is refused if another tab selected another address, delivery, point or payment, even if the total is the same", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 9000_00 });
    const cart = (await shop.request("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    const seen = {
      expected_total: cart.price_v2.total_price,
      expected_choices: {
        ...{ address: cart.address.selected, shipping: cart.shipping.selected },
        ...{ point: "", payment: cart.payment.selected },
      },
    };
    await shop.request("POST", "/v1/user/cart/cdek/address", { token: shopper.token, body: { code: "KZN1" } });
    const { status, body } = await placeOrder(shopper, seen);
    expect([status, body.code, body.data.difference.choices]).toEqual([409, "cart_changed", ["shipping", "point"]]);
    const updated = { ...seen, expected_choices: { ...seen.expected_choices, shipping: 6, point: "KZN1" } };
    expect((await placeOrder(shopper, updated)).status).toBe(201);
  });

  it("is refused if the lines differ for the same total", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1000_00 });
    const seen = await getSeenCart(shopper);
    const otherProduct = await createProduct(shop.db, { priceMinor: 1000_00 });
    await shop.request("POST", "/v1/user/cart", {
      token: shopper.token,
      body: [
        { product_id: product.id, qty: 0 },
        { product_id: otherProduct.id, qty: 1 },
      ],
    });
    const { status, body } = await placeOrder(shopper, seen);
    expect([status, body.data.difference.lines.map((line) => line.code)]).toEqual([409, ["added", "removed"]]);
  });

  it("is accepted if only a price decreased", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1000_00 });
    const seen = await getSeenCart(shopper);
    await setVariant(product.id, { price_minor: 900_00 });
    const { status, body } = await placeOrder(shopper, seen);
    expect([status, body.data.order.total]).toEqual([201, 1399]);
  });

  it("reports what has sold out meanwhile", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { qty: 2 });
    const seen = await getSeenCart(shopper);
    await setVariant(product.id, { stock: 0 });
    const { status, body } = await placeOrder(shopper, seen);
    expect([status, body.code]).toEqual([409, "cart_has_unavailable_items"]);
    expect(body.data.difference.lines).toMatchObject([{ code: "unavailable", was: 2, now: 0 }]);
  });

  it("is refused if a sale has just ended, and accepted while it lasts", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 800_00, stock: 9 });
    const endsAt = new Date(shop.clock.now().getTime() + 1000);
    await setVariant(product.id, { old_price_minor: 1000_00, sale_ends_at: endsAt });
    const seen = await getSeenCart(shopper);
    shop.clock.advance(1000);
    const responseAfterSale = await placeOrder(shopper, seen);
    expect(responseAfterSale.body.data.difference.lines).toMatchObject([{ code: "price", was: 800, now: 1000 }]);
    shop.clock.advance(-1);
    const responseDuringSale = await placeOrder(shopper, seen);
    expect([responseDuringSale.status, responseDuringSale.body.data.order.items[0]?.price]).toEqual([201, 800]);
  });
});

const unchanged: CartDifference = {
  ...{ lines: [], choices: [], presents: null, certificates: null, duty: null },
  total: { was: 10, now: 10 },
};
const createLine = (code: "price" | "quantity" | "added", was: number, now: number) => ({
  ...{ cart_id: "1_0", name: "", code, was, now },
});

it.each<[boolean, string, Partial<CartDifference>]>([
  [false, "nothing has changed", {}],
  [true, "the total is higher", { total: { was: 10, now: 11 } }],
  [false, "a price is lower", { lines: [createLine("price", 5, 4)], total: { was: 10, now: 9 } }],
  [
    true,
    "a price is higher, even for a lower total",
    { lines: [createLine("price", 5, 6)], total: { was: 10, now: 9 } },
  ],
  [true, "a quantity is lower", { lines: [createLine("quantity", 5, 4)], total: { was: 10, now: 8 } }],
  [false, "there are as many gifts", { presents: { was: 1, now: 1 } }],
  [true, "there are fewer gifts", { presents: { was: 1, now: 0 } }],
  [false, "there are as many gift cards", { certificates: { was: 1, now: 1 } }],
  [true, "there are fewer gift cards", { certificates: { was: 2, now: 1 } }],
  [false, "the duty is the same", { duty: { was: 5, now: 5 } }],
  [true, "there is no duty any more", { duty: { was: 5, now: 0 } }],
  [true, "the duty is lower", { duty: { was: 5, now: 4 } }],
  [true, "there is a duty now", { duty: { was: 0, now: 4 } }],
  [true, "the address is another one", { choices: ["address"] }],
])("requires reconfirmation (%s) if %s", (expected, _what, changes) => {
  expect(requiresReconfirmation({ ...unchanged, ...changes })).toBe(expected);
});

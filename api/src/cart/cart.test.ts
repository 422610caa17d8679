import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createRussianCustomsRule } from "../delivery/fixtures.ts";
import { createAnotherShopper, createReadyCart, createShopper, addToCart } from "./fixtures.ts";

const shop = await openTestShop();
type Body = {
  data: { cart_items: { items: { cart_id: string; qty: number }[] }; problems: { code: string; cart_ids: string[] }[] };
};
const listQuantities = ({ data }: Body) => data.cart_items.items.map((item) => [item.cart_id, item.qty]);
const listProblemCodes = ({ data }: Body) => data.problems.map((problem) => problem.code);

describe("authentication", () => {
  it.each([
    ["GET", "/v1/user/cart", undefined],
    ["POST", "/v1/user/cart", [{ product_id: 1, qty: 1 }]],
    ["DELETE", "/v1/user/cart", [{ product_id: 1, qty: 0 }]],
    ["POST", "/v1/user/cart/address/1", undefined],
    ["POST", "/v1/user/cart/shipping/1", undefined],
    ["POST", "/v1/user/cart/payment/1", undefined],
    ["GET", "/v1/user/cart/cdek/address", undefined],
    ["POST", "/v1/user/cart/cdek/address", { type: "PVZ", code: "KZN1" }],
  ])("%s %s requires a login", async (method, path, body) => {
    const response = await shop.request(method, path, { body });
    expect([response.status, response.body.code]).toEqual([401, "unauthenticated"]);
  });
});

describe("POST /v1/user/cart", () => {
  it("sets the quantity idempotently, and 0 removes the line", async () => {
    const { token } = await createShopper(shop.db);
    const product = await createProduct(shop.db);
    const updates = [{ cart_id: `${product.id}_0`, product_id: product.id, qty: 3, option_id: 0 }];
    for (let time = 0; time < 2; time++) {
      const { status, body } = await shop.request("POST", "/v1/user/cart", { token, body: updates });
      expect([status, listQuantities(body)]).toEqual([200, [[`${product.id}_0`, 3]]]);
    }
    const removed = await shop.request("POST", "/v1/user/cart", { token, body: [{ ...updates[0], qty: 0 }] });
    expect(listQuantities(removed.body)).toEqual([]);
  });

  it("clamps to the available quantity and reports it as data", async () => {
    const { token } = await createShopper(shop.db);
    const product = await createProduct(shop.db, { stock: 50, ownQtyLimit: 5 });
    const { status, body } = await shop.request("POST", "/v1/user/cart", {
      token,
      locale: "en-US",
      body: [{ product_id: product.id, qty: 9 }],
    });
    expect(status).toBe(200);
    expect(body.data.stock_check).toEqual([{ cart_id: `${product.id}_0`, code: "clamped", total: 9, available: 5 }]);
    expect(body.data.cart_items.items[0]).toMatchObject({ qty: 5, qty_limit: 5, may_look_commercial: true });
    expect(body.message).toBe("We reduced the quantity: there is not enough in stock.");
  });

  it("does not add sold-out or unknown products", async () => {
    const { token } = await createShopper(shop.db);
    const soldOut = await createProduct(shop.db, { stock: 0 });
    const response = await shop.request("POST", "/v1/user/cart", { token, body: [{ product_id: soldOut.id, qty: 1 }] });
    expect([listQuantities(response.body), response.body.data.stock_check?.[0]?.code]).toEqual([[], "unavailable"]);
    const unknown = await shop.request("POST", "/v1/user/cart", { token, body: [{ product_id: 999_999, qty: 1 }] });
    expect([unknown.status, unknown.body.code]).toEqual([422, "cart_line_unknown"]);
  });

  it("keeps a line without an option until one is chosen, and refuses an option that does not exist", async () => {
    const { token } = await createShopper(shop.db);
    const product = await createProduct(shop.db, { options: [{ optionId: 77_001 }] });
    const setQuantity = (option_id: number, qty = 1) =>
      shop.request("POST", "/v1/user/cart", { token, body: [{ product_id: product.id, qty, option_id }] });
    for (const qty of [2, 3]) {
      const body = (await setQuantity(0, qty)).body;
      expect([listQuantities(body), listProblemCodes(body), body.data.stock_check, body.message]).toEqual([
        [[`${product.id}_0`, qty]],
        ["option_required"],
        [],
        undefined,
      ]);
    }
    const unknown = await setQuantity(99_999);
    expect([unknown.status, unknown.body.code]).toEqual([422, "option_required"]);
    await setQuantity(0, 0);
    expect(listQuantities((await setQuantity(77_001)).body)).toEqual([[`${product.id}_77001`, 1]]);
  });

  it.each([
    ["a quantity below zero", [{ product_id: 1, qty: -1 }]],
    ["a fraction", [{ product_id: 1, qty: 1.5 }]],
    ["a thousand million", [{ product_id: 1, qty: 1e9 }]],
    ["a quantity in words", [{ product_id: 1, qty: "two" }]],
    ["no quantity", [{ product_id: 1 }]],
    ["an id in quotes", [{ product_id: "1", qty: 1 }]],
    ["an id of zero", [{ product_id: 0, qty: 1 }]],
    ["an id that no column holds", [{ product_id: 2 ** 40, qty: 1 }]],
    ["a broken cart_id", [{ product_id: 1, qty: 1, cart_id: "1-0" }]],
    ["no updates", []],
    ["a value that is not a list", {}],
    ["501 updates", Array.from({ length: 501 }, () => ({ product_id: 1, qty: 1 }))],
  ])("refuses %s and changes nothing", async (_what, body) => {
    const { shopper, product } = await createReadyCart(shop.db);
    const response = await shop.request("POST", "/v1/user/cart", { token: shopper.token, body });
    expect([response.status, response.body.code]).toEqual([422, "validation_failed"]);
    expect(listQuantities((await shop.request("GET", "/v1/user/cart", { token: shopper.token })).body)).toEqual([
      [`${product.id}_0`, 1],
    ]);
  });

  it("merges a guest's cart: all lines of both, the larger quantity, within limits; merging twice changes nothing", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { qty: 2, stock: 4 });
    const other = await createProduct(shop.db);
    const soldOut = await createProduct(shop.db, { stock: 0 });
    const guest = [
      { product_id: product.id, qty: 9 },
      { product_id: other.id, qty: 1 },
      { product_id: soldOut.id, qty: 2 },
      { product_id: 999_999, qty: 1 },
    ];
    const expected = [
      [`${product.id}_0`, 4],
      [`${other.id}_0`, 1],
      [`${soldOut.id}_0`, 2],
    ];
    for (let time = 0; time < 2; time++) {
      const { status, body } = await shop.request("POST", "/v1/user/cart?merge=1", {
        token: shopper.token,
        body: guest,
      });
      expect([status, listQuantities(body)]).toEqual([200, expected]);
      expect(listProblemCodes(body)).toEqual(["unavailable_items"]);
    }
  });

  it("never shows one customer's lines to another", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const otherShopper = await createAnotherShopper(shop.db);
    expect(listQuantities((await shop.request("GET", "/v1/user/cart", { token: otherShopper.token })).body)).toEqual(
      [],
    );
    const response = await shop.request("POST", `/v1/user/cart/address/${shopper.addressId}`, {
      token: otherShopper.token,
    });
    expect([response.status, response.body.code]).toEqual([404, "cart_address_unknown"]);
  });

  it("keeps one line when the same update is sent twenty times at once", async () => {
    const { token } = await createShopper(shop.db);
    const product = await createProduct(shop.db);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        shop.request("POST", "/v1/user/cart", { token, body: [{ product_id: product.id, qty: 2 }] }),
      ),
    );
    expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(listQuantities((await shop.request("GET", "/v1/user/cart", { token })).body)).toEqual([
      [`${product.id}_0`, 2],
    ]);
  });
});

describe("totals", () => {
  it("add up in the currency of the request, with flat-rate delivery below the free threshold and free delivery from it", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1290_00, qty: 3 });
    const rub = await shop.request("GET", "/v1/user/cart", { token: shopper.token });
    expect(rub.body.data.price_v2).toEqual({
      iso_code: "RUB",
      sign: "₽",
      products_price: 3870,
      certificates_price: 0,
      delivery_price: 499,
      dicount_price: 0,
      discounts: { promo: 0, bonus: 0, certificate: 0 },
      total_price: 4369,
      default_currency_price: { total_price: 4369, sign: "₽" },
    });
    const usd = (await shop.request("GET", "/v1/user/cart", { token: shopper.token, currency: "USD" })).body.data;
    expect(usd.price_v2.products_price).toBeCloseTo(usd.cart_items.items[0]!.price_per_item * 3, 6);
    const free = await shop.request("POST", "/v1/user/cart", {
      token: shopper.token,
      body: [{ product_id: product.id, qty: 4 }],
    });
    expect(free.body.data.price_v2).toMatchObject({ products_price: 5160, delivery_price: 0, total_price: 5160 });
  });

  it("exclude unavailable lines", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const soldOut = await createProduct(shop.db, { stock: 0 });
    await addToCart(shop.db, shopper.id, { productId: soldOut.id });
    const { body } = await shop.request("GET", "/v1/user/cart", { token: shopper.token });
    expect(body.data.price_v2.products_price).toBe(1000);
    expect(body.data.problems).toEqual([{ code: "unavailable_items", cart_ids: [`${soldOut.id}_0`] }]);
  });
});

describe("problems", () => {
  it("flags a line whose option was withdrawn, or whose product got options later", async () => {
    const { shopper, product } = await createReadyCart(shop.db);
    await shop.db.deleteFrom("product_variants").where("product_id", "=", product.id).execute();
    await shop.db
      .insertInto("product_variants")
      .values({ product_id: product.id, option_id: 88_001, price_minor: 1000_00, stock: 3 })
      .execute();
    const { body } = await shop.request("GET", "/v1/user/cart", { token: shopper.token });
    expect(body.data.cart_items.items[0]).toMatchObject({ option_required: true, available_for_order: false });
    expect(listProblemCodes(body)).toEqual(["option_required"]);
  });

  it("reports a country without delivery, and goods that a method does not carry", async () => {
    const foreignShopper = await createShopper(shop.db, { country: "UA" });
    await addToCart(shop.db, foreignShopper.id, { productId: (await createProduct(shop.db)).id });
    expect(
      listProblemCodes((await shop.request("GET", "/v1/user/cart", { token: foreignShopper.token })).body),
    ).toEqual(["country_not_served"]);

    const { token, id } = await createAnotherShopper(shop.db);
    const aerosol = await createProduct(shop.db, { hazard: "aerosol" });
    await addToCart(shop.db, id, { productId: aerosol.id });
    const byAir = await shop.request("POST", "/v1/user/cart/shipping/1", { token });
    expect(byAir.body.data.not_availiable_for_shipping_products).toEqual([aerosol.id]);
    expect(listProblemCodes(byAir.body)).toEqual(["not_shippable_items"]);
    // Another method carries it, so the totals include it.
    expect(byAir.body.data.cart_items.items.map((item) => item.in_total)).toEqual([true]);
    expect(listProblemCodes((await shop.request("POST", "/v1/user/cart/shipping/6", { token })).body)).toEqual([
      "no_pickup_point",
    ]);
    const perfume = await createProduct(shop.db, { hazard: "perfume" });
    await addToCart(shop.db, id, { productId: perfume.id });
    const point = await shop.request("POST", "/v1/user/cart/cdek/address", {
      token,
      body: { type: "PVZ", code: "KZN1" },
    });
    expect(point.body.data).toMatchObject({ code: "KZN1", city: "Казань" });
    expect((await shop.request("GET", "/v1/user/cart", { token })).body.data.problems).toEqual([
      { code: "not_shippable_items", cart_ids: [`${perfume.id}_0`] },
    ]);
  });

  it("refuses a delivery method, a payment method and a pickup point that are not offered", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const codes = await Promise.all([
      shop.request("POST", "/v1/user/cart/shipping/99", { token: shopper.token }),
      shop.request("POST", "/v1/user/cart/payment/99", { token: shopper.token }),
      shop.request("POST", "/v1/user/cart/cdek/address", { token: shopper.token, body: { type: "PVZ", code: "NONE" } }),
    ]);
    expect(codes.map((response) => [response.status, response.body.code])).toEqual([
      [422, "cart_shipping_not_offered"],
      [422, "cart_payment_not_offered"],
      [422, "cart_point_unknown"],
    ]);
  });

  it("blocks an order above the maximum order value", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 20_000_00, qty: 6 });
    expect(listProblemCodes((await shop.request("GET", "/v1/user/cart", { token: shopper.token })).body)).toEqual([
      "over_order_max",
    ]);
  });
});

it("estimates customs duty and the amount left below the limit", async () => {
  const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 10_000_00 });
  await createRussianCustomsRule(shop.db);
  const belowLimit = (await shop.request("GET", "/v1/user/cart", { token: shopper.token })).body.data.customs_tax;
  expect(belowLimit).toMatchObject({ tax: 0, declarate: false, limit: { country: "RU", value: 200, iso_code: "EUR" } });
  expect(belowLimit.limit?.left).toBe(belowLimit.limit!.in_cart_currency! - 10_000);
  await shop.request("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: product.id, qty: 3 }] });
  const aboveLimit = (await shop.request("GET", "/v1/user/cart", { token: shopper.token })).body.data;
  expect(aboveLimit.customs_tax.declarate).toBe(true);
  expect(aboveLimit.customs_tax.tax).toBeGreaterThan(0);
  expect(aboveLimit.price_v2.total_price).toBe(30_000);
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { aRussianCustomsRule } from "../delivery/fixtures.ts";
import { anotherShopper, aReadyCart, aShopper, putInCart } from "./fixtures.ts";

const shop = await openTestShop();
type Body = {
  data: { cart_items: { items: { cart_id: string; qty: number }[] }; problems: { code: string; cart_ids: string[] }[] };
};
const lines = ({ data }: Body) => data.cart_items.items.map((item) => [item.cart_id, item.qty]);
const problems = ({ data }: Body) => data.problems.map((problem) => problem.code);

describe("the cart's address", () => {
  it.each([
    ["GET", "/v1/user/cart", undefined],
    ["POST", "/v1/user/cart", [{ product_id: 1, qty: 1 }]],
    ["DELETE", "/v1/user/cart", [{ product_id: 1, qty: 0 }]],
    ["POST", "/v1/user/cart/address/1", undefined],
    ["POST", "/v1/user/cart/shipping/1", undefined],
    ["POST", "/v1/user/cart/payment/1", undefined],
    ["GET", "/v1/user/cart/cdek/address", undefined],
    ["POST", "/v1/user/cart/cdek/address", { type: "PVZ", code: "KZN1" }],
  ])("%s %s needs a login", async (method, path, body) => {
    const answered = await shop.ask(method, path, { body });
    expect([answered.status, answered.body.code]).toEqual([401, "unauthenticated"]);
  });
});

describe("POST /v1/user/cart", () => {
  it("sets the wished quantity, so that repeating changes nothing, and 0 removes", async () => {
    const { token } = await aShopper(shop.db);
    const product = await aProduct(shop.db);
    const wish = [{ cart_id: `${product.id}_0`, product_id: product.id, qty: 3, option_id: 0 }];
    for (let time = 0; time < 2; time++) {
      const { status, body } = await shop.ask("POST", "/v1/user/cart", { token, body: wish });
      expect([status, lines(body)]).toEqual([200, [[`${product.id}_0`, 3]]]);
    }
    const gone = await shop.ask("POST", "/v1/user/cart", { token, body: [{ ...wish[0], qty: 0 }] });
    expect(lines(gone.body)).toEqual([]);
  });

  it("clamps to what may be had and says so as data", async () => {
    const { token } = await aShopper(shop.db);
    const product = await aProduct(shop.db, { stock: 50, ownQtyLimit: 5 });
    const { status, body } = await shop.ask("POST", "/v1/user/cart", {
      token,
      locale: "en-US",
      body: [{ product_id: product.id, qty: 9 }],
    });
    expect(status).toBe(200);
    expect(body.data.stock_check).toEqual([{ cart_id: `${product.id}_0`, code: "clamped", total: 9, available: 5 }]);
    expect(body.data.cart_items.items[0]).toMatchObject({ qty: 5, qty_limit: 5, may_look_commercial: true });
    expect(body.message).toBe("The quantity was changed: there is not that much in stock.");
  });

  it("does not put in what is sold out or unknown", async () => {
    const { token } = await aShopper(shop.db);
    const soldOut = await aProduct(shop.db, { stock: 0 });
    const out = await shop.ask("POST", "/v1/user/cart", { token, body: [{ product_id: soldOut.id, qty: 1 }] });
    expect([lines(out.body), out.body.data.stock_check?.[0]?.code]).toEqual([[], "unavailable"]);
    const unknown = await shop.ask("POST", "/v1/user/cart", { token, body: [{ product_id: 999_999, qty: 1 }] });
    expect([unknown.status, unknown.body.code]).toEqual([422, "cart_line_unknown"]);
  });

  it("keeps a line without an option until one is chosen, and refuses an option that does not exist", async () => {
    const { token } = await aShopper(shop.db);
    const product = await aProduct(shop.db, { options: [{ optionId: 77_001 }] });
    const put = (option_id: number, qty = 1) =>
      shop.ask("POST", "/v1/user/cart", { token, body: [{ product_id: product.id, qty, option_id }] });
    for (const qty of [2, 3]) {
      const kept = (await put(0, qty)).body;
      expect([lines(kept), problems(kept), kept.data.stock_check, kept.message]).toEqual([
        [[`${product.id}_0`, qty]],
        ["option_required"],
        [],
        undefined,
      ]);
    }
    const unknown = await put(99_999);
    expect([unknown.status, unknown.body.code]).toEqual([422, "option_required"]);
    await put(0, 0);
    expect(lines((await put(77_001)).body)).toEqual([[`${product.id}_77001`, 1]]);
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
    ["no wishes", []],
    ["what is no list", {}],
    ["501 wishes", Array.from({ length: 501 }, () => ({ product_id: 1, qty: 1 }))],
  ])("refuses %s and changes nothing", async (_what, body) => {
    const { shopper, product } = await aReadyCart(shop.db);
    const answered = await shop.ask("POST", "/v1/user/cart", { token: shopper.token, body });
    expect([answered.status, answered.body.code]).toEqual([422, "validation_failed"]);
    expect(lines((await shop.ask("GET", "/v1/user/cart", { token: shopper.token })).body)).toEqual([
      [`${product.id}_0`, 1],
    ]);
  });

  it("merges a guest's cart: every line of either, the larger quantity, within limits; merging twice changes nothing", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { qty: 2, stock: 4 });
    const other = await aProduct(shop.db);
    const soldOut = await aProduct(shop.db, { stock: 0 });
    const guest = [
      { product_id: product.id, qty: 9 },
      { product_id: other.id, qty: 1 },
      { product_id: soldOut.id, qty: 2 },
      { product_id: 999_999, qty: 1 },
    ];
    const wanted = [
      [`${product.id}_0`, 4],
      [`${other.id}_0`, 1],
      [`${soldOut.id}_0`, 2],
    ];
    for (let time = 0; time < 2; time++) {
      const { status, body } = await shop.ask("POST", "/v1/user/cart?merge=1", { token: shopper.token, body: guest });
      expect([status, lines(body)]).toEqual([200, wanted]);
      expect(problems(body)).toEqual(["unavailable_items"]);
    }
  });

  it("never shows one customer's lines to another", async () => {
    const { shopper } = await aReadyCart(shop.db);
    const stranger = await anotherShopper(shop.db);
    expect(lines((await shop.ask("GET", "/v1/user/cart", { token: stranger.token })).body)).toEqual([]);
    const answered = await shop.ask("POST", `/v1/user/cart/address/${shopper.addressId}`, { token: stranger.token });
    expect([answered.status, answered.body.code]).toEqual([404, "cart_address_unknown"]);
  });

  it("keeps one line when the same wish comes twenty times at once", async () => {
    const { token } = await aShopper(shop.db);
    const product = await aProduct(shop.db);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        shop.ask("POST", "/v1/user/cart", { token, body: [{ product_id: product.id, qty: 2 }] }),
      ),
    );
    expect(answers.map((answered) => answered.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(lines((await shop.ask("GET", "/v1/user/cart", { token })).body)).toEqual([[`${product.id}_0`, 2]]);
  });
});

describe("sums", () => {
  it("add up in the currency of the request, with delivery flat below the free threshold and free from it", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1290_00, qty: 3 });
    const rub = await shop.ask("GET", "/v1/user/cart", { token: shopper.token });
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
    const usd = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token, currency: "USD" })).body.data;
    expect(usd.price_v2.products_price).toBeCloseTo(usd.cart_items.items[0]!.price_per_item * 3, 6);
    const free = await shop.ask("POST", "/v1/user/cart", {
      token: shopper.token,
      body: [{ product_id: product.id, qty: 4 }],
    });
    expect(free.body.data.price_v2).toMatchObject({ products_price: 5160, delivery_price: 0, total_price: 5160 });
  });

  it("leave out lines that cannot be had", async () => {
    const { shopper } = await aReadyCart(shop.db);
    const soldOut = await aProduct(shop.db, { stock: 0 });
    await putInCart(shop.db, shopper.id, { productId: soldOut.id });
    const { body } = await shop.ask("GET", "/v1/user/cart", { token: shopper.token });
    expect(body.data.price_v2.products_price).toBe(1000);
    expect(body.data.problems).toEqual([{ code: "unavailable_items", cart_ids: [`${soldOut.id}_0`] }]);
  });
});

describe("what is in the way", () => {
  it("flags a line whose option was withdrawn or came later", async () => {
    const { shopper, product } = await aReadyCart(shop.db);
    await shop.db.deleteFrom("product_variants").where("product_id", "=", product.id).execute();
    await shop.db
      .insertInto("product_variants")
      .values({ product_id: product.id, option_id: 88_001, price_minor: 1000_00, stock: 3 })
      .execute();
    const { body } = await shop.ask("GET", "/v1/user/cart", { token: shopper.token });
    expect(body.data.cart_items.items[0]).toMatchObject({ option_required: true, available_for_order: false });
    expect(problems(body)).toEqual(["option_required"]);
  });

  it("names a country that nothing goes to, and goods that a method does not carry", async () => {
    const abroad = await aShopper(shop.db, { country: "UA" });
    await putInCart(shop.db, abroad.id, { productId: (await aProduct(shop.db)).id });
    expect(problems((await shop.ask("GET", "/v1/user/cart", { token: abroad.token })).body)).toEqual([
      "country_not_served",
    ]);

    const { token, id } = await anotherShopper(shop.db);
    const spray = await aProduct(shop.db, { hazard: "aerosol" });
    await putInCart(shop.db, id, { productId: spray.id });
    const byAir = await shop.ask("POST", "/v1/user/cart/shipping/1", { token });
    expect(byAir.body.data.not_availiable_for_shipping_products).toEqual([spray.id]);
    expect(problems(byAir.body)).toEqual(["not_shippable_items"]);
    expect(problems((await shop.ask("POST", "/v1/user/cart/shipping/6", { token })).body)).toEqual(["no_pickup_point"]);
    const perfume = await aProduct(shop.db, { hazard: "perfume" });
    await putInCart(shop.db, id, { productId: perfume.id });
    const point = await shop.ask("POST", "/v1/user/cart/cdek/address", { token, body: { type: "PVZ", code: "KZN1" } });
    expect(point.body.data).toMatchObject({ code: "KZN1", city: "Казань" });
    expect((await shop.ask("GET", "/v1/user/cart", { token })).body.data.problems).toEqual([
      { code: "not_shippable_items", cart_ids: [`${perfume.id}_0`] },
    ]);
  });

  it("refuses a method, a payment and a point that are not on offer", async () => {
    const { shopper } = await aReadyCart(shop.db);
    const codes = await Promise.all([
      shop.ask("POST", "/v1/user/cart/shipping/99", { token: shopper.token }),
      shop.ask("POST", "/v1/user/cart/payment/99", { token: shopper.token }),
      shop.ask("POST", "/v1/user/cart/cdek/address", { token: shopper.token, body: { type: "PVZ", code: "NONE" } }),
    ]);
    expect(codes.map((answered) => [answered.status, answered.body.code])).toEqual([
      [422, "cart_shipping_not_offered"],
      [422, "cart_payment_not_offered"],
      [422, "cart_point_unknown"],
    ]);
  });

  it("stops an order above the largest sum taken online", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 20_000_00, qty: 6 });
    expect(problems((await shop.ask("GET", "/v1/user/cart", { token: shopper.token })).body)).toEqual([
      "over_order_max",
    ]);
  });
});

it("says what customs may ask and how far the limit is", async () => {
  const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 10_000_00 });
  await aRussianCustomsRule(shop.db);
  const below = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token })).body.data.customs_tax;
  expect(below).toMatchObject({ tax: 0, declarate: false, limit: { country: "RU", value: 200, iso_code: "EUR" } });
  expect(below.limit?.left).toBe(below.limit!.in_cart_currency! - 10_000);
  await shop.ask("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: product.id, qty: 3 }] });
  const above = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token })).body.data;
  expect(above.customs_tax.declarate).toBe(true);
  expect(above.customs_tax.tax).toBeGreaterThan(0);
  expect(above.price_v2.total_price).toBe(30_000);
});

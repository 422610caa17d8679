import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { grantTestPoints } from "../loyalty/fixtures.ts";
import { spendPoints } from "../loyalty/ledger.ts";
import { createAnotherShopper, createReadyCart, addToCart, type Shopper } from "../cart/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { transitionOrder } from "../orders/status/transition-order.ts";
import type { OrderStatus } from "../orders/schema.ts";
import { expirePayments } from "../payments/jobs.ts";
import { withTransaction } from "../platform/db/database.ts";
import { createGiftCard } from "../gift-cards/fixtures.ts";
import { createPromoCode, createGiftTier } from "../promotions/fixtures.ts";

const shop = await openTestShop();
let serial = 0;

const applyCode = (shopper: Shopper, code: string) =>
  shop.request("POST", `/v1/user/cart/promo/${code}`, { token: shopper.token });
const redeemPoints = (shopper: Shopper) => shop.request("POST", "/v1/user/cart/bonus", { token: shopper.token });
async function placeCurrentCart(shopper: Shopper, overrides: object = {}, options: object = {}) {
  const { body: cart } = await shop.request("GET", "/v1/user/cart", { token: shopper.token, ...options });
  return placeOrder(shopper, { expected_total: cart.data.price_v2.total_price, ...overrides }, options);
}
const placeOrder = (shopper: Shopper, overrides: object, options: object = {}) =>
  shop.request("POST", "/v1/user/orders", {
    token: shopper.token,
    key: `adjustments-key-${++serial}`,
    body: { agree: true, ...overrides },
    ...options,
  });
const transition = (id: number, to: OrderStatus) =>
  withTransaction(shop.db, (tx) => transitionOrder(shop.app, tx, id, to, { now: shop.clock.now() }));
const deliverOrder = async (id: number) => {
  for (const status of ["paid", "packing", "shipped", "delivered"] as const) await transition(id, status);
};

const getUses = async (code: string) =>
  (await shop.db.selectFrom("promo_codes").select("uses").where("code", "=", code).executeTakeFirstOrThrow()).uses;
const getBalance = async (code: string) =>
  (await shop.db.selectFrom("gift_cards").select("balance_minor").where("code", "=", code).executeTakeFirstOrThrow())
    .balance_minor;
const getPoints = async ({ id }: Shopper) =>
  (await shop.db.selectFrom("loyalty_accounts").select("balance").where("customer_id", "=", id).executeTakeFirst())
    ?.balance;
const getStock = async (productId: number) =>
  (
    await shop.db
      .selectFrom("product_variants")
      .select("stock")
      .where("product_id", "=", productId)
      .executeTakeFirstOrThrow()
  ).stock;

/** Creates a cart of 2 × 1290 rubles with a 10 % code, 500 points, a gift card of 1000 rubles and a chosen gift. */
async function createCartWithAdjustments() {
  const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1290_00, qty: 2 });
  const gift = await createProduct(shop.db, { stock: 3 });
  await createGiftTier(shop.db, { thresholdMinor: 2000_00, productIds: [gift.id] });
  await createPromoCode(shop.db, { max_uses: 5 });
  await grantTestPoints(shop.db, shopper.id, 500);
  const { code } = await createGiftCard(shop.db);
  await applyCode(shopper, "SAKURA10");
  await applyCode(shopper, code);
  await redeemPoints(shopper);
  await shop.request("POST", "/v1/user/cart/presents", { token: shopper.token, body: { product_ids: [gift.id] } });
  return { shopper, product, gift, code };
}

describe("an order with all adjustments", () => {
  it("is stored line by line, spends each adjustment once, and its payment has the same amount", async () => {
    const { shopper, product, gift, code } = await createCartWithAdjustments();
    const { status, body } = await placeCurrentCart(shopper);
    expect(status).toBe(201);
    const { order: placed, payment } = body.data;
    expect(placed).toMatchObject({
      products: 2580,
      discount: 258 + 500 + 1000,
      discounts: { promo: 258, bonus: 500, certificate: 1000 },
      delivery: 499,
      total: 1321,
      promocode: "SAKURA10",
    });
    expect(placed.items).toMatchObject([
      { product_id: product.id, qty: 2, price_total: 2580, discount: 258, is_present: false },
      { product_id: gift.id, qty: 1, price_total: 0, discount: 0, is_present: true },
    ]);
    expect((await shop.request("GET", `/v1/payments/${payment.id}`)).body.data.amount).toBe(1321);
    expect([await getUses("SAKURA10"), await getBalance(code), await getPoints(shopper)]).toEqual([1, 0, 0]);
    expect([await getStock(product.id), await getStock(gift.id)]).toEqual([8, 2]);
    const cart = (await shop.request("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    expect([cart.promo.promo, cart.promo.certificate, cart.bonus?.on, cart.presents.chosen]).toEqual([
      ...[null, null, false],
      [],
    ]);
  });

  it.each<[string, (id: number, shopper: Shopper) => Promise<unknown>]>([
    ["canceled", (id, { token }) => shop.request("POST", `/v1/user/orders/${id}/cancel`, { token })],
    [
      "not paid in time",
      async () => {
        shop.clock.advance(60 * 60_000);
        await expirePayments(shop.app);
      },
    ],
    [
      "paid, canceled by the store and refunded",
      async (id) => {
        for (const status of ["paid", "cancelled", "refunded"] as const) await transition(id, status);
      },
    ],
  ])("returns everything once when it is %s", async (_what, endOrder) => {
    const { shopper, code } = await createCartWithAdjustments();
    const { id } = (await placeCurrentCart(shopper)).body.data.order;
    for (let time = 0; time < 2; time++) await endOrder(id, shopper).catch(() => undefined);
    expect([await getUses("SAKURA10"), await getBalance(code), await getPoints(shopper)]).toEqual([0, 1000_00, 500]);
    const entries = await shop.db.selectFrom("loyalty_entries").select(["kind", "delta"]).orderBy("id").execute();
    expect(entries).toEqual([
      { kind: "granted", delta: 500 },
      { kind: "spent", delta: -500 },
      { kind: "returned", delta: 500 },
    ]);
  });

  it("can be placed in another currency: the gift card pays its full value", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 1290_00 });
    const { code } = await createGiftCard(shop.db, 1000_00);
    const usd = { locale: "en-US", currency: "USD" };
    await applyCode(shopper, code);
    const { body } = await placeCurrentCart(shopper, {}, usd);
    // 1000 rubles at 92 with the margin of 3 %.
    expect(body.data.order).toMatchObject({ iso_code: "USD", discounts: { promo: 0, bonus: 0, certificate: 11.2 } });
    expect(await getBalance(code)).toBe(0);
  });

  it("is not multiplied by 100 in yen, from the cart to the payment", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 6100_00 });
    await createPromoCode(shop.db);
    await applyCode(shopper, "SAKURA10");
    const jpy = { currency: "JPY" };
    const cart = (await shop.request("GET", "/v1/user/cart", { token: shopper.token, ...jpy })).body.data.price_v2;
    expect(cart).toMatchObject({ products_price: 10_300, dicount_price: 1030, delivery_price: 0, total_price: 9270 });
    const { body } = await placeCurrentCart(shopper, {}, jpy);
    const payment = (await shop.request("GET", `/v1/payments/${body.data.payment.id}`)).body.data;
    expect([body.data.order.total, payment.amount, payment.iso_code]).toEqual([9270, 9270, "JPY"]);
    const row = await shop.db.selectFrom("payments").select("amount_minor").executeTakeFirstOrThrow();
    expect(row.amount_minor).toBe(9270);
  });
});

describe("an order with nothing to pay", () => {
  it("is paid at once by its gift card, which the payment reflects", async () => {
    const { shopper, product } = await createReadyCart(shop.db);
    const { code } = await createGiftCard(shop.db, 5000_00);
    await applyCode(shopper, code);
    const { status, body } = await placeCurrentCart(shopper);
    expect([status, body.data.order.status, body.data.order.total]).toEqual([201, "paid", 0]);
    expect(body.data.order.history.map((step) => step.status)).toEqual(["awaiting_payment", "paid"]);
    const payment = (await shop.request("GET", `/v1/payments/${body.data.payment.id}`)).body.data;
    expect(payment).toMatchObject({ status: "success", amount: 0, action: { type: "none" }, in_progress: false });
    expect([await getBalance(code), await getStock(product.id)]).toEqual([3501_00, 9]);
    // No payment is requested.
    const mails = await shop.db.selectFrom("emails").select("template").execute();
    expect(mails).toEqual([{ template: "order_paid" }]);
    shop.clock.advance(2 * 60 * 60_000);
    await expirePayments(shop.app);
    const { body: orderLater } = await shop.request("GET", `/v1/user/orders/${body.data.order.id}`, {
      token: shopper.token,
    });
    expect(orderLater.data.status).toBe("paid");
  });
});

describe("delivery", () => {
  it("earns 3 % of the goods as paid, once, and reverses it when the goods are returned", async () => {
    const { shopper } = await createCartWithAdjustments();
    const { id } = (await placeCurrentCart(shopper)).body.data.order;
    await deliverOrder(id);
    // 2580 minus the code and the points: 1822, of which 3 % is 54.66.
    expect(await getPoints(shopper)).toBe(54);
    await transition(id, "returned");
    expect(await getPoints(shopper)).toBe(0);
    await transition(id, "refunded");
    expect(await getPoints(shopper)).toBe(500);
  });

  it("reverses no more points than are left when they were spent meanwhile", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 2000_00 });
    const { id } = (await placeCurrentCart(shopper)).body.data.order;
    await deliverOrder(id);
    expect(await getPoints(shopper)).toBe(60);
    await addToCart(shop.db, shopper.id, { productId: (await createProduct(shop.db)).id });
    await redeemPoints(shopper);
    expect((await placeCurrentCart(shopper)).status).toBe(201);
    await transition(id, "returned");
    expect(await getPoints(shopper)).toBe(0);
  });

  it("earns nothing for an order in the English store", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 2000_00 });
    const { id } = (await placeCurrentCart(shopper, {}, { locale: "en-US", currency: "RUB" })).body.data.order;
    await deliverOrder(id);
    expect(await getPoints(shopper)).toBeUndefined();
  });
});

describe("changes since the shopper saw the cart", () => {
  it("block the order if a code has expired, with its own refusal and the current cart; nothing is spent", async () => {
    const { shopper } = await createReadyCart(shop.db);
    await createPromoCode(shop.db, { ends_at: new Date("2026-11-20T09:30:00Z") });
    await applyCode(shopper, "SAKURA10");
    shop.clock.advance(30 * 60_000);
    const { status, body } = await placeOrder(shopper, { expected_total: 1399 });
    expect([status, body.code, body.data.cart.price_v2.total_price]).toEqual([422, "promo_expired", 1499]);
    expect(await getUses("SAKURA10")).toBe(0);
  });

  it("block the order if another shopper took the gift", async () => {
    const { shopper, gift } = await createCartWithAdjustments();
    await shop.db.updateTable("product_variants").set({ stock: 0 }).where("product_id", "=", gift.id).execute();
    const { status, body } = await placeCurrentCart(shopper, { expected_presents: 1 });
    expect([status, body.code, body.data.cart.presents.chosen]).toEqual([409, "cart_changed", []]);
    expect((await placeCurrentCart(shopper, { expected_presents: 0 })).status).toBe(201);
  });
});

describe("what can be spent once is spent once, by 50 concurrent orders", () => {
  /** Creates 50 shoppers with a cart of 1000 rubles each, prepared one by one. */
  async function createFiftyShoppers(prepare: (shopper: Shopper) => Promise<unknown>): Promise<Shopper[]> {
    const { shopper } = await createReadyCart(shop.db, { stock: 1000 });
    const product = await createProduct(shop.db, { stock: 1000 });
    const otherShoppers = await Promise.all(Array.from({ length: 49 }, () => createAnotherShopper(shop.db)));
    for (const other of otherShoppers) await addToCart(shop.db, other.id, { productId: product.id });
    const allShoppers = [shopper, ...otherShoppers];
    for (const one of allShoppers) await prepare(one);
    return allShoppers;
  }
  const countOutcomes = (responses: { status: number; body: { code: string } }[]) => {
    const results = responses.map(({ status, body }) => (status === 201 ? "201" : `${status} ${body.code}`));
    return Object.fromEntries([...Map.groupBy(results, (one) => one)].map(([key, matching]) => [key, matching.length]));
  };
  const countOrders = async () => (await shop.db.selectFrom("orders").select("id").execute()).length;

  it("a single-use promo code", { timeout: 60_000 }, async () => {
    await createPromoCode(shop.db, { max_uses: 1 });
    const shoppers = await createFiftyShoppers((shopper) => applyCode(shopper, "SAKURA10"));
    const responses = await Promise.all(shoppers.map((shopper) => placeOrder(shopper, { expected_total: 1399 })));
    expect(countOutcomes(responses)).toEqual({ "201": 1, "409 promo_used_up": 49 });
    expect([await getUses("SAKURA10"), await countOrders()]).toEqual([1, 1]);
  });

  it("a gift card", { timeout: 60_000 }, async () => {
    const { code } = await createGiftCard(shop.db, 1000_00);
    const shoppers = await createFiftyShoppers((shopper) => applyCode(shopper, code));
    const responses = await Promise.all(shoppers.map((shopper) => placeOrder(shopper, { expected_total: 499 })));
    expect(countOutcomes(responses)).toEqual({ "201": 1, "409 certificate_empty": 49 });
    expect([await getBalance(code), await countOrders()]).toEqual([0, 1]);
  });

  it("a points balance, by 50 orders of one customer and by 50 debits of the account", async () => {
    const { shopper } = await createReadyCart(shop.db);
    await grantTestPoints(shop.db, shopper.id, 300);
    await redeemPoints(shopper);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => placeOrder(shopper, { expected_total: 1199 })),
    );
    expect(countOutcomes(responses)).toEqual({ "201": 1, "422 cart_empty": 49 });
    expect([await getPoints(shopper), await countOrders()]).toEqual([0, 1]);

    const placed = responses.find((one) => one.status === 201)?.body.data.order.id ?? 0;
    await grantTestPoints(shop.db, shopper.id, 100);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        withTransaction(shop.db, (tx) =>
          spendPoints(tx, { customerId: shopper.id, orderId: placed, amount: 100 }, shop.clock.now()),
        ),
      ),
    );
    expect(results.filter((one) => one.status === "fulfilled").length).toBe(1);
    expect(await getPoints(shopper)).toBe(0);
  });

  it("the last gift, which is also for sale", { timeout: 60_000 }, async () => {
    const gift = await createProduct(shop.db, { stock: 3, priceMinor: 600_00 });
    await createGiftTier(shop.db, { thresholdMinor: 500_00, productIds: [gift.id] });
    const shoppers = await createFiftyShoppers((shopper) =>
      shop.request("POST", "/v1/user/cart/presents", { token: shopper.token, body: { product_ids: [gift.id] } }),
    );
    const responses = await Promise.all(
      shoppers.map((shopper) => placeOrder(shopper, { expected_total: 1499, expected_presents: 1 })),
    );
    expect(countOutcomes(responses)).toEqual({ "201": 3, "409 cart_changed": 47 });
    expect(await getStock(gift.id)).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { someBonuses } from "../bonuses/fixtures.ts";
import { spendBonuses } from "../bonuses/service.ts";
import { anotherShopper, aReadyCart, putInCart, type Shopper } from "../cart/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { moveOrder } from "../orders/service.ts";
import type { OrderStatus } from "../orders/schema.ts";
import { expirePayments } from "../payments/jobs.ts";
import { withTransaction } from "../platform/db.ts";
import { aCertificate, aPromo, aTier } from "../promotions/fixtures.ts";

const shop = await openTestShop();
let serial = 0;

const enter = (shopper: Shopper, code: string) =>
  shop.ask("POST", `/v1/user/cart/promo/${code}`, { token: shopper.token });
const payWithBonuses = (shopper: Shopper) => shop.ask("POST", "/v1/user/cart/bonus", { token: shopper.token });
async function place(shopper: Shopper, own: object = {}, as: object = {}) {
  const { body: cart } = await shop.ask("GET", "/v1/user/cart", { token: shopper.token, ...as });
  return order(shopper, { expected_total: cart.data.price_v2.total_price, ...own }, as);
}
const order = (shopper: Shopper, own: object, as: object = {}) =>
  shop.ask("POST", "/v1/user/orders", {
    token: shopper.token,
    key: `means-key-${++serial}`,
    body: { agree: true, ...own },
    ...as,
  });
const move = (id: number, to: OrderStatus) =>
  withTransaction(shop.db, (tx) => moveOrder(tx, id, to, { now: shop.clock.now() }));
const deliver = async (id: number) => {
  for (const status of ["paid", "packing", "shipped", "delivered"] as const) await move(id, status);
};

const usesOf = async (code: string) =>
  (await shop.db.selectFrom("promo_codes").select("uses").where("code", "=", code).executeTakeFirstOrThrow()).uses;
const leftOn = async (code: string) =>
  (
    await shop.db
      .selectFrom("gift_certificates")
      .select("balance_minor")
      .where("code", "=", code)
      .executeTakeFirstOrThrow()
  ).balance_minor;
const bonusesOf = async ({ id }: Shopper) =>
  (await shop.db.selectFrom("bonus_accounts").select("balance").where("customer_id", "=", id).executeTakeFirst())
    ?.balance;
const stockOf = async (productId: number) =>
  (
    await shop.db
      .selectFrom("product_variants")
      .select("stock")
      .where("product_id", "=", productId)
      .executeTakeFirstOrThrow()
  ).stock;

/** A cart of 2 × 1290 roubles with a code of 10 %, 500 bonuses, a certificate of 1000 roubles and a present chosen. */
async function aRichCart() {
  const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1290_00, qty: 2 });
  const present = await aProduct(shop.db, { stock: 3 });
  await aTier(shop.db, { thresholdMinor: 2000_00, productIds: [present.id] });
  await aPromo(shop.db, { max_uses: 5 });
  await someBonuses(shop.db, shopper.id, 500);
  const { code } = await aCertificate(shop.db);
  await enter(shopper, "SAKURA10");
  await enter(shopper, code);
  await payWithBonuses(shopper);
  await shop.ask("POST", "/v1/user/cart/presents", { token: shopper.token, body: { product_ids: [present.id] } });
  return { shopper, product, present, code };
}

describe("an order with everything at once", () => {
  it("is frozen line by line, spends each once, and its payment asks the same sum", async () => {
    const { shopper, product, present, code } = await aRichCart();
    const { status, body } = await place(shopper);
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
      { product_id: present.id, qty: 1, price_total: 0, discount: 0, is_present: true },
    ]);
    expect((await shop.ask("GET", `/v1/payments/${payment.id}`)).body.data.amount).toBe(1321);
    expect([await usesOf("SAKURA10"), await leftOn(code), await bonusesOf(shopper)]).toEqual([1, 0, 0]);
    expect([await stockOf(product.id), await stockOf(present.id)]).toEqual([8, 2]);
    const cart = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    expect([cart.promo.promo, cart.promo.certificate, cart.bonus?.on, cart.presents.chosen]).toEqual([
      ...[null, null, false],
      [],
    ]);
  });

  it.each<[string, (id: number, shopper: Shopper) => Promise<unknown>]>([
    ["called off", (id, { token }) => shop.ask("POST", `/v1/user/orders/${id}/cancel`, { token })],
    [
      "not paid in time",
      async () => {
        shop.clock.advance(60 * 60_000);
        await expirePayments(shop.house);
      },
    ],
    [
      "paid and called off by the shop, and its money sent back",
      async (id) => {
        for (const status of ["paid", "cancelled", "refunded"] as const) await move(id, status);
      },
    ],
  ])("gives everything back once when it is %s", async (_what, end) => {
    const { shopper, code } = await aRichCart();
    const { id } = (await place(shopper)).body.data.order;
    for (let time = 0; time < 2; time++) await end(id, shopper).catch(() => undefined);
    expect([await usesOf("SAKURA10"), await leftOn(code), await bonusesOf(shopper)]).toEqual([0, 1000_00, 500]);
    const kinds = await shop.db.selectFrom("bonus_entries").select(["kind", "delta"]).orderBy("id").execute();
    expect(kinds).toEqual([
      { kind: "granted", delta: 500 },
      { kind: "spent", delta: -500 },
      { kind: "returned", delta: 500 },
    ]);
  });

  it("can be placed in another currency: the certificate pays what it is worth, to its end", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 1290_00 });
    const { code } = await aCertificate(shop.db, 1000_00);
    const usd = { locale: "en-US", currency: "USD" };
    await enter(shopper, code);
    const { body } = await place(shopper, {}, usd);
    // 1000 roubles at 92 with the margin of 3 %.
    expect(body.data.order).toMatchObject({ iso_code: "USD", discounts: { promo: 0, bonus: 0, certificate: 11.2 } });
    expect(await leftOn(code)).toBe(0);
  });

  it("pitfall 15: is not charged a hundredfold in yen, from the cart to the payment", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 6100_00 });
    await aPromo(shop.db);
    await enter(shopper, "SAKURA10");
    const jpy = { currency: "JPY" };
    const cart = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token, ...jpy })).body.data.price_v2;
    expect(cart).toMatchObject({ products_price: 10_300, dicount_price: 1030, delivery_price: 0, total_price: 9270 });
    const { body } = await place(shopper, {}, jpy);
    const payment = (await shop.ask("GET", `/v1/payments/${body.data.payment.id}`)).body.data;
    expect([body.data.order.total, payment.amount, payment.iso_code]).toEqual([9270, 9270, "JPY"]);
    const row = await shop.db.selectFrom("payments").select("amount_minor").executeTakeFirstOrThrow();
    expect(row.amount_minor).toBe(9270);
  });
});

describe("an order of nothing", () => {
  it("is paid at once by its certificate, and the payment says so", async () => {
    const { shopper, product } = await aReadyCart(shop.db);
    const { code } = await aCertificate(shop.db, 5000_00);
    await enter(shopper, code);
    const { status, body } = await place(shopper);
    expect([status, body.data.order.status, body.data.order.total]).toEqual([201, "paid", 0]);
    expect(body.data.order.history.map((step) => step.status)).toEqual(["awaiting_payment", "paid"]);
    const payment = (await shop.ask("GET", `/v1/payments/${body.data.payment.id}`)).body.data;
    expect(payment).toMatchObject({ status: "success", amount: 0, action: { type: "none" }, in_progress: false });
    expect([await leftOn(code), await stockOf(product.id)]).toEqual([3501_00, 9]);
    // Nobody is asked to pay for it.
    const mails = await shop.db.selectFrom("mails").select("template").execute();
    expect(mails).toEqual([{ template: "order_paid" }]);
    shop.clock.advance(2 * 60 * 60_000);
    await expirePayments(shop.house);
    const { body: later } = await shop.ask("GET", `/v1/user/orders/${body.data.order.id}`, { token: shopper.token });
    expect(later.data.status).toBe("paid");
  });
});

describe("delivered", () => {
  it("brings 3 % of the goods as they were paid, once, and they go when the goods come back", async () => {
    const { shopper } = await aRichCart();
    const { id } = (await place(shopper)).body.data.order;
    await deliver(id);
    // 2580 less the code and the bonuses: 1822, of which 54.66.
    expect(await bonusesOf(shopper)).toBe(54);
    await move(id, "returned");
    expect(await bonusesOf(shopper)).toBe(0);
    await move(id, "refunded");
    expect(await bonusesOf(shopper)).toBe(500);
  });

  it("takes back no more than there is when they were spent meanwhile", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 2000_00 });
    const { id } = (await place(shopper)).body.data.order;
    await deliver(id);
    expect(await bonusesOf(shopper)).toBe(60);
    await putInCart(shop.db, shopper.id, { productId: (await aProduct(shop.db)).id });
    await payWithBonuses(shopper);
    expect((await place(shopper)).status).toBe(201);
    await move(id, "returned");
    expect(await bonusesOf(shopper)).toBe(0);
  });

  it("brings nothing to an order of the English shop", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 2000_00 });
    const { id } = (await place(shopper, {}, { locale: "en-US", currency: "RUB" })).body.data.order;
    await deliver(id);
    expect(await bonusesOf(shopper)).toBeUndefined();
  });
});

describe("what changed since the shopper looked", () => {
  it("stops the order: a code that ended, with its own refusal and the fresh cart; nothing is spent", async () => {
    const { shopper } = await aReadyCart(shop.db);
    await aPromo(shop.db, { ends_at: new Date("2026-11-20T09:30:00Z") });
    await enter(shopper, "SAKURA10");
    shop.clock.advance(30 * 60_000);
    const { status, body } = await order(shopper, { expected_total: 1399 });
    expect([status, body.code, body.data.cart.price_v2.total_price]).toEqual([422, "promo_expired", 1499]);
    expect(await usesOf("SAKURA10")).toBe(0);
  });

  it("stops the order: a present that somebody else took", async () => {
    const { shopper, present } = await aRichCart();
    await shop.db.updateTable("product_variants").set({ stock: 0 }).where("product_id", "=", present.id).execute();
    const { status, body } = await place(shopper, { expected_presents: 1 });
    expect([status, body.code, body.data.cart.presents.chosen]).toEqual([409, "cart_changed", []]);
    expect((await place(shopper, { expected_presents: 0 })).status).toBe(201);
  });
});

describe("pitfall 5: what can be spent once is spent once, by fifty orders at the same time", () => {
  /** Fifty shoppers with a cart of 1000 roubles each, prepared one by one. */
  async function fifty(prepare: (shopper: Shopper) => Promise<unknown>): Promise<Shopper[]> {
    const { shopper } = await aReadyCart(shop.db, { stock: 1000 });
    const product = await aProduct(shop.db, { stock: 1000 });
    const others = await Promise.all(Array.from({ length: 49 }, () => anotherShopper(shop.db)));
    for (const other of others) await putInCart(shop.db, other.id, { productId: product.id });
    const all = [shopper, ...others];
    for (const one of all) await prepare(one);
    return all;
  }
  const outcomes = (answers: { status: number; body: { code: string } }[]) => {
    const told = answers.map(({ status, body }) => (status === 201 ? "201" : `${status} ${body.code}`));
    return Object.fromEntries([...Map.groupBy(told, (one) => one)].map(([key, all]) => [key, all.length]));
  };
  const ordersMade = async () => (await shop.db.selectFrom("orders").select("id").execute()).length;

  it("a single-use code", { timeout: 60_000 }, async () => {
    await aPromo(shop.db, { max_uses: 1 });
    const shoppers = await fifty((shopper) => enter(shopper, "SAKURA10"));
    const answers = await Promise.all(shoppers.map((shopper) => order(shopper, { expected_total: 1399 })));
    expect(outcomes(answers)).toEqual({ "201": 1, "409 promo_used_up": 49 });
    expect([await usesOf("SAKURA10"), await ordersMade()]).toEqual([1, 1]);
  });

  it("a certificate", { timeout: 60_000 }, async () => {
    const { code } = await aCertificate(shop.db, 1000_00);
    const shoppers = await fifty((shopper) => enter(shopper, code));
    const answers = await Promise.all(shoppers.map((shopper) => order(shopper, { expected_total: 499 })));
    expect(outcomes(answers)).toEqual({ "201": 1, "409 certificate_empty": 49 });
    expect([await leftOn(code), await ordersMade()]).toEqual([0, 1]);
  });

  it("a balance of bonuses, by fifty orders of one customer and by fifty spendings of his account", async () => {
    const { shopper } = await aReadyCart(shop.db);
    await someBonuses(shop.db, shopper.id, 300);
    await payWithBonuses(shopper);
    const answers = await Promise.all(Array.from({ length: 50 }, () => order(shopper, { expected_total: 1199 })));
    expect(outcomes(answers)).toEqual({ "201": 1, "422 cart_empty": 49 });
    expect([await bonusesOf(shopper), await ordersMade()]).toEqual([0, 1]);

    const placed = answers.find((one) => one.status === 201)?.body.data.order.id ?? 0;
    await someBonuses(shop.db, shopper.id, 100);
    const spent = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        withTransaction(shop.db, (tx) =>
          spendBonuses(tx, { customerId: shopper.id, orderId: placed, amount: 100 }, shop.clock.now()),
        ),
      ),
    );
    expect(spent.filter((one) => one.status === "fulfilled").length).toBe(1);
    expect(await bonusesOf(shopper)).toBe(0);
  });

  it("the last present, which is also for sale", { timeout: 60_000 }, async () => {
    const present = await aProduct(shop.db, { stock: 3, priceMinor: 600_00 });
    await aTier(shop.db, { thresholdMinor: 500_00, productIds: [present.id] });
    const shoppers = await fifty((shopper) =>
      shop.ask("POST", "/v1/user/cart/presents", { token: shopper.token, body: { product_ids: [present.id] } }),
    );
    const answers = await Promise.all(
      shoppers.map((shopper) => order(shopper, { expected_total: 1499, expected_presents: 1 })),
    );
    expect(outcomes(answers)).toEqual({ "201": 3, "409 cart_changed": 47 });
    expect(await stockOf(present.id)).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { someBonuses } from "../bonuses/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { changeSetting } from "../platform/settings.ts";
import { aCertificate, aPromo, aTier } from "../promotions/fixtures.ts";
import { wrongCodesPerAddress, wrongCodesPerCustomer } from "../promotions/settings.ts";
import { anotherShopper, aReadyCart, putInCart, type Shopper } from "./fixtures.ts";

const shop = await openTestShop();
const enter = (shopper: Shopper, code: string, more: object = {}) =>
  shop.ask("POST", `/v1/user/cart/promo/${encodeURIComponent(code)}`, { token: shopper.token, ...more });
const show = async (shopper: Shopper, more: object = {}) =>
  (await shop.ask("GET", "/v1/user/cart", { token: shopper.token, ...more })).body.data;
const sums = async (shopper: Shopper, more: object = {}) => (await show(shopper, more)).price_v2;

describe("the calls", () => {
  it.each([
    ["POST", "/v1/user/cart/promo/SAKURA10"],
    ["DELETE", "/v1/user/cart/promo"],
    ["POST", "/v1/user/cart/bonus"],
    ["DELETE", "/v1/user/cart/bonus"],
    ["POST", "/v1/user/cart/presents"],
  ])("%s %s needs a login", async (method, path) => {
    const answered = await shop.ask(method, path, path.endsWith("presents") ? { body: { product_ids: [] } } : {});
    expect([answered.status, answered.body.code]).toEqual([401, "unauthenticated"]);
  });
});

describe("POST /v1/user/cart/promo/{code}", () => {
  it("takes a code in any case, shows its discount on the sum, and removing it gives the old total", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 1290_00, qty: 3 });
    await aPromo(shop.db);
    const before = await sums(shopper);
    const { status, body } = await enter(shopper, " sakura10 ");
    expect([status, body.message]).toEqual([200, "Скидка 10 % применена."]);
    expect(body.data.promo).toMatchObject({ promo: "SAKURA10", kind: "percent", percent: 10, refusal: null });
    expect(body.data.price_v2).toMatchObject({
      products_price: 3870,
      dicount_price: 387,
      discounts: { promo: 387, bonus: 0, certificate: 0 },
      delivery_price: 499,
      total_price: 3982,
      default_currency_price: { total_price: 3982 },
    });
    const removed = await shop.ask("DELETE", "/v1/user/cart/promo", { token: shopper.token });
    expect(removed.body.data.price_v2).toEqual(before);
  });

  it("gives a fixed sum, free delivery, or a gift that comes with the order", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 1290_00 });
    const gift = await aProduct(shop.db, { stock: 1, name: "Мыло" });
    await aPromo(shop.db, { code: "MINUS500", kind: "fixed", amount_minor: 500_00 });
    await aPromo(shop.db, { code: "DELIVERY0", kind: "free_delivery" });
    await aPromo(shop.db, { code: "PODAROK", kind: "gift", gift_product_id: gift.id });
    expect((await enter(shopper, "MINUS500")).body.data.price_v2).toMatchObject({
      dicount_price: 500,
      total_price: 1289,
    });
    expect((await enter(shopper, "DELIVERY0")).body.data.price_v2).toMatchObject({
      dicount_price: 0,
      delivery_price: 0,
      total_price: 1290,
    });
    const given = await enter(shopper, "PODAROK", { locale: "en-US", currency: "RUB" });
    expect(given.body.message).toBe("The gift of this code is added to your order.");
    expect(given.body.data.presents.gift).toEqual({ product_id: gift.id, name: "Мыло en" });
    expect(given.body.data.price_v2.total_price).toBe(1789);
  });

  it("discounts only what a limited code is for, its categories and those below them", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1000_00 });
    const other = await aProduct(shop.db, { priceMinor: 400_00 });
    await putInCart(shop.db, shopper.id, { productId: other.id });
    await aPromo(shop.db, { code: "KREM50", percent: 50, products: [product.id] });
    expect((await enter(shopper, "KREM50")).body.data.price_v2.dicount_price).toBe(500);
    const { category_path } = await shop.db
      .selectFrom("products")
      .select("category_path")
      .where("id", "=", other.id)
      .executeTakeFirstOrThrow();
    await aPromo(shop.db, { code: "RAZDEL", percent: 25, categories: category_path });
    expect((await enter(shopper, "RAZDEL")).body.data.price_v2.dicount_price).toBe(100);
  });

  it.each<[string, Parameters<typeof aPromo>[1], number, string]>([
    ["promo_disabled", { active: false }, 422, "Этот промокод больше не действует."],
    ["promo_expired", { ends_at: new Date("2026-11-20T08:59:59Z") }, 422, "Срок действия промокода истёк."],
    [
      "promo_not_started",
      { starts_at: new Date("2026-12-01T00:00:00Z") },
      422,
      "Промокод начнёт действовать 1 декабря.",
    ],
    [
      "promo_not_started",
      { starts_at: new Date("2098-12-31T21:00:00Z") },
      422,
      "Промокод начнёт действовать 1 января 2099.",
    ],
    ["promo_used_up", { max_uses: 2, uses: 2 }, 409, "Промокод закончился: им уже воспользовались."],
    [
      "promo_min_sum",
      { min_sum_minor: 2500_00 },
      422,
      "Добавьте товаров ещё на 1\u00a0500\u00a0₽, и промокод подействует.",
    ],
  ])("refuses %s, says why, and leaves the cart as it was", async (code, own, status, message) => {
    const { shopper } = await aReadyCart(shop.db);
    await aPromo(shop.db, own);
    const before = await show(shopper);
    const { body, ...answered } = await enter(shopper, "SAKURA10");
    expect([answered.status, body.code, body.message, body.data]).toEqual([status, code, message, { message }]);
    expect(await show(shopper)).toEqual(before);
  });

  it("refuses unknown codes, another's, other goods, a gift that is gone, and a certificate with a slip", async () => {
    const { shopper } = await aReadyCart(shop.db);
    const stranger = await anotherShopper(shop.db);
    const other = await aProduct(shop.db, { stock: 0 });
    await aPromo(shop.db, { code: "P-ABCDEF", customer_id: stranger.id });
    await aPromo(shop.db, { code: "OTHER", products: [other.id] });
    await aPromo(shop.db, { code: "GONE", kind: "gift", gift_product_id: other.id });
    const { code } = await aCertificate(shop.db);
    const slip = `${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`;
    const codes = [];
    for (const typed of ["NOTHING", "P-ABCDEF", "OTHER", slip, "JG-0000-0000-0000", "GONE"])
      codes.push((await enter(shopper, typed, { locale: "en-US", currency: "RUB" })).body.code);
    expect(codes).toEqual([
      ...["promo_unknown", "promo_not_yours", "promo_other_goods", "certificate_mistyped", "certificate_unknown"],
      "promo_gift_gone",
    ]);
    expect((await show(shopper)).promo.promo).toBeNull();
  });

  it("is for a first order only where the code says so, and once a customer", async () => {
    const { shopper } = await aReadyCart(shop.db);
    await aPromo(shop.db, { code: "WELCOME7", first_order_only: true, max_uses_customer: 1 });
    await enter(shopper, "WELCOME7");
    const total = (await sums(shopper)).total_price;
    const placed = await shop.ask("POST", "/v1/user/orders", {
      token: shopper.token,
      key: "first-order-key",
      body: { agree: true, expected_total: total },
    });
    expect(placed.status).toBe(201);
    await putInCart(shop.db, shopper.id, { productId: (await aProduct(shop.db)).id });
    expect((await enter(shopper, "WELCOME7")).body.code).toBe("promo_already_used");
    await aPromo(shop.db, { code: "FIRST", first_order_only: true });
    expect((await enter(shopper, "FIRST")).body.code).toBe("promo_first_order_only");
    // An order that came to nothing was none.
    await shop.ask("POST", `/v1/user/orders/${placed.body.data.order.id}/cancel`, { token: shopper.token });
    expect((await enter(shopper, "WELCOME7")).status).toBe(200);
    expect((await enter(shopper, "FIRST")).status).toBe(200);
  });

  it("says in the cart when an entered code no longer holds, and keeps it from being ordered so", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { qty: 3 });
    await aPromo(shop.db, { min_sum_minor: 2500_00 });
    await enter(shopper, "SAKURA10");
    const { body } = await shop.ask("POST", "/v1/user/cart", {
      token: shopper.token,
      body: [{ product_id: product.id, qty: 2 }],
    });
    expect(body.data.promo).toMatchObject({
      promo: "SAKURA10",
      refusal: { code: "promo_min_sum", message: "Добавьте товаров ещё на 500\u00a0₽, и промокод подействует." },
    });
    expect(body.data.problems).toEqual([{ code: "promo_refused", cart_ids: [] }]);
    expect(body.data.price_v2.dicount_price).toBe(0);
  });

  it("stops guessing: so many wrong codes in ten minutes, and the next is not looked at; right ones do not count", async () => {
    await changeSetting(shop.db, wrongCodesPerCustomer, { max: 3, windowSeconds: 600 });
    const { shopper } = await aReadyCart(shop.db);
    await aPromo(shop.db);
    for (let time = 0; time < 5; time++) expect((await enter(shopper, "SAKURA10")).status).toBe(200);
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await enter(shopper, "JG-0000-0000-0000")).status);
    expect(statuses).toEqual([422, 422, 422, 429]);
    const refused = await enter(shopper, "SAKURA10");
    expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
      429,
      "too_many_requests",
      "600",
    ]);
    shop.clock.advance(600_000);
    expect((await enter(shopper, "SAKURA10")).status).toBe(200);
  });

  it("stops guessing from one address under many names", async () => {
    await changeSetting(shop.db, wrongCodesPerAddress, { max: 2, windowSeconds: 600 });
    const { shopper } = await aReadyCart(shop.db);
    const names = [shopper, await anotherShopper(shop.db), await anotherShopper(shop.db)];
    const statuses = [];
    for (const name of names) statuses.push((await enter(name, "JG-0000-0000-0000")).status);
    expect(statuses).toEqual([422, 422, 429]);
  });

  it.each(["%20", "x".repeat(61)])("refuses %j as no code", async (typed) => {
    const { shopper } = await aReadyCart(shop.db);
    const { status, body } = await shop.ask("POST", `/v1/user/cart/promo/${typed}`, { token: shopper.token });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["code"]]);
  });
});

describe("a gift certificate", () => {
  it("is entered in the same field, stands beside a code, and pays delivery too, down to nothing", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 1000_00 });
    await aPromo(shop.db);
    await enter(shopper, "SAKURA10");
    const { code } = await aCertificate(shop.db, 5000_00);
    const { body } = await enter(shopper, code.toLowerCase());
    expect(body.message).toBe("Сертификат принят: на нём 5\u00a0000\u00a0₽.");
    expect(body.data.promo).toMatchObject({ promo: "SAKURA10", certificate: { code, balance: 5000, used: 1399 } });
    expect(body.data.price_v2).toMatchObject({ dicount_price: 1499, total_price: 0 });
    const only = (which: string) => shop.ask("DELETE", `/v1/user/cart/promo?only=${which}`, { token: shopper.token });
    const without = await only("certificate");
    expect([without.body.data.promo.promo, without.body.data.promo.certificate]).toEqual(["SAKURA10", null]);
    await enter(shopper, code);
    const codeless = await only("promo");
    expect([codeless.body.data.promo.promo, codeless.body.data.promo.certificate?.used]).toEqual([null, 1499]);
    expect((await only("everything")).status).toBe(422);
  });

  it("is refused when it has ended or nothing is left", async () => {
    const { shopper } = await aReadyCart(shop.db);
    const ended = await aCertificate(shop.db);
    const empty = await aCertificate(shop.db);
    const update = (id: number, own: object) =>
      shop.db.updateTable("gift_certificates").set(own).where("id", "=", id).execute();
    await update(ended.id, { expires_at: new Date("2026-11-20T09:00:00Z") });
    await update(empty.id, { balance_minor: 0 });
    const refused = [await enter(shopper, ended.code), await enter(shopper, empty.code)];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [422, "certificate_expired"],
      [409, "certificate_empty"],
    ]);
  });
});

describe("bonuses", () => {
  const use = (shopper: Shopper, method: "POST" | "DELETE", more: object = {}) =>
    shop.ask(method, "/v1/user/cart/bonus", { token: shopper.token, ...more });

  it("pay up to 30 % of the goods after the code, never delivery, and removing them gives the old total", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 1000_00 });
    await someBonuses(shop.db, shopper.id, 500);
    await aPromo(shop.db);
    await enter(shopper, "SAKURA10");
    const before = await show(shopper);
    expect(before.bonus).toEqual({ balance: 500, offer: 270, offer_price: 270, used: 0, on: false });
    for (let time = 0; time < 2; time++) {
      const { body } = await use(shopper, "POST");
      expect(body.message).toBe("Спишем 270 джапанчиков.");
      expect(body.data.bonus).toMatchObject({ used: 270, on: true });
      expect(body.data.price_v2).toMatchObject({ discounts: { promo: 100, bonus: 270 }, total_price: 1129 });
    }
    expect((await use(shopper, "DELETE")).body.data).toEqual(before);
  });

  it("are refused where there are none, or where they have just ended", async () => {
    const { shopper } = await aReadyCart(shop.db);
    expect((await use(shopper, "POST")).body.code).toBe("bonus_none");
    const yearAgo = new Date(shop.clock.now().getTime() - 365 * 86_400_000);
    await someBonuses(shop.db, shopper.id, 50, yearAgo);
    expect((await show(shopper)).bonus?.balance).toBe(0);
    expect((await use(shopper, "POST")).body.code).toBe("bonus_none");
    await someBonuses(shop.db, shopper.id, 50, new Date(yearAgo.getTime() + 1000));
    expect((await use(shopper, "POST")).body.data.bonus).toMatchObject({ balance: 50, used: 50 });
  });

  it("are no part of the English shop: not offered, not shown, not used", async () => {
    const { shopper } = await aReadyCart(shop.db);
    await someBonuses(shop.db, shopper.id, 500);
    await use(shopper, "POST");
    const english = { locale: "en-US", currency: "RUB" };
    const cart = await show(shopper, english);
    expect([cart.bonus, cart.price_v2.dicount_price]).toEqual([null, 0]);
    for (const method of ["POST", "DELETE"] as const) {
      const { status, body } = await use(shopper, method, english);
      expect([status, body.code]).toEqual([404, "bonus_not_offered"]);
    }
    expect((await sums(shopper)).dicount_price).toBe(300);
  });
});

describe("presents", () => {
  const choose = (shopper: Shopper, productIds: unknown) =>
    shop.ask("POST", "/v1/user/cart/presents", { token: shopper.token, body: { product_ids: productIds } });

  async function withPresents(own: { qty?: number; stock?: number } = {}) {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1000_00, qty: own.qty ?? 3 });
    const gifts = [];
    for (let n = 0; n < 3; n++) gifts.push(await aProduct(shop.db, { stock: own.stock ?? 5, weightG: 50 }));
    const ids = gifts.map((gift) => gift.id);
    await aTier(shop.db, { thresholdMinor: 3000_00, productIds: ids, count: 2 });
    return { shopper, product, ids };
  }

  it("may be chosen from the sum on, as many as the offer says, and weigh in the parcel", async () => {
    const { shopper, ids } = await withPresents();
    const before = await show(shopper);
    expect(before.presents).toMatchObject({ count: 2, can_сhoose: true, price: 3000, chosen: [] });
    expect(before.presents.product.items.map((card) => card.id)).toEqual(ids);
    const { status, body } = await choose(shopper, [ids[0], ids[2]]);
    expect([status, body.data.presents.chosen]).toEqual([200, [ids[0], ids[2]]]);
    expect(body.data.price_v2).toEqual(before.price_v2);
    expect(body.data.weight_g).toBe(before.weight_g + 100);
    expect((await choose(shopper, [])).body.data).toEqual(before);
  });

  it("refuses too many, others, and those that are gone; the choice stays as it was", async () => {
    const { shopper, ids, product } = await withPresents();
    await shop.db
      .updateTable("product_variants")
      .set({ stock: 0 })
      .where("product_id", "=", ids[2] ?? 0)
      .execute();
    await choose(shopper, [ids[0]]);
    const codes = [];
    for (const wish of [ids, [product.id], [ids[2]]]) codes.push((await choose(shopper, wish)).body.code);
    expect(codes).toEqual(["cart_presents_too_many", "cart_present_not_offered", "cart_present_gone"]);
    for (const wish of ["1", [1.5], [-1], null])
      expect((await choose(shopper, wish)).body.code).toBe("validation_failed");
    expect((await show(shopper)).presents.chosen).toEqual([ids[0]]);
  });

  it("are not given below the sum, which says how far it is, and come back with it", async () => {
    const { shopper, product, ids } = await withPresents();
    await choose(shopper, [ids[0]]);
    const change = (qty: number) =>
      shop.ask("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: product.id, qty }] });
    expect((await change(2)).body.data.presents).toMatchObject({ can_сhoose: false, price: 3000, chosen: [] });
    expect((await choose(shopper, [ids[0]])).body.code).toBe("cart_present_not_offered");
  });

  it("count with the same product's own line: the last piece is not promised twice", async () => {
    const { shopper, ids } = await withPresents({ stock: 1 });
    await putInCart(shop.db, shopper.id, { productId: ids[0] ?? 0 });
    expect((await choose(shopper, [ids[0]])).body.code).toBe("cart_present_gone");
    const { presents } = await show(shopper);
    expect(presents.product.items.map((card) => card.available_for_order)).toEqual([false, true, true]);
  });

  it("of the largest sum that is reached are offered", async () => {
    const { shopper } = await withPresents();
    const better = await aProduct(shop.db);
    await aTier(shop.db, { thresholdMinor: 2000_00, productIds: [better.id] });
    expect((await show(shopper)).presents.price).toBe(3000);
  });

  it("that not every parcel may carry are none", async () => {
    const { shopper } = await aReadyCart(shop.db);
    const spray = await aProduct(shop.db, { hazard: "aerosol" });
    await aTier(shop.db, { thresholdMinor: 500_00, productIds: [spray.id] });
    expect((await choose(shopper, [spray.id])).body.code).toBe("cart_present_gone");
  });
});

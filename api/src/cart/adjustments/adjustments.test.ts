import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { grantTestPoints } from "../../loyalty/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { createGiftCard } from "../../gift-cards/fixtures.ts";
import { createPromoCode, createGiftTier } from "../../promotions/fixtures.ts";
import { wrongCodesPerIpAddress, wrongCodesPerCustomer } from "../../gift-cards/settings.ts";
import { createAnotherShopper, createReadyCart, addToCart, type Shopper } from "../fixtures.ts";

const shop = await openTestShop();
const applyCode = (shopper: Shopper, code: string, options: object = {}) =>
  shop.request("POST", `/v1/user/cart/promo/${encodeURIComponent(code)}`, { token: shopper.token, ...options });
const getCart = async (shopper: Shopper, options: object = {}) =>
  (await shop.request("GET", "/v1/user/cart", { token: shopper.token, ...options })).body.data;
const getPrice = async (shopper: Shopper, options: object = {}) => (await getCart(shopper, options)).price_v2;

describe("authentication", () => {
  it.each([
    ["POST", "/v1/user/cart/promo/SAKURA10"],
    ["DELETE", "/v1/user/cart/promo"],
    ["POST", "/v1/user/cart/bonus"],
    ["DELETE", "/v1/user/cart/bonus"],
    ["POST", "/v1/user/cart/presents"],
  ])("%s %s requires a login", async (method, path) => {
    const response = await shop.request(method, path, path.endsWith("presents") ? { body: { product_ids: [] } } : {});
    expect([response.status, response.body.code]).toEqual([401, "unauthenticated"]);
  });
});

describe("POST /v1/user/cart/promo/{code}", () => {
  it("accepts a code in any case, discounts the total, and removing it restores the old total", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 1290_00, qty: 3 });
    await createPromoCode(shop.db);
    const before = await getPrice(shopper);
    const { status, body } = await applyCode(shopper, " sakura10 ");
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
    const removed = await shop.request("DELETE", "/v1/user/cart/promo", { token: shopper.token });
    expect(removed.body.data.price_v2).toEqual(before);
  });

  it("applies a fixed amount, free delivery, or a gift that comes with the order", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 1290_00 });
    const gift = await createProduct(shop.db, { stock: 1, name: "Мыло" });
    await createPromoCode(shop.db, { code: "MINUS500", kind: "fixed", amount_minor: 500_00 });
    await createPromoCode(shop.db, { code: "DELIVERY0", kind: "free_delivery" });
    await createPromoCode(shop.db, { code: "PODAROK", kind: "gift", gift_product_id: gift.id });
    expect((await applyCode(shopper, "MINUS500")).body.data.price_v2).toMatchObject({
      dicount_price: 500,
      total_price: 1289,
    });
    expect((await applyCode(shopper, "DELIVERY0")).body.data.price_v2).toMatchObject({
      dicount_price: 0,
      delivery_price: 0,
      total_price: 1290,
    });
    const response = await applyCode(shopper, "PODAROK", { locale: "en-US", currency: "RUB" });
    expect(response.body.message).toBe("The gift of this code is added to your order.");
    expect(response.body.data.presents.gift).toEqual({ product_id: gift.id, name: "Мыло en" });
    expect(response.body.data.price_v2.total_price).toBe(1789);
  });

  it("discounts only the products of a limited code, and its categories with their subcategories", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1000_00 });
    const other = await createProduct(shop.db, { priceMinor: 400_00 });
    await addToCart(shop.db, shopper.id, { productId: other.id });
    await createPromoCode(shop.db, { code: "KREM50", percent: 50, products: [product.id] });
    expect((await applyCode(shopper, "KREM50")).body.data.price_v2.dicount_price).toBe(500);
    const { category_path } = await shop.db
      .selectFrom("products")
      .select("category_path")
      .where("id", "=", other.id)
      .executeTakeFirstOrThrow();
    await createPromoCode(shop.db, { code: "RAZDEL", percent: 25, categories: category_path });
    expect((await applyCode(shopper, "RAZDEL")).body.data.price_v2.dicount_price).toBe(100);
  });

  it.each<[string, Parameters<typeof createPromoCode>[1], number, string]>([
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
  ])("refuses %s with the reason, and leaves the cart unchanged", async (code, overrides, status, message) => {
    const { shopper } = await createReadyCart(shop.db);
    await createPromoCode(shop.db, overrides);
    const before = await getCart(shopper);
    const { body, ...response } = await applyCode(shopper, "SAKURA10");
    expect([response.status, body.code, body.message, body.data]).toEqual([status, code, message, { message }]);
    expect(await getCart(shopper)).toEqual(before);
  });

  it("refuses unknown codes, codes of another customer or other goods, an unavailable gift, and a mistyped gift card", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const otherShopper = await createAnotherShopper(shop.db);
    const other = await createProduct(shop.db, { stock: 0 });
    await createPromoCode(shop.db, { code: "P-ABCDEF", customer_id: otherShopper.id });
    await createPromoCode(shop.db, { code: "OTHER", products: [other.id] });
    await createPromoCode(shop.db, { code: "GONE", kind: "gift", gift_product_id: other.id });
    const { code } = await createGiftCard(shop.db);
    const mistypedCode = `${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`;
    const codes = [];
    for (const code of ["NOTHING", "P-ABCDEF", "OTHER", mistypedCode, "JG-0000-0000-0000", "GONE"])
      codes.push((await applyCode(shopper, code, { locale: "en-US", currency: "RUB" })).body.code);
    expect(codes).toEqual([
      ...["promo_unknown", "promo_not_yours", "promo_other_goods", "certificate_mistyped", "certificate_unknown"],
      "promo_gift_gone",
    ]);
    expect((await getCart(shopper)).promo.promo).toBeNull();
  });

  it("applies first-order-only codes to first orders, and limits uses per customer", async () => {
    const { shopper } = await createReadyCart(shop.db);
    await createPromoCode(shop.db, { code: "WELCOME7", first_order_only: true, max_uses_customer: 1 });
    await applyCode(shopper, "WELCOME7");
    const total = (await getPrice(shopper)).total_price;
    const placed = await shop.request("POST", "/v1/user/orders", {
      token: shopper.token,
      key: "first-order-key",
      body: { agree: true, expected_total: total },
    });
    expect(placed.status).toBe(201);
    await addToCart(shop.db, shopper.id, { productId: (await createProduct(shop.db)).id });
    expect((await applyCode(shopper, "WELCOME7")).body.code).toBe("promo_already_used");
    await createPromoCode(shop.db, { code: "FIRST", first_order_only: true });
    expect((await applyCode(shopper, "FIRST")).body.code).toBe("promo_first_order_only");
    // A canceled order does not count.
    await shop.request("POST", `/v1/user/orders/${placed.body.data.order.id}/cancel`, { token: shopper.token });
    expect((await applyCode(shopper, "WELCOME7")).status).toBe(200);
    expect((await applyCode(shopper, "FIRST")).status).toBe(200);
  });

  it("reports in the cart when an entered code no longer applies, and blocks the order", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { qty: 3 });
    await createPromoCode(shop.db, { min_sum_minor: 2500_00 });
    await applyCode(shopper, "SAKURA10");
    const { body } = await shop.request("POST", "/v1/user/cart", {
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

  it("limits wrong codes per customer: above the limit no code is checked; valid codes do not count", async () => {
    await updateSetting(shop.db, wrongCodesPerCustomer, { max: 3, windowSeconds: 600 });
    const { shopper } = await createReadyCart(shop.db);
    await createPromoCode(shop.db);
    for (let time = 0; time < 5; time++) expect((await applyCode(shopper, "SAKURA10")).status).toBe(200);
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await applyCode(shopper, "JG-0000-0000-0000")).status);
    expect(statuses).toEqual([422, 422, 422, 429]);
    const response = await applyCode(shopper, "SAKURA10");
    expect([response.status, response.body.code, response.headers.get("retry-after")]).toEqual([
      429,
      "too_many_requests",
      "600",
    ]);
    shop.clock.advance(600_000);
    expect((await applyCode(shopper, "SAKURA10")).status).toBe(200);
  });

  it("limits wrong codes per IP address across customers", async () => {
    await updateSetting(shop.db, wrongCodesPerIpAddress, { max: 2, windowSeconds: 600 });
    const { shopper } = await createReadyCart(shop.db);
    const shoppers = [shopper, await createAnotherShopper(shop.db), await createAnotherShopper(shop.db)];
    const statuses = [];
    for (const shopper of shoppers) statuses.push((await applyCode(shopper, "JG-0000-0000-0000")).status);
    expect(statuses).toEqual([422, 422, 429]);
  });

  it.each(["%20", "x".repeat(61)])("refuses %j as no code", async (code) => {
    const { shopper } = await createReadyCart(shop.db);
    const { status, body } = await shop.request("POST", `/v1/user/cart/promo/${code}`, { token: shopper.token });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["code"]]);
  });
});

describe("a gift card", () => {
  it("is entered in the same field, combines with a promo code, and pays for delivery too, down to zero", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 1000_00 });
    await createPromoCode(shop.db);
    await applyCode(shopper, "SAKURA10");
    const { code } = await createGiftCard(shop.db, 5000_00);
    const { body } = await applyCode(shopper, code.toLowerCase());
    expect(body.message).toBe("Сертификат принят: на нём 5\u00a0000\u00a0₽.");
    expect(body.data.promo).toMatchObject({ promo: "SAKURA10", certificate: { code, balance: 5000, used: 1399 } });
    expect(body.data.price_v2).toMatchObject({ dicount_price: 1499, total_price: 0 });
    const removeOnly = (which: string) =>
      shop.request("DELETE", `/v1/user/cart/promo?only=${which}`, { token: shopper.token });
    const withoutGiftCard = await removeOnly("certificate");
    expect([withoutGiftCard.body.data.promo.promo, withoutGiftCard.body.data.promo.certificate]).toEqual([
      "SAKURA10",
      null,
    ]);
    await applyCode(shopper, code);
    const withoutPromo = await removeOnly("promo");
    expect([withoutPromo.body.data.promo.promo, withoutPromo.body.data.promo.certificate?.used]).toEqual([null, 1499]);
    expect((await removeOnly("everything")).status).toBe(422);
  });

  it("is refused when it has expired or is empty", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const expired = await createGiftCard(shop.db);
    const spent = await createGiftCard(shop.db);
    const update = (id: number, overrides: object) =>
      shop.db.updateTable("gift_cards").set(overrides).where("id", "=", id).execute();
    await update(expired.id, { expires_at: new Date("2026-11-20T09:00:00Z") });
    await update(spent.id, { balance_minor: 0 });
    const responses = [await applyCode(shopper, expired.code), await applyCode(shopper, spent.code)];
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [422, "certificate_expired"],
      [409, "certificate_empty"],
    ]);
  });
});

describe("loyalty points", () => {
  const setPointsUse = (shopper: Shopper, method: "POST" | "DELETE", options: object = {}) =>
    shop.request(method, "/v1/user/cart/bonus", { token: shopper.token, ...options });

  it("pay up to 30 % of the goods after the promo code, never delivery, and removing them restores the old total", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 1000_00 });
    await grantTestPoints(shop.db, shopper.id, 500);
    await createPromoCode(shop.db);
    await applyCode(shopper, "SAKURA10");
    const before = await getCart(shopper);
    expect(before.bonus).toEqual({ balance: 500, offer: 270, offer_price: 270, used: 0, on: false });
    for (let time = 0; time < 2; time++) {
      const { body } = await setPointsUse(shopper, "POST");
      expect(body.message).toBe("Спишем 270 джапанчиков.");
      expect(body.data.bonus).toMatchObject({ used: 270, on: true });
      expect(body.data.price_v2).toMatchObject({ discounts: { promo: 100, bonus: 270 }, total_price: 1129 });
    }
    expect((await setPointsUse(shopper, "DELETE")).body.data).toEqual(before);
  });

  it("are refused if there are none or they have just expired", async () => {
    const { shopper } = await createReadyCart(shop.db);
    expect((await setPointsUse(shopper, "POST")).body.code).toBe("bonus_none");
    const yearAgo = new Date(shop.clock.now().getTime() - 365 * 86_400_000);
    await grantTestPoints(shop.db, shopper.id, 50, yearAgo);
    expect((await getCart(shopper)).bonus?.balance).toBe(0);
    expect((await setPointsUse(shopper, "POST")).body.code).toBe("bonus_none");
    await grantTestPoints(shop.db, shopper.id, 50, new Date(yearAgo.getTime() + 1000));
    expect((await setPointsUse(shopper, "POST")).body.data.bonus).toMatchObject({ balance: 50, used: 50 });
  });

  it("are not part of the English store: not offered, not shown, not used", async () => {
    const { shopper } = await createReadyCart(shop.db);
    await grantTestPoints(shop.db, shopper.id, 500);
    await setPointsUse(shopper, "POST");
    const options = { locale: "en-US", currency: "RUB" };
    const cart = await getCart(shopper, options);
    expect([cart.bonus, cart.price_v2.dicount_price]).toEqual([null, 0]);
    for (const method of ["POST", "DELETE"] as const) {
      const { status, body } = await setPointsUse(shopper, method, options);
      expect([status, body.code]).toEqual([404, "bonus_not_offered"]);
    }
    expect((await getPrice(shopper)).dicount_price).toBe(300);
  });
});

describe("gifts with purchase", () => {
  const chooseGifts = (shopper: Shopper, productIds: unknown) =>
    shop.request("POST", "/v1/user/cart/presents", { token: shopper.token, body: { product_ids: productIds } });

  async function createCartWithGifts(overrides: { qty?: number; stock?: number } = {}) {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1000_00, qty: overrides.qty ?? 3 });
    const gifts = [];
    for (let n = 0; n < 3; n++) gifts.push(await createProduct(shop.db, { stock: overrides.stock ?? 5, weightG: 50 }));
    const ids = gifts.map((gift) => gift.id);
    await createGiftTier(shop.db, { thresholdMinor: 3000_00, productIds: ids, count: 2 });
    return { shopper, product, ids };
  }

  it("may be chosen from the threshold on, up to the number of the tier, and add to the parcel's weight", async () => {
    const { shopper, ids } = await createCartWithGifts();
    const before = await getCart(shopper);
    expect(before.presents).toMatchObject({ count: 2, can_сhoose: true, price: 3000, chosen: [] });
    expect(before.presents.product.items.map((card) => card.id)).toEqual(ids);
    const { status, body } = await chooseGifts(shopper, [ids[0], ids[2]]);
    expect([status, body.data.presents.chosen]).toEqual([200, [ids[0], ids[2]]]);
    expect(body.data.price_v2).toEqual(before.price_v2);
    expect(body.data.weight_g).toBe(before.weight_g + 100);
    expect((await chooseGifts(shopper, [])).body.data).toEqual(before);
  });

  it("refuses too many gifts, gifts of other tiers and unavailable ones; the choice stays unchanged", async () => {
    const { shopper, ids, product } = await createCartWithGifts();
    await shop.db
      .updateTable("product_variants")
      .set({ stock: 0 })
      .where("product_id", "=", ids[2] ?? 0)
      .execute();
    await chooseGifts(shopper, [ids[0]]);
    const codes = [];
    for (const productIds of [ids, [product.id], [ids[2]]])
      codes.push((await chooseGifts(shopper, productIds)).body.code);
    expect(codes).toEqual(["cart_presents_too_many", "cart_present_not_offered", "cart_present_gone"]);
    for (const productIds of ["1", [1.5], [-1], null])
      expect((await chooseGifts(shopper, productIds)).body.code).toBe("validation_failed");
    expect((await getCart(shopper)).presents.chosen).toEqual([ids[0]]);
  });

  it("are not given below the threshold, which is reported, and return above it", async () => {
    const { shopper, product, ids } = await createCartWithGifts();
    await chooseGifts(shopper, [ids[0]]);
    const setQuantity = (qty: number) =>
      shop.request("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: product.id, qty }] });
    expect((await setQuantity(2)).body.data.presents).toMatchObject({ can_сhoose: false, price: 3000, chosen: [] });
    expect((await chooseGifts(shopper, [ids[0]])).body.code).toBe("cart_present_not_offered");
  });

  it("share stock with the same product's own line: the last piece is not promised twice", async () => {
    const { shopper, ids } = await createCartWithGifts({ stock: 1 });
    await addToCart(shop.db, shopper.id, { productId: ids[0] ?? 0 });
    expect((await chooseGifts(shopper, [ids[0]])).body.code).toBe("cart_present_gone");
    const { presents } = await getCart(shopper);
    expect(presents.product.items.map((card) => card.available_for_order)).toEqual([false, true, true]);
  });

  it("come from the highest tier that is reached", async () => {
    const { shopper } = await createCartWithGifts();
    const betterGift = await createProduct(shop.db);
    await createGiftTier(shop.db, { thresholdMinor: 2000_00, productIds: [betterGift.id] });
    expect((await getCart(shopper)).presents.price).toBe(3000);
  });

  it("are unavailable if not every parcel may carry them", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const aerosol = await createProduct(shop.db, { hazard: "aerosol" });
    await createGiftTier(shop.db, { thresholdMinor: 500_00, productIds: [aerosol.id] });
    expect((await chooseGifts(shopper, [aerosol.id])).body.code).toBe("cart_present_gone");
  });
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { createGiftCard } from "../../gift-cards/fixtures.ts";
import { createPromoCode, createGiftTier } from "../../promotions/fixtures.ts";
import { wrongCodesPerIpAddress } from "../../gift-cards/settings.ts";
import { createReadyCart, type Shopper } from "../fixtures.ts";

const shop = await openTestShop();
const buildEstimateRequest = (productId: number, qty = 1) => ({
  country: "RU",
  lines: [{ product_id: productId, qty }],
});
const estimate = async (body: object, options: object = {}) =>
  (await shop.request("POST", "/v1/cart/estimate", { body, ...options })).body.data;
const applyCode = (code: string, body: object, options: object = {}) =>
  shop.request("POST", `/v1/cart/promo/${encodeURIComponent(code)}`, { body, ...options });
const mergeGuestCart = ({ token }: Shopper, body: object) =>
  shop.request("POST", "/v1/user/cart/brought", { token, body });
const getCart = async ({ token }: Shopper) => (await shop.request("GET", "/v1/user/cart", { token })).body.data;

describe("a guest's promo code", () => {
  it("gives the same discount as for a customer, to the minor unit, in every currency", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1293_00, qty: 3 });
    await createPromoCode(shop.db, { percent: 7 });
    await shop.request("POST", "/v1/user/cart/promo/sakura10", { token: shopper.token });
    for (const currency of ["RUB", "USD", "EUR", "JPY", "KZT"]) {
      const cart = (await shop.request("GET", "/v1/user/cart", { token: shopper.token, currency })).body.data;
      const entered = await applyCode(" sakura10 ", buildEstimateRequest(product.id, 3), { currency });
      expect([entered.status, entered.body.message]).toEqual([200, "Скидка 7 % применена."]);
      const reestimated = await estimate({ ...buildEstimateRequest(product.id, 3), promo: "SAKURA10" }, { currency });
      for (const estimated of [entered.body.data, reestimated])
        expect(estimated).toMatchObject({ price_v2: cart.price_v2, promo: cart.promo });
      expect(cart.price_v2.discounts.promo).toBeGreaterThan(0);
    }
  });

  it.each<[string, Parameters<typeof createPromoCode>[1], number, string]>([
    ["has expired", { ends_at: new Date("2026-11-01") }, 422, "promo_expired"],
    ["is disabled", { active: false }, 422, "promo_disabled"],
    ["is used up", { max_uses: 1, uses: 1 }, 409, "promo_used_up"],
    ["requires more goods", { min_sum_minor: 99_000_00 }, 422, "promo_min_sum"],
  ])(
    "that %s is refused with its own code, and reported on later estimates",
    async (_what, overrides, status, code) => {
      const { product } = await createReadyCart(shop.db);
      await createPromoCode(shop.db, overrides);
      const entered = await applyCode("SAKURA10", buildEstimateRequest(product.id));
      expect([entered.status, entered.body.code]).toEqual([status, code]);
      const estimated = await estimate({ ...buildEstimateRequest(product.id), promo: "SAKURA10" });
      expect(estimated.promo.refusal?.code).toBe(code);
      expect(estimated.problems).toContainEqual({ code: "promo_refused", cart_ids: [] });
      expect(estimated.price_v2.discounts.promo).toBe(0);
    },
  );

  it("that is bound to a customer requires sign-in, and a gift card is never kept in the browser", async () => {
    const { shopper, product } = await createReadyCart(shop.db);
    await createPromoCode(shop.db, { customer_id: shopper.id });
    expect((await applyCode("SAKURA10", buildEstimateRequest(product.id))).body.code).toBe("promo_needs_sign_in");
    const { code } = await createGiftCard(shop.db);
    expect((await applyCode(code, buildEstimateRequest(product.id))).body.code).toBe("certificate_needs_sign_in");
    expect((await applyCode("JG-0000-0000-000X", buildEstimateRequest(product.id))).body.code).toBe(
      "certificate_mistyped",
    );
  });

  it("whose gift is out of stock is refused", async () => {
    const { product } = await createReadyCart(shop.db);
    const gift = await createProduct(shop.db, { stock: 0 });
    await createPromoCode(shop.db, { kind: "gift", gift_product_id: gift.id });
    expect((await applyCode("SAKURA10", buildEstimateRequest(product.id))).body.code).toBe("promo_gift_gone");
  });

  it("cannot be guessed by estimates: wrong codes are limited per IP address, and then no code is checked", async () => {
    await updateSetting(shop.db, wrongCodesPerIpAddress, { max: 3, windowSeconds: 600 });
    const { product } = await createReadyCart(shop.db);
    await createPromoCode(shop.db);
    const getRefusalCode = async (promo: string) =>
      (await estimate({ ...buildEstimateRequest(product.id), promo })).promo.refusal?.code;
    for (let index = 0; index < 5; index++) expect(await getRefusalCode("SAKURA10")).toBeUndefined();
    expect([await getRefusalCode("NONE1"), await getRefusalCode("NONE2")]).toEqual(["promo_unknown", "promo_unknown"]);
    expect((await applyCode("NONE3", buildEstimateRequest(product.id))).body.code).toBe("promo_unknown");
    expect(await getRefusalCode("SAKURA10")).toBe("promo_unchecked");
    expect((await applyCode("SAKURA10", buildEstimateRequest(product.id))).status).toBe(429);
  });

  it.each([
    [{ promo: "" }, { promo: ["too_small"] }],
    [{ promo: "X".repeat(61) }, { promo: ["tooLong"] }],
    [{ promo: 5 }, { promo: ["invalid_type"] }],
    [{ presents: ["1"] }, { "presents.0": ["invalid_type"] }],
    [{ presents: Array.from({ length: 21 }, () => 1) }, { presents: ["too_big"] }],
  ])("is rejected as %j", async (overrides, errors) => {
    const response = await shop.request("POST", "/v1/cart/estimate", {
      body: { ...buildEstimateRequest(1), ...overrides },
    });
    expect([response.status, response.body.errors]).toEqual([422, errors]);
  });
});

describe("a guest's gifts", () => {
  it("are listed on request: the sum that is missing, the available gifts, the chosen ones", async () => {
    const { product } = await createReadyCart(shop.db, { priceMinor: 1000_00 });
    const [first, soldOut] = [
      await createProduct(shop.db, { name: "Мыло" }),
      await createProduct(shop.db, { stock: 0 }),
    ];
    await createGiftTier(shop.db, { thresholdMinor: 2000_00, productIds: [first.id, soldOut.id] });
    expect((await estimate(buildEstimateRequest(product.id))).presents.product.items).toEqual([]);

    const gifts = (await estimate({ ...buildEstimateRequest(product.id), presents: [first.id] })).presents;
    expect(gifts).toMatchObject({ count: 1, price: 2000, can_сhoose: false, chosen: [] });
    expect(gifts.product.items.map((card) => [card.id, card.available_for_order])).toEqual([
      [first.id, true],
      [soldOut.id, false],
    ]);
    const updatedGifts = (await estimate({ ...buildEstimateRequest(product.id, 2), presents: [soldOut.id, first.id] }))
      .presents;
    expect(updatedGifts).toMatchObject({ can_сhoose: true, chosen: [first.id] });
  });
});

describe("POST /v1/user/cart/brought", () => {
  it("requires a login", async () => {
    const response = await shop.request("POST", "/v1/user/cart/brought", { body: { promo: null, presents: [] } });
    expect([response.status, response.body.code]).toEqual([401, "unauthenticated"]);
  });

  it("merges the code and the gifts, and is idempotent", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 2500_00 });
    const gift = await createProduct(shop.db);
    await createGiftTier(shop.db, { thresholdMinor: 2000_00, productIds: [gift.id] });
    await createPromoCode(shop.db);
    const request = { promo: "SAKURA10", presents: [gift.id] };
    const first = await mergeGuestCart(shopper, request);
    expect([first.status, first.body.message]).toEqual([200, undefined]);
    expect(first.body.data.promo).toMatchObject({ promo: "SAKURA10", refusal: null });
    expect(first.body.data.presents.chosen).toEqual([gift.id]);
    expect((await mergeGuestCart(shopper, request)).body.data).toEqual(first.body.data);
  });

  it("checks the rules about the customer: the code is stored, reports why it does not apply, and blocks the order", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { stock: 9 });
    await createPromoCode(shop.db, { first_order_only: true });
    expect((await applyCode("SAKURA10", buildEstimateRequest(product.id))).status).toBe(200);
    const { price_v2 } = await getCart(shopper);
    await shop.request("POST", "/v1/user/orders", {
      ...{ token: shopper.token, key: "the-first-order" },
      body: { agree: true, expected_total: price_v2.total_price },
    });
    await shop.request("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: product.id, qty: 1 }] });
    await mergeGuestCart(shopper, { promo: "SAKURA10", presents: [] });
    const cart = await getCart(shopper);
    expect(cart.promo.refusal?.code).toBe("promo_first_order_only");
    expect(cart.problems).toEqual([{ code: "promo_refused", cart_ids: [] }]);
  });

  it("keeps the cart's code if it applies and the guest's does not, and reports it", async () => {
    const { shopper } = await createReadyCart(shop.db);
    await createPromoCode(shop.db);
    await createPromoCode(shop.db, { code: "OLD", ends_at: new Date("2026-11-01") });
    await shop.request("POST", "/v1/user/cart/promo/SAKURA10", { token: shopper.token });
    const response = await mergeGuestCart(shopper, { promo: "OLD", presents: [] });
    expect(response.body.message).toBe("Срок действия промокода истёк.");
    expect(response.body.data.promo).toMatchObject({ promo: "SAKURA10", refusal: null });

    await createPromoCode(shop.db, { code: "BETTER", percent: 20 });
    expect((await mergeGuestCart(shopper, { promo: "BETTER", presents: [] })).body.data.promo.promo).toBe("BETTER");
  });

  it("reports a gift that is not available, and keeps the chosen one", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 2500_00 });
    const [chosen, other] = [await createProduct(shop.db), await createProduct(shop.db)];
    await createGiftTier(shop.db, { thresholdMinor: 2000_00, productIds: [chosen.id] });
    await mergeGuestCart(shopper, { promo: null, presents: [chosen.id] });
    const response = await mergeGuestCart(shopper, { promo: null, presents: [other.id] });
    expect(response.body.message).toBe("Выбранный подарок к этому заказу не положен или закончился.");
    expect(response.body.data.presents.chosen).toEqual([chosen.id]);
  });
});

it("prices a guest's cart of 500 lines, and refuses one of 501", async () => {
  const { product } = await createReadyCart(shop.db);
  const lines = Array.from({ length: 500 }, (_, index) => ({
    product_id: index === 0 ? product.id : 900_000 + index,
    qty: 1,
  }));
  expect((await estimate({ country: "RU", lines })).cart_items.items).toHaveLength(1);
  const ids = lines.map((line) => `${line.product_id}_0`);
  const priced = await shop.request("POST", "/v1/productsPrice", { body: { cart_id: ids } });
  expect([priced.status, Object.keys(priced.body.data)]).toEqual([200, [`${product.id}_0`]]);
  const response = await shop.request("POST", "/v1/productsPrice", { body: { cart_id: [...ids, "1_0"] } });
  expect(response.status).toBe(422);
});

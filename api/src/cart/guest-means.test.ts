import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { changeSetting } from "../platform/settings.ts";
import { aCertificate, aPromo, aTier } from "../promotions/fixtures.ts";
import { wrongCodesPerAddress } from "../promotions/settings.ts";
import { aReadyCart, type Shopper } from "./fixtures.ts";

const shop = await openTestShop();
const goods = (productId: number, qty = 1) => ({ country: "RU", lines: [{ product_id: productId, qty }] });
const estimate = async (body: object, more: object = {}) =>
  (await shop.ask("POST", "/v1/cart/estimate", { body, ...more })).body.data;
const enter = (code: string, body: object, more: object = {}) =>
  shop.ask("POST", `/v1/cart/promo/${encodeURIComponent(code)}`, { body, ...more });
const bring = ({ token }: Shopper, body: object) => shop.ask("POST", "/v1/user/cart/brought", { token, body });
const show = async ({ token }: Shopper) => (await shop.ask("GET", "/v1/user/cart", { token })).body.data;

describe("a guest's code", () => {
  it("takes off what it takes off for a customer, to the minor unit, in every currency", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1293_00, qty: 3 });
    await aPromo(shop.db, { percent: 7 });
    await shop.ask("POST", "/v1/user/cart/promo/sakura10", { token: shopper.token });
    for (const currency of ["RUB", "USD", "EUR", "JPY", "KZT"]) {
      const own = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token, currency })).body.data;
      const entered = await enter(" sakura10 ", goods(product.id, 3), { currency });
      expect([entered.status, entered.body.message]).toEqual([200, "Скидка 7 % применена."]);
      const later = await estimate({ ...goods(product.id, 3), promo: "SAKURA10" }, { currency });
      for (const asked of [entered.body.data, later])
        expect(asked).toMatchObject({ price_v2: own.price_v2, promo: own.promo });
      expect(own.price_v2.discounts.promo).toBeGreaterThan(0);
    }
  });

  it.each<[string, Parameters<typeof aPromo>[1], number, string]>([
    ["is over", { ends_at: new Date("2026-11-01") }, 422, "promo_expired"],
    ["was switched off", { active: false }, 422, "promo_disabled"],
    ["is used up", { max_uses: 1, uses: 1 }, 409, "promo_used_up"],
    ["wants more goods", { min_sum_minor: 99_000_00 }, 422, "promo_min_sum"],
  ])(
    "that %s is refused by its own rule, and told so where it was entered before",
    async (_what, own, status, code) => {
      const { product } = await aReadyCart(shop.db);
      await aPromo(shop.db, own);
      const entered = await enter("SAKURA10", goods(product.id));
      expect([entered.status, entered.body.code]).toEqual([status, code]);
      const known = await estimate({ ...goods(product.id), promo: "SAKURA10" });
      expect(known.promo.refusal?.code).toBe(code);
      expect(known.problems).toContainEqual({ code: "promo_refused", cart_ids: [] });
      expect(known.price_v2.discounts.promo).toBe(0);
    },
  );

  it("that is somebody's own waits for the sign-in, and a certificate is kept out of the browser", async () => {
    const { shopper, product } = await aReadyCart(shop.db);
    await aPromo(shop.db, { customer_id: shopper.id });
    expect((await enter("SAKURA10", goods(product.id))).body.code).toBe("promo_needs_sign_in");
    const { code } = await aCertificate(shop.db);
    expect((await enter(code, goods(product.id))).body.code).toBe("certificate_needs_sign_in");
    expect((await enter("JG-0000-0000-000X", goods(product.id))).body.code).toBe("certificate_mistyped");
  });

  it("whose gift is gone is refused", async () => {
    const { product } = await aReadyCart(shop.db);
    const gift = await aProduct(shop.db, { stock: 0 });
    await aPromo(shop.db, { kind: "gift", gift_product_id: gift.id });
    expect((await enter("SAKURA10", goods(product.id))).body.code).toBe("promo_gift_gone");
  });

  it("cannot be guessed by estimates: wrong ones are counted by address, and then none is looked at", async () => {
    await changeSetting(shop.db, wrongCodesPerAddress, { max: 3, windowSeconds: 600 });
    const { product } = await aReadyCart(shop.db);
    await aPromo(shop.db);
    const asked = async (promo: string) => (await estimate({ ...goods(product.id), promo })).promo.refusal?.code;
    for (let at = 0; at < 5; at++) expect(await asked("SAKURA10")).toBeUndefined();
    expect([await asked("NONE1"), await asked("NONE2")]).toEqual(["promo_unknown", "promo_unknown"]);
    expect((await enter("NONE3", goods(product.id))).body.code).toBe("promo_unknown");
    expect(await asked("SAKURA10")).toBe("promo_unchecked");
    expect((await enter("SAKURA10", goods(product.id))).status).toBe(429);
  });

  it.each([
    [{ promo: "" }, { promo: ["too_small"] }],
    [{ promo: "X".repeat(61) }, { promo: ["tooLong"] }],
    [{ promo: 5 }, { promo: ["invalid_type"] }],
    [{ presents: ["1"] }, { "presents.0": ["invalid_type"] }],
    [{ presents: Array.from({ length: 21 }, () => 1) }, { presents: ["too_big"] }],
  ])("may not be %j", async (own, errors) => {
    const answered = await shop.ask("POST", "/v1/cart/estimate", { body: { ...goods(1), ...own } });
    expect([answered.status, answered.body.errors]).toEqual([422, errors]);
  });
});

describe("a guest's presents", () => {
  it("are told where they are asked for: what is missing, what may be chosen, what is chosen", async () => {
    const { product } = await aReadyCart(shop.db, { priceMinor: 1000_00 });
    const [first, gone] = [await aProduct(shop.db, { name: "Мыло" }), await aProduct(shop.db, { stock: 0 })];
    await aTier(shop.db, { thresholdMinor: 2000_00, productIds: [first.id, gone.id] });
    expect((await estimate(goods(product.id))).presents.product.items).toEqual([]);

    const offered = (await estimate({ ...goods(product.id), presents: [first.id] })).presents;
    expect(offered).toMatchObject({ count: 1, price: 2000, can_сhoose: false, chosen: [] });
    expect(offered.product.items.map((card) => [card.id, card.available_for_order])).toEqual([
      [first.id, true],
      [gone.id, false],
    ]);
    const reached = (await estimate({ ...goods(product.id, 2), presents: [gone.id, first.id] })).presents;
    expect(reached).toMatchObject({ can_сhoose: true, chosen: [first.id] });
  });
});

describe("POST /v1/user/cart/brought", () => {
  it("needs a login", async () => {
    const answered = await shop.ask("POST", "/v1/user/cart/brought", { body: { promo: null, presents: [] } });
    expect([answered.status, answered.body.code]).toEqual([401, "unauthenticated"]);
  });

  it("takes code and presents over, and changes nothing when it comes again", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 2500_00 });
    const present = await aProduct(shop.db);
    await aTier(shop.db, { thresholdMinor: 2000_00, productIds: [present.id] });
    await aPromo(shop.db);
    const wish = { promo: "SAKURA10", presents: [present.id] };
    const first = await bring(shopper, wish);
    expect([first.status, first.body.message]).toEqual([200, undefined]);
    expect(first.body.data.promo).toMatchObject({ promo: "SAKURA10", refusal: null });
    expect(first.body.data.presents.chosen).toEqual([present.id]);
    expect((await bring(shopper, wish)).body.data).toEqual(first.body.data);
  });

  it("looks at the customer's own rules now: the code comes in, says why it does not hold and blocks the order", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { stock: 9 });
    await aPromo(shop.db, { first_order_only: true });
    expect((await enter("SAKURA10", goods(product.id))).status).toBe(200);
    const { price_v2 } = await show(shopper);
    await shop.ask("POST", "/v1/user/orders", {
      ...{ token: shopper.token, key: "the-first-order" },
      body: { agree: true, expected_total: price_v2.total_price },
    });
    await shop.ask("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: product.id, qty: 1 }] });
    await bring(shopper, { promo: "SAKURA10", presents: [] });
    const cart = await show(shopper);
    expect(cart.promo.refusal?.code).toBe("promo_first_order_only");
    expect(cart.problems).toEqual([{ code: "promo_refused", cart_ids: [] }]);
  });

  it("leaves the code of the cart where that one holds and the guest's does not, and tells it", async () => {
    const { shopper } = await aReadyCart(shop.db);
    await aPromo(shop.db);
    await aPromo(shop.db, { code: "OLD", ends_at: new Date("2026-11-01") });
    await shop.ask("POST", "/v1/user/cart/promo/SAKURA10", { token: shopper.token });
    const brought = await bring(shopper, { promo: "OLD", presents: [] });
    expect(brought.body.message).toBe("Срок действия промокода истёк.");
    expect(brought.body.data.promo).toMatchObject({ promo: "SAKURA10", refusal: null });

    await aPromo(shop.db, { code: "BETTER", percent: 20 });
    expect((await bring(shopper, { promo: "BETTER", presents: [] })).body.data.promo.promo).toBe("BETTER");
  });

  it("tells of a present that does not come, and leaves the one that was chosen", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 2500_00 });
    const [mine, other] = [await aProduct(shop.db), await aProduct(shop.db)];
    await aTier(shop.db, { thresholdMinor: 2000_00, productIds: [mine.id] });
    await bring(shopper, { promo: null, presents: [mine.id] });
    const brought = await bring(shopper, { promo: null, presents: [other.id] });
    expect(brought.body.message).toBe("Выбранный подарок к этому заказу не положен или закончился.");
    expect(brought.body.data.presents.chosen).toEqual([mine.id]);
  });
});

it("a guest's cart of five hundred lines is priced and laid out, one of more is refused", async () => {
  const { product } = await aReadyCart(shop.db);
  const lines = Array.from({ length: 500 }, (_, at) => ({ product_id: at === 0 ? product.id : 900_000 + at, qty: 1 }));
  expect((await estimate({ country: "RU", lines })).cart_items.items).toHaveLength(1);
  const ids = lines.map((line) => `${line.product_id}_0`);
  const priced = await shop.ask("POST", "/v1/productsPrice", { body: { cart_id: ids } });
  expect([priced.status, Object.keys(priced.body.data)]).toEqual([200, [`${product.id}_0`]]);
  const more = await shop.ask("POST", "/v1/productsPrice", { body: { cart_id: [...ids, "1_0"] } });
  expect(more.status).toBe(422);
});

import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { aDeliverableWorld, aRussianCustomsRule } from "../delivery/fixtures.ts";
import { forgetEverything } from "../platform/fresh.ts";
import { aReadyCart, aShopper, putInCart } from "./fixtures.ts";

const shop = await openTestShop();
const estimate = (body: object, more: { locale?: string; currency?: string } = {}) =>
  shop.ask("POST", "/v1/cart/estimate", { body, ...more });

describe("POST /v1/cart/estimate", () => {
  it("says of goods what the customer's own cart says of them", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 12_000_00, qty: 2 });
    await aRussianCustomsRule(shop.db);
    for (const currency of ["RUB", "USD", "JPY"]) {
      const own = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token, currency })).body.data;
      const { status, body } = await estimate(
        { country: "RU", city: "Kazan", lines: [{ product_id: product.id, qty: 2 }] },
        { currency },
      );
      expect(status).toBe(200);
      expect(body.data.customs_tax.declarate).toBe(true);
      expect(body.data).toMatchObject({
        country: "RU",
        price_v2: own.price_v2,
        customs_tax: own.customs_tax,
        weight_g: own.weight_g,
        cart_items: own.cart_items,
      });
      const methods = (cart: typeof body.data) =>
        cart.shipping.availiable_shipping.items.map((method) => ({ ...method, options: [] }));
      expect(methods(body.data)).toEqual(methods(own as never));
    }
  });

  it("names each way of a country and why another is none, in the language asked for", async () => {
    await aDeliverableWorld(shop.db);
    const { id } = await aProduct(shop.db);
    const { body } = await estimate({ country: "KZ", lines: [{ product_id: id, qty: 1 }] }, { locale: "en-US" });
    expect(body.data.shipping).toMatchObject({
      availiable_shipping: { items: [{ id: 1, name: "Airmail", days_min: 12, days_max: 20 }] },
      not_offered: [{ id: 6, reason: "country", text: "Does not go to this country" }],
    });
    const nowhere = await estimate({ country: "UA", lines: [{ product_id: id, qty: 1 }] });
    expect(nowhere.body.data.problems).toEqual([{ code: "country_not_served", cart_ids: [] }]);
  });

  it("leaves out what is not sold, and marks what cannot be had or cannot go", async () => {
    await aDeliverableWorld(shop.db);
    const perfume = await aProduct(shop.db, { hazard: "perfume" });
    const soldOut = await aProduct(shop.db, { stock: 0 });
    const { body } = await estimate(
      {
        country: "RU",
        lines: [perfume.id, soldOut.id, 999_999].map((product_id) => ({ product_id, qty: 1 })),
      },
      { locale: "en-US" },
    );
    expect(
      body.data.cart_items.items.map((item) => [item.product.id, item.available_for_order, item.shipping_refusal]),
    ).toEqual([
      [perfume.id, true, { code: "perfume", text: "Perfume does not travel by post" }],
      [soldOut.id, false, null],
    ]);
    expect(body.data.not_availiable_for_shipping_products).toEqual([perfume.id]);
  });

  it("asks customs of every country of the shop without failing", async () => {
    const { id } = await aProduct(shop.db, { priceMinor: 90_000_00 });
    const { body } = await shop.ask("GET", "/v1/countries");
    for (const { code } of body.data.items) {
      const asked = await estimate({ country: code, lines: [{ product_id: id, qty: 1 }] }, { currency: "EUR" });
      expect([code, asked.status]).toEqual([code, 200]);
    }
  });

  const line = { product_id: 1, qty: 1 };
  it.each([
    [{}, { country: ["required"], lines: ["required"] }],
    [{ country: "ru", lines: [line] }, { country: ["unknownCountry"] }],
    [{ country: "RU", lines: [] }, { lines: ["too_small"] }],
    [{ country: "RU", lines: [{ ...line, qty: 0 }] }, { "lines.0.qty": ["too_small"] }],
    [{ country: "RU", lines: [{ ...line, qty: 1.5 }] }, { "lines.0.qty": ["invalid_type"] }],
    [{ country: "RU", lines: [{ ...line, qty: 1e9 }] }, { "lines.0.qty": ["too_big"] }],
    [{ country: "RU", lines: [{ ...line, product_id: "1" }] }, { "lines.0.product_id": ["invalid_type"] }],
    [{ country: "RU", lines: Array.from({ length: 501 }, () => line) }, { lines: ["too_big"] }],
  ])("refuses %j", async (body, errors) => {
    const answered = await estimate(body);
    expect([answered.status, answered.body.errors]).toEqual([422, errors]);
  });

  it("answers for a country that the shop does not know: nothing goes there", async () => {
    const { id } = await aProduct(shop.db);
    const { body } = await estimate({ country: "ZZ", lines: [{ product_id: id, qty: 1 }] }, { locale: "en-US" });
    expect(body.data.problems).toEqual([{ code: "country_not_served", cart_ids: [] }]);
    expect(body.data.customs_tax).toMatchObject({ declarate: false, limit: null });
  });
});

describe("cosmetics dearer than Japan lets out", () => {
  it("are stopped on their line with the reason, for Russia alone, exactly above the limit", async () => {
    const shopper = await aShopper(shop.db);
    const dear = await aProduct(shop.db, { priceMinor: 30_000_00 });
    await putInCart(shop.db, shopper.id, { productId: dear.id });
    const { body } = await shop.ask("GET", "/v1/user/cart", { token: shopper.token, locale: "en-US" });
    expect(body.data.cart_items.items[0]?.shipping_refusal).toEqual({
      code: "export_limit",
      text: "Above 40,000 ¥ a piece: such cosmetics may not be exported to your country",
    });
    expect(body.data.problems).toEqual([{ code: "not_shippable_items", cart_ids: [`${dear.id}_0`] }]);
    expect(body.data.not_availiable_for_shipping_products).toEqual([dear.id]);
    const placed = await shop.ask("POST", "/v1/user/orders", {
      token: shopper.token,
      key: "a-key-of-its-own",
      body: { agree: true, duty_confirmed: true, expected_total: 99_999 },
    });
    expect([placed.status, placed.body.code]).toEqual([422, "cart_items_not_shippable"]);
    const lines = [{ product_id: dear.id, qty: 1 }];
    expect((await estimate({ country: "KZ", lines })).body.data.problems).toEqual([]);

    await shop.db.updateTable("products").set({ hs_code: "691110" }).where("id", "=", dear.id).execute();
    expect((await estimate({ country: "RU", lines })).body.data.not_availiable_for_shipping_products).toEqual([]);
  });
});

describe("a parcel of some size", () => {
  const limit = async (longest_max_mm: number) => {
    await shop.db.updateTable("shipping_methods").set({ longest_max_mm }).execute();
    forgetEverything();
  };

  it("is told with the box it needs; a piece too large for every method is told on its line and blocks the order", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { sizeMm: [180, 60, 40], qty: 2 });
    const long = await aProduct(shop.db, { sizeMm: [900, 30, 30] });
    await putInCart(shop.db, shopper.id, { productId: long.id });
    await limit(600);
    const { body } = await shop.ask("GET", "/v1/user/cart", { token: shopper.token, locale: "en-US" });
    expect(body.data.box_mm).toEqual([920, 80, 60]);
    expect(body.data.cart_items.items.map((item) => item.shipping_refusal)).toEqual([
      null,
      { code: "oversize", text: "Too large for this way" },
    ]);
    expect(body.data.problems).toEqual([{ code: "not_shippable_items", cart_ids: [`${long.id}_0`] }]);
    const lines = [{ product_id: product.id, qty: 2 }];
    expect((await estimate({ country: "RU", lines })).body.data.box_mm).toEqual([200, 98, 98]);
  });

  it("that no method carries as a whole says so by each of them, and the order is not placed", async () => {
    const { shopper } = await aReadyCart(shop.db, { sizeMm: [300, 300, 300], qty: 9, stock: 20 });
    await limit(600);
    const cart = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    expect(cart.problems).toEqual([{ code: "parcel_over_limits", cart_ids: [] }]);
    expect(cart.shipping.not_offered.map((method) => method.reason)).toEqual(["too_large", "too_large"]);
    const placed = await shop.ask("POST", "/v1/user/orders", {
      ...{ token: shopper.token, key: "too-large-an-order" },
      body: { agree: true, expected_total: cart.price_v2.total_price },
    });
    expect([placed.status, placed.body.code]).toEqual([422, "parcel_over_limits"]);
  });
});

async function aCourier(code: string, place: { city_ru: string; city_en: string; postcode: string }) {
  const { method_id, country, lat, lon, weight_max_g } = await shop.db
    .selectFrom("pickup_points")
    .select(["method_id", "country", "lat", "lon", "weight_max_g"])
    .where("code", "=", "KZN1")
    .executeTakeFirstOrThrow();
  const courier = { code, type: "COURIER", name: "Курьер", address: "", work_time: "", ...place };
  await shop.db
    .insertInto("pickup_points")
    .values({ ...courier, method_id, country, lat, lon, weight_max_g })
    .execute();
}

describe("a pick-up point", () => {
  const choose = (token: string, body: object) => shop.ask("POST", "/v1/user/cart/cdek/address", { token, body });
  const point = async (token: string) =>
    (await shop.ask("GET", "/v1/user/cart/cdek/address", { token })).body.data as { code: string };

  it("may be named by `type` alone, and is forgotten when the parcel goes another way or to another city", async () => {
    const { shopper } = await aReadyCart(shop.db);
    const { token } = shopper;
    expect((await choose(token, { type: "KZN1" })).body.data).toMatchObject({ type: "PVZ", code: "KZN1" });
    await shop.ask("POST", "/v1/user/cart/shipping/1", { token });
    expect(await point(token)).toMatchObject({ type: "", name: "", code: "" });

    await choose(token, { code: "KZN1", type: "PVZ" });
    await shop.db.updateTable("addresses").set({ city: "Perm" }).where("id", "=", shopper.addressId).execute();
    expect((await point(token)).code).toBe("");
    expect((await choose(token, { code: "KZN1" })).status).toBe(200);
    expect((await point(token)).code).toBe("KZN1");
  });

  it.each([
    ["unknown", "NONE", {}],
    ["closed", "KZN1", { closed_at: new Date() }],
    ["wrong_country", "KZN1", { country: "KZ" }],
    ["too_heavy", "KZN1", { weight_max_g: 10 }],
    ["too_large", "KZN1", { boxes_mm: JSON.stringify([[100, 100, 100]]) }],
  ])("that is %s is refused and changes nothing", async (reason, code, own) => {
    const { shopper } = await aReadyCart(shop.db, { sizeMm: [120, 40, 40] });
    if (Object.keys(own).length > 0) await shop.db.updateTable("pickup_points").set(own).execute();
    const answered = await choose(shopper.token, { type: "PVZ", code });
    expect([answered.status, answered.body.code]).toEqual([422, `cart_point_${reason}`]);
    expect((await point(shopper.token)).code).toBe("");
  });

  it.each([{ type: " " }, { type: "PVZ" }, { type: "POSTAMAT" }, { type: "COURIER" }])(
    "is asked for when %o names none, and nothing changes",
    async (body) => {
      const { shopper } = await aReadyCart(shop.db);
      const answered = await choose(shopper.token, body);
      expect([answered.status, answered.body.code, answered.body.errors]).toEqual([
        422,
        "point_required",
        { code: ["required"] },
      ]);
      expect((await point(shopper.token)).code).toBe("");
    },
  );

  it("need not be named if it is the only courier of the city", async () => {
    const { shopper } = await aReadyCart(shop.db);
    await aCourier("KZN-DOOR", { city_ru: "Казань", city_en: "Kazan", postcode: "420000" });
    await aCourier("MOW-DOOR", { city_ru: "Москва", city_en: "Moscow", postcode: "101000" });
    const chosen = await choose(shopper.token, { type: "COURIER" });
    expect([chosen.status, chosen.body.data]).toMatchObject([200, { type: "COURIER", code: "KZN-DOOR" }]);
    expect((await point(shopper.token)).code).toBe("KZN-DOOR");
    await aCourier("KZN-DOOR-2", { city_ru: "Казань", city_en: "Kazan", postcode: "420000" });
    expect((await choose(shopper.token, { type: "COURIER" })).body.code).toBe("point_required");
  });

  it("that closes after it was chosen must be chosen anew", async () => {
    const { shopper } = await aReadyCart(shop.db);
    await choose(shopper.token, { code: "KZN1" });
    await shop.db.updateTable("pickup_points").set({ closed_at: new Date() }).where("code", "=", "KZN1").execute();
    const cart = (await shop.ask("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    expect(cart.shipping.selected_shipping_param.code).toBe("");
  });
});

it("an address that is deleted while the cart goes there leaves the cart with the next one, or asks for one", async () => {
  const { shopper } = await aReadyCart(shop.db);
  const { token } = shopper;
  const before = (await shop.ask("GET", "/v1/user/addresses", { token })).body.data.items[0];
  const { id: _id, country_name: _name, phone_shown: _shown, ...form } = before!;
  const other = await shop.ask("POST", "/v1/user/addresses", {
    token,
    body: { ...form, country: "KZ", postcode: "050000", city: "Almaty", phone_mobile: "8 701 123 45 67" },
  });
  await shop.ask("POST", `/v1/user/cart/address/${shopper.addressId}`, { token });
  await shop.ask("POST", "/v1/user/cart/cdek/address", { token, body: { code: "KZN1" } });
  await shop.ask("DELETE", `/v1/user/addresses/${shopper.addressId}`, { token });
  const cart = (await shop.ask("GET", "/v1/user/cart", { token })).body.data;
  expect([cart.address.selected, cart.shipping.selected, cart.shipping.selected_shipping_param.code]).toEqual([
    other.body.data.id,
    1,
    "",
  ]);
  await shop.ask("DELETE", `/v1/user/addresses/${other.body.data.id}`, { token });
  const homeless = (await shop.ask("GET", "/v1/user/cart", { token })).body.data;
  expect([homeless.address.selected, homeless.problems]).toEqual([null, [{ code: "no_address", cart_ids: [] }]]);
});

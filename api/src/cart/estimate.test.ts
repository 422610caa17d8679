import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createDeliverySetup, createRussianCustomsRule } from "../delivery/fixtures.ts";
import { clearAllCaches } from "../platform/cache/cache.ts";
import { createReadyCart, createShopper, addToCart } from "./fixtures.ts";

const shop = await openTestShop();
const estimate = (body: object, options: { locale?: string; currency?: string } = {}) =>
  shop.request("POST", "/v1/cart/estimate", { body, ...options });

describe("POST /v1/cart/estimate", () => {
  it("matches the customer's own cart for the same goods", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 12_000_00, qty: 2 });
    await createRussianCustomsRule(shop.db);
    for (const currency of ["RUB", "USD", "JPY"]) {
      const cart = (await shop.request("GET", "/v1/user/cart", { token: shopper.token, currency })).body.data;
      const { status, body } = await estimate(
        { country: "RU", city: "Kazan", lines: [{ product_id: product.id, qty: 2 }] },
        { currency },
      );
      expect(status).toBe(200);
      expect(body.data.customs_tax.declarate).toBe(true);
      expect(body.data).toMatchObject({
        country: "RU",
        price_v2: cart.price_v2,
        customs_tax: cart.customs_tax,
        weight_g: cart.weight_g,
        cart_items: cart.cart_items,
      });
      const methods = (cart: typeof body.data) =>
        cart.shipping.availiable_shipping.items.map((method) => ({ ...method, options: [] }));
      expect(methods(body.data)).toEqual(methods(cart as never));
    }
  });

  it("lists the methods for a country and why others are not offered, in the requested language", async () => {
    await createDeliverySetup(shop.db);
    const { id } = await createProduct(shop.db);
    const { body } = await estimate({ country: "KZ", lines: [{ product_id: id, qty: 1 }] }, { locale: "en-US" });
    expect(body.data.shipping).toMatchObject({
      availiable_shipping: { items: [{ id: 1, name: "Airmail", days_min: 12, days_max: 20 }] },
      not_offered: [{ id: 6, reason: "country", text: "Does not go to this country" }],
    });
    const response = await estimate({ country: "UA", lines: [{ product_id: id, qty: 1 }] });
    expect(response.body.data.problems).toEqual([{ code: "country_not_served", cart_ids: [] }]);
  });

  it("leaves out products that are not sold, and marks unavailable and unshippable ones", async () => {
    await createDeliverySetup(shop.db);
    const perfume = await createProduct(shop.db, { hazard: "perfume" });
    const soldOut = await createProduct(shop.db, { stock: 0 });
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

  it("leaves what cannot be sent to the country out of every amount", async () => {
    const cream = await createProduct(shop.db, { priceMinor: 1_000_00 });
    const expensive = await createProduct(shop.db, { priceMinor: 30_000_00 });
    const [creamLine, expensiveLine] = [cream, expensive].map(({ id }) => ({ product_id: id, qty: 1 }));
    const both = (await estimate({ country: "RU", lines: [creamLine, expensiveLine] })).body.data;
    const alone = (await estimate({ country: "RU", lines: [creamLine] })).body.data;
    for (const part of ["price_v2", "customs_tax", "weight_g", "presents", "shipping"] as const)
      expect([part, both[part]]).toEqual([part, alone[part]]);
    expect(both.cart_items.items.map((item) => item.in_total)).toEqual([true, false]);
    expect(both.problems).toEqual([{ code: "not_shippable_items", cart_ids: [`${expensive.id}_0`] }]);

    const refused = (await estimate({ country: "RU", lines: [expensiveLine] })).body.data;
    expect(refused.price_v2).toMatchObject({ products_price: 0, delivery_price: 0, total_price: 0 });
    expect(refused.problems).toEqual([{ code: "not_shippable_items", cart_ids: [`${expensive.id}_0`] }]);
    const abroad = (await estimate({ country: "KZ", lines: [creamLine, expensiveLine] })).body.data;
    expect(abroad.price_v2.products_price).toBe(31_000);
  });

  it("estimates customs for every country of the store", async () => {
    const { id } = await createProduct(shop.db, { priceMinor: 90_000_00 });
    const { body } = await shop.request("GET", "/v1/countries");
    for (const { code } of body.data.items) {
      const response = await estimate({ country: code, lines: [{ product_id: id, qty: 1 }] }, { currency: "EUR" });
      expect([code, response.status]).toEqual([code, 200]);
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
    const response = await estimate(body);
    expect([response.status, response.body.errors]).toEqual([422, errors]);
  });

  it("reports no delivery for an unknown country", async () => {
    const { id } = await createProduct(shop.db);
    const { body } = await estimate({ country: "ZZ", lines: [{ product_id: id, qty: 1 }] }, { locale: "en-US" });
    expect(body.data.problems).toEqual([{ code: "country_not_served", cart_ids: [] }]);
    expect(body.data.customs_tax).toMatchObject({ declarate: false, limit: null });
  });
});

describe("cosmetics above Japan's export limit", () => {
  it("are refused on their line with the reason, only for Russia and only above the limit", async () => {
    const shopper = await createShopper(shop.db);
    const expensive = await createProduct(shop.db, { priceMinor: 30_000_00 });
    await addToCart(shop.db, shopper.id, { productId: expensive.id });
    const { body } = await shop.request("GET", "/v1/user/cart", { token: shopper.token, locale: "en-US" });
    expect(body.data.cart_items.items[0]?.shipping_refusal).toEqual({
      code: "export_limit",
      text: "Above 40,000 ¥ a piece: such cosmetics may not be exported to your country",
    });
    expect(body.data.problems).toEqual([{ code: "not_shippable_items", cart_ids: [`${expensive.id}_0`] }]);
    expect(body.data.not_availiable_for_shipping_products).toEqual([expensive.id]);
    const response = await shop.request("POST", "/v1/user/orders", {
      token: shopper.token,
      key: "a-key-of-its-own",
      body: { agree: true, duty_confirmed: true, expected_total: 99_999 },
    });
    expect([response.status, response.body.code]).toEqual([422, "cart_items_not_shippable"]);
    const lines = [{ product_id: expensive.id, qty: 1 }];
    expect((await estimate({ country: "KZ", lines })).body.data.problems).toEqual([]);

    await shop.db.updateTable("products").set({ hs_code: "691110" }).where("id", "=", expensive.id).execute();
    expect((await estimate({ country: "RU", lines })).body.data.not_availiable_for_shipping_products).toEqual([]);
  });
});

describe("parcel size", () => {
  const setMaxLength = async (longest_max_mm: number) => {
    await shop.db.updateTable("shipping_methods").set({ longest_max_mm }).execute();
    clearAllCaches();
  };

  it("includes the box; a piece that is too large for every method is flagged on its line and blocks the order", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { sizeMm: [180, 60, 40], qty: 2 });
    const longProduct = await createProduct(shop.db, { sizeMm: [900, 30, 30] });
    await addToCart(shop.db, shopper.id, { productId: longProduct.id });
    await setMaxLength(600);
    const { body } = await shop.request("GET", "/v1/user/cart", { token: shopper.token, locale: "en-US" });
    expect(body.data.box_mm).toEqual([200, 98, 98]);
    expect(body.data.cart_items.items.map((item) => item.shipping_refusal)).toEqual([
      null,
      { code: "oversize", text: "Too large for this way" },
    ]);
    expect(body.data.problems).toEqual([{ code: "not_shippable_items", cart_ids: [`${longProduct.id}_0`] }]);
    const lines = [{ product_id: product.id, qty: 2 }];
    expect((await estimate({ country: "RU", lines })).body.data.box_mm).toEqual([200, 98, 98]);
  });

  it("reports a parcel that no method carries for each method, and blocks the order", async () => {
    const { shopper } = await createReadyCart(shop.db, { sizeMm: [300, 300, 300], qty: 9, stock: 20 });
    await setMaxLength(600);
    const cart = (await shop.request("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    expect(cart.problems).toEqual([{ code: "parcel_over_limits", cart_ids: [] }]);
    expect(cart.shipping.not_offered.map((method) => method.reason)).toEqual(["too_large", "too_large"]);
    const response = await shop.request("POST", "/v1/user/orders", {
      ...{ token: shopper.token, key: "too-large-an-order" },
      body: { agree: true, expected_total: cart.price_v2.total_price },
    });
    expect([response.status, response.body.code]).toEqual([422, "parcel_over_limits"]);
  });
});

async function createCourier(code: string, fields: { city_ru: string; city_en: string; postcode: string }) {
  const { method_id, country, lat, lon, weight_max_g } = await shop.db
    .selectFrom("pickup_points")
    .select(["method_id", "country", "lat", "lon", "weight_max_g"])
    .where("code", "=", "KZN1")
    .executeTakeFirstOrThrow();
  const courier = { code, type: "COURIER", name: "Курьер", address: "", work_time: "", ...fields };
  await shop.db
    .insertInto("pickup_points")
    .values({ ...courier, method_id, country, lat, lon, weight_max_g })
    .execute();
}

describe("a pickup point", () => {
  const selectPoint = (token: string, body: object) =>
    shop.request("POST", "/v1/user/cart/cdek/address", { token, body });
  const getSelectedPoint = async (token: string) =>
    (await shop.request("GET", "/v1/user/cart/cdek/address", { token })).body.data as { code: string };

  it("may be identified by `type` alone, and is cleared when the method or the city changes", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const { token } = shopper;
    expect((await selectPoint(token, { type: "KZN1" })).body.data).toMatchObject({ type: "PVZ", code: "KZN1" });
    await shop.request("POST", "/v1/user/cart/shipping/1", { token });
    expect(await getSelectedPoint(token)).toMatchObject({ type: "", name: "", code: "" });

    await selectPoint(token, { code: "KZN1", type: "PVZ" });
    await shop.db.updateTable("addresses").set({ city: "Perm" }).where("id", "=", shopper.addressId).execute();
    expect((await getSelectedPoint(token)).code).toBe("");
    expect((await selectPoint(token, { code: "KZN1" })).status).toBe(200);
    expect((await getSelectedPoint(token)).code).toBe("KZN1");
  });

  it.each([
    ["unknown", "NONE", {}],
    ["closed", "KZN1", { closed_at: new Date() }],
    ["wrong_country", "KZN1", { country: "KZ" }],
    ["too_heavy", "KZN1", { weight_max_g: 10 }],
    ["too_large", "KZN1", { boxes_mm: JSON.stringify([[100, 100, 100]]) }],
  ])("that is %s is refused and changes nothing", async (reason, code, patch) => {
    const { shopper } = await createReadyCart(shop.db, { sizeMm: [120, 40, 40] });
    if (Object.keys(patch).length > 0) await shop.db.updateTable("pickup_points").set(patch).execute();
    const response = await selectPoint(shopper.token, { type: "PVZ", code });
    expect([response.status, response.body.code]).toEqual([422, `cart_point_${reason}`]);
    expect((await getSelectedPoint(shopper.token)).code).toBe("");
  });

  it.each([{ type: " " }, { type: "PVZ" }, { type: "POSTAMAT" }, { type: "COURIER" }])(
    "is required if %o names none, and nothing changes",
    async (body) => {
      const { shopper } = await createReadyCart(shop.db);
      const response = await selectPoint(shopper.token, body);
      expect([response.status, response.body.code, response.body.errors]).toEqual([
        422,
        "point_required",
        { code: ["required"] },
      ]);
      expect((await getSelectedPoint(shopper.token)).code).toBe("");
    },
  );

  it("may be omitted if the city has a single courier", async () => {
    const { shopper } = await createReadyCart(shop.db);
    await createCourier("KZN-DOOR", { city_ru: "Казань", city_en: "Kazan", postcode: "420000" });
    await createCourier("MOW-DOOR", { city_ru: "Москва", city_en: "Moscow", postcode: "101000" });
    const response = await selectPoint(shopper.token, { type: "COURIER" });
    const name = "Курьер до двери";
    expect([response.status, response.body.data]).toMatchObject([200, { type: "COURIER", code: "KZN-DOOR", name }]);
    expect((await getSelectedPoint(shopper.token)).code).toBe("KZN-DOOR");
    await createCourier("KZN-DOOR-2", { city_ru: "Казань", city_en: "Kazan", postcode: "420000" });
    expect((await selectPoint(shopper.token, { type: "COURIER" })).body.code).toBe("point_required");
  });

  it("that closes after it was selected must be selected again", async () => {
    const { shopper } = await createReadyCart(shop.db);
    await selectPoint(shopper.token, { code: "KZN1" });
    await shop.db.updateTable("pickup_points").set({ closed_at: new Date() }).where("code", "=", "KZN1").execute();
    const cart = (await shop.request("GET", "/v1/user/cart", { token: shopper.token })).body.data;
    expect(cart.shipping.selected_shipping_param.code).toBe("");
  });
});

it("falls back to the next address, or reports none, when the cart's address is deleted", async () => {
  const { shopper } = await createReadyCart(shop.db);
  const { token } = shopper;
  const address = (await shop.request("GET", "/v1/user/addresses", { token })).body.data.items[0];
  const { id: _id, country_name: _name, phone_shown: _shown, ...form } = address!;
  const other = await shop.request("POST", "/v1/user/addresses", {
    token,
    body: { ...form, country: "KZ", postcode: "050000", city: "Almaty", phone_mobile: "8 701 123 45 67" },
  });
  await shop.request("POST", `/v1/user/cart/address/${shopper.addressId}`, { token });
  await shop.request("POST", "/v1/user/cart/cdek/address", { token, body: { code: "KZN1" } });
  await shop.request("DELETE", `/v1/user/addresses/${shopper.addressId}`, { token });
  const cart = (await shop.request("GET", "/v1/user/cart", { token })).body.data;
  expect([cart.address.selected, cart.shipping.selected, cart.shipping.selected_shipping_param.code]).toEqual([
    other.body.data.id,
    1,
    "",
  ]);
  await shop.request("DELETE", `/v1/user/addresses/${other.body.data.id}`, { token });
  const cartWithoutAddress = (await shop.request("GET", "/v1/user/cart", { token })).body.data;
  expect([cartWithoutAddress.address.selected, cartWithoutAddress.problems]).toEqual([
    null,
    [{ code: "no_address", cart_ids: [] }],
  ]);
});

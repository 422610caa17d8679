import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createAnotherShopper, createReadyCart, createShopper, addToCart, type Shopper } from "../cart/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { deductStock } from "../catalog/products/stock.ts";
import { createRussianCustomsRule } from "../delivery/fixtures.ts";
import { withTransaction } from "../platform/db/database.ts";
import { createPage } from "../cms-pages/fixtures.ts";

const shop = await openTestShop();
let serial = 0;
const createKey = () => `checkout-key-${++serial}`;

async function placeOrder(
  shopper: Shopper,
  options: { key?: string; body?: object; currency?: string; locale?: string } = {},
) {
  const cart = await shop.request("GET", "/v1/user/cart", { token: shopper.token, ...options, body: undefined });
  return shop.request("POST", "/v1/user/orders", {
    token: shopper.token,
    key: options.key ?? createKey(),
    body: { agree: true, expected_total: cart.body.data.price_v2.total_price, ...options.body },
    ...(options.currency ? { currency: options.currency } : {}),
    ...(options.locale ? { locale: options.locale } : {}),
  });
}

async function getStock(productId: number) {
  const variants = shop.db.selectFrom("product_variants").select("stock").where("product_id", "=", productId);
  return (await variants.executeTakeFirstOrThrow()).stock;
}
const countRows = async (table: "orders" | "payments" | "order_lines" | "cart_lines" | "idempotency_keys") =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(shop.db)).rows[0]?.count;

describe("POST /v1/user/orders", () => {
  it("stores the order, takes the stock, empties the cart and creates one payment of the same amount", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1290_00, qty: 2, stock: 5 });
    const { status, body } = await placeOrder(shopper, { body: { comment: "Позвоните заранее" } });
    expect(status).toBe(201);
    expect(body.data.order).toMatchObject({
      status: "awaiting_payment",
      products: 2580,
      delivery: 499,
      total: 3079,
      comment: "Позвоните заранее",
      address: { city: "Kazan", country_name: "Россия" },
      items: [{ product_id: product.id, name: product.name, qty: 2, price: 1290, price_total: 2580 }],
      history: [{ status: "awaiting_payment" }],
    });
    expect(body.data.order.id).toBeGreaterThanOrEqual(100_000_000);
    expect(body.data.payment.url).toBe(`/user/payment/${body.data.payment.id}`);
    const payment = await shop.request("GET", `/v1/payments/${body.data.payment.id}`);
    expect(payment.body.data).toMatchObject({
      status: "awaiting",
      amount: 3079,
      iso_code: "RUB",
      order_id: body.data.order.id,
    });
    expect(await getStock(product.id)).toBe(3);
    expect(await countRows("cart_lines")).toBe(0);
  });

  it("keeps its names and prices when the product changes", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1290_00 });
    const { body } = await placeOrder(shopper);
    await shop.db.updateTable("products").set({ name_ru: "Другое имя" }).where("id", "=", product.id).execute();
    await shop.db
      .updateTable("product_variants")
      .set({ price_minor: 1 })
      .where("product_id", "=", product.id)
      .execute();
    const order = await shop.request("GET", `/v1/user/orders/${body.data.order.id}`, { token: shopper.token });
    expect(order.body.data.items[0]).toMatchObject({ name: product.name, price: 1290 });
  });

  it("charges yen without minor units", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 610_00 });
    const { body } = await placeOrder(shopper, { currency: "JPY" });
    const payment = await shop.request("GET", `/v1/payments/${body.data.payment.id}`);
    expect(payment.body.data).toMatchObject({ amount: body.data.order.total, iso_code: "JPY" });
    expect(Number.isInteger(body.data.order.total)).toBe(true);
    expect(body.data.order.total).toBeLessThan(3000);
  });

  it("returns the same order for the same key, and refuses the key with another body", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { stock: 5 });
    const key = createKey();
    const body = { agree: true, expected_total: 1499 };
    const first = await shop.request("POST", "/v1/user/orders", { token: shopper.token, key, body });
    const again = await shop.request("POST", "/v1/user/orders", { token: shopper.token, key, body });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await getStock(product.id)).toBe(4);
    const other = await shop.request("POST", "/v1/user/orders", {
      token: shopper.token,
      key,
      body: { ...body, comment: "Иначе" },
    });
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    const withoutKey = await shop.request("POST", "/v1/user/orders", { token: shopper.token, body });
    expect([withoutKey.status, withoutKey.body.code]).toEqual([422, "idempotency_key_required"]);
  });

  it.each([
    ["no consent", { agree: false }, "agree", "notification.no_agree_personal"],
    ["a comment too long", { comment: "х".repeat(1001) }, "comment", "tooLong"],
    ["a total that is not a number", { expected_total: "1499" }, "expected_total", "invalid_type"],
  ])("refuses %s and changes nothing", async (_what, invalidFields, field, code) => {
    const { shopper, product } = await createReadyCart(shop.db);
    const { status, body } = await placeOrder(shopper, { body: invalidFields });
    expect([status, body.code, body.errors[field]]).toEqual([422, "validation_failed", [code]]);
    expect([await countRows("orders"), await getStock(product.id)]).toEqual([0, 10]);
  });

  it("requires a login", async () => {
    expect(
      (await shop.request("POST", "/v1/user/orders", { key: createKey(), body: { agree: true, expected_total: 1 } }))
        .status,
    ).toBe(401);
  });

  it("requires reconfirmation with the current cart if a price rose, and passes a lower price on", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1000_00 });
    const setPrice = (minor: number) =>
      shop.db
        .updateTable("product_variants")
        .set({ price_minor: minor })
        .where("product_id", "=", product.id)
        .execute();
    await setPrice(1100_00);
    const increased = await placeOrder(shopper, { body: { expected_total: 1499 } });
    expect([increased.status, increased.body.code, increased.body.data.cart.price_v2.total_price]).toEqual([
      409,
      "cart_changed",
      1599,
    ]);
    expect([await countRows("orders"), await countRows("idempotency_keys"), await countRows("cart_lines")]).toEqual([
      0, 0, 1,
    ]);
    await setPrice(900_00);
    const decreased = await placeOrder(shopper, { body: { expected_total: 1499 } });
    expect([decreased.status, decreased.body.data.order.total]).toEqual([201, 1399]);
  });

  it("requires reconfirmation if there is less stock than the cart requires", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { qty: 3, stock: 3 });
    await shop.db.updateTable("product_variants").set({ stock: 2 }).where("product_id", "=", product.id).execute();
    const { status, body } = await placeOrder(shopper);
    expect([status, body.code, body.data.cart.cart_items.items[0]?.qty_limit]).toEqual([409, "cart_changed", 2]);
  });

  it("requires the confirmation of clause 7.14 above the duty-free limit, and stores what was confirmed", async () => {
    await createPage(shop.db, { slug: "oferta", title: "Оферта", version: "2026-03" });
    await createPage(shop.db, { slug: "oferta", title: "Оферта", version: "2026-11" });
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 15_000_00, qty: 2 });
    await createRussianCustomsRule(shop.db);
    const response = await placeOrder(shopper);
    expect([response.status, response.body.code, response.body.errors]).toEqual([
      422,
      "duty_confirmation_required",
      { duty_confirmed: ["notification.duty_confirmation_required"] },
    ]);
    const placed = await placeOrder(shopper, { body: { duty_confirmed: true } });
    expect(placed.status).toBe(201);
    expect(placed.body.data.order.customs_tax).toBeGreaterThan(0);
    const order = await shop.db
      .selectFrom("orders")
      .select(["duty_confirmed", "customs_rule_id", "customs_tax_minor"])
      .executeTakeFirstOrThrow();
    expect(order.duty_confirmed).toEqual({
      // The version in force, which the page of the public offer shows.
      version: "2026-11",
      rule_id: order.customs_rule_id,
      tax_minor: order.customs_tax_minor,
      currency: "RUB",
      rub_per_unit: "1.00000000",
      at: shop.clock.now().toISOString(),
      ip: "127.0.0.1",
    });
    const consents = await shop.db.selectFrom("consents").select(["purpose", "version"]).orderBy("purpose").execute();
    expect(consents).toEqual([
      { purpose: "duty_7_14", version: "oferta/ru-RU/2026-11" },
      { purpose: "personal_data", version: "privacy-policy/ru-RU/1" },
    ]);
  });

  it("stores a complete copy of the pickup point, since points close and move", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const { token } = shopper;
    await shop.request("POST", "/v1/user/cart/shipping/6", { token });
    await shop.request("POST", "/v1/user/cart/cdek/address", { token, body: { type: "", code: "KZN1" } });
    expect((await placeOrder(shopper)).status).toBe(201);
    const { pickup_point } = await shop.db.selectFrom("orders").select("pickup_point").executeTakeFirstOrThrow();
    expect(pickup_point).toEqual({
      ...{ code: "KZN1", type: "PVZ", name: "На Примерной", city: "Казань", postcode: "420015" },
      ...{ address: "ул. Примерная, 10", work_time: "10:00–21:00", location: { lat: 55.79, lon: 49.12 } },
    });
  });

  it("reports what an incomplete cart lacks", async () => {
    const empty = await createShopper(shop.db);
    expect((await placeOrder(empty)).body.code).toBe("cart_empty");
    const withoutAddress = await createAnotherShopper(shop.db);
    await shop.db
      .updateTable("addresses")
      .set({ deleted_at: new Date() })
      .where("customer_id", "=", withoutAddress.id)
      .execute();
    await addToCart(shop.db, withoutAddress.id, { productId: (await createProduct(shop.db)).id });
    expect((await placeOrder(withoutAddress)).body.code).toBe("address_required");
    const withoutPoint = await createAnotherShopper(shop.db);
    await addToCart(shop.db, withoutPoint.id, { productId: (await createProduct(shop.db)).id });
    await shop.request("POST", "/v1/user/cart/shipping/6", { token: withoutPoint.token });
    expect((await placeOrder(withoutPoint)).body.code).toBe("pickup_point_required");
    const soldOut = await createAnotherShopper(shop.db);
    await addToCart(shop.db, soldOut.id, { productId: (await createProduct(shop.db, { stock: 0 })).id });
    expect((await placeOrder(soldOut)).body.code).toBe("cart_has_unavailable_items");
    const { shopper: overMaximum } = await createReadyCart(shop.db, { priceMinor: 20_000_00, qty: 6 });
    const { code, message } = (await placeOrder(overMaximum)).body;
    expect([code, message]).toEqual(["order_over_maximum", expect.stringMatching(/100\s?000\s₽/)]);
    expect(await countRows("orders")).toBe(0);
  });
});

describe("races on real connections", () => {
  it("sells the last pieces once: 16 buyers, 5 pieces, 5 orders, 11 clear refusals, stock zero", async () => {
    await createShopper(shop.db);
    const product = await createProduct(shop.db, { stock: 5 });
    const buyers = await Promise.all(Array.from({ length: 16 }, () => createAnotherShopper(shop.db)));
    for (const buyer of buyers) await addToCart(shop.db, buyer.id, { productId: product.id });
    const responses = await Promise.all(
      buyers.map((buyer) =>
        shop.request("POST", "/v1/user/orders", {
          token: buyer.token,
          key: createKey(),
          body: { agree: true, expected_total: 1499 },
        }),
      ),
    );
    const codes = responses.map((response) => response.body.code ?? response.status).sort();
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 201),
      ...Array.from({ length: 11 }, () => "cart_has_unavailable_items"),
    ]);
    expect(await getStock(product.id)).toBe(0);
    // Refused requests leave nothing behind: no order, no key, an unchanged cart.
    expect([
      await countRows("orders"),
      await countRows("payments"),
      await countRows("idempotency_keys"),
      await countRows("cart_lines"),
    ]).toEqual([5, 5, 5, 11]);
  });

  it("creates one order from 20 equal concurrent requests", async () => {
    const { shopper, product } = await createReadyCart(shop.db);
    const key = createKey();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        shop.request("POST", "/v1/user/orders", {
          token: shopper.token,
          key,
          body: { agree: true, expected_total: 1499 },
        }),
      ),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201]));
    expect(new Set(responses.map((response) => response.body.data.order.id)).size).toBe(1);
    expect([await countRows("orders"), await getStock(product.id)]).toEqual([1, 9]);
  });

  it("creates one order from one cart when two tabs order with different keys", async () => {
    const { shopper, product } = await createReadyCart(shop.db);
    const responses = await Promise.all(
      Array.from({ length: 2 }, () =>
        shop.request("POST", "/v1/user/orders", {
          token: shopper.token,
          key: createKey(),
          body: { agree: true, expected_total: 1499 },
        }),
      ),
    );
    expect(responses.map((response) => response.body.code ?? response.status).sort()).toEqual([201, "cart_empty"]);
    expect(await getStock(product.id)).toBe(9);
  });

  it("does not deadlock two orders of the same goods in opposite order", async () => {
    await createShopper(shop.db);
    const products = [
      await createProduct(shop.db, { stock: 50 }),
      await createProduct(shop.db, { stock: 50 }),
      await createProduct(shop.db, { stock: 50 }),
    ];
    const buyers = await Promise.all(Array.from({ length: 10 }, () => createAnotherShopper(shop.db)));
    for (const [index, buyer] of buyers.entries()) {
      for (const product of index % 2 ? products : products.toReversed())
        await addToCart(shop.db, buyer.id, { productId: product.id });
    }
    const responses = await Promise.all(
      buyers.map((buyer) =>
        shop.request("POST", "/v1/user/orders", {
          token: buyer.token,
          key: createKey(),
          body: { agree: true, expected_total: 3499 },
        }),
      ),
    );
    expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(await Promise.all(products.map((product) => getStock(product.id)))).toEqual([40, 40, 40]);
  });

  it("runs orders of different options of one product concurrently", async () => {
    await createShopper(shop.db);
    const product = await createProduct(shop.db, { options: Array.from({ length: 6 }, () => ({ stock: 2 })) });
    const options = await shop.db
      .selectFrom("product_variants")
      .select("option_id")
      .where("product_id", "=", product.id)
      .execute();
    const buyers = await Promise.all(
      options
        .flatMap((one) => [one, one])
        .map(async ({ option_id: optionId }) => {
          const buyer = await createAnotherShopper(shop.db);
          await addToCart(shop.db, buyer.id, { productId: product.id, optionId });
          return buyer;
        }),
    );
    const responses = await Promise.all(buyers.map((buyer) => placeOrder(buyer)));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201]));
    const { rows } = await sql<{ stock: number }>`select stock from products where id = ${product.id}`.execute(shop.db);
    expect([await getStock(product.id), rows[0]?.stock]).toEqual([0, 0]);
  });

  it("changes the stock of a product whose row is key-share-locked by the lines of another order", async () => {
    const product = await createProduct(shop.db, { stock: 5 });
    const { shopper } = await createReadyCart(shop.db);
    const { id: orderId } = (await placeOrder(shopper)).body.data.order;
    await withTransaction(shop.db, async (otherTx) => {
      await sql`select from products where id = ${product.id} for key share`.execute(otherTx);
      await withTransaction(shop.db, async (tx) => {
        await sql`set local lock_timeout = '2s'`.execute(tx);
        await deductStock(tx, [{ productId: product.id, optionId: 0, qty: 1 }], orderId);
      });
    });
    expect(await getStock(product.id)).toBe(4);
  });

  it("keeps the order unchanged when a second tab changes the cart during payment", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1000_00 });
    const placed = await placeOrder(shopper);
    await shop.request("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: product.id, qty: 4 }] });
    const order = await shop.request("GET", `/v1/user/orders/${placed.body.data.order.id}`, { token: shopper.token });
    const payment = await shop.request("GET", `/v1/payments/${placed.body.data.payment.id}`);
    expect([order.body.data.total, payment.body.data.amount, order.body.data.items[0]?.qty]).toEqual([1499, 1499, 1]);
  });
});

describe("after the order was placed", () => {
  it("restores the stock once when the order is canceled, under concurrent requests", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { qty: 2 });
    const { body } = await placeOrder(shopper);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        shop.request("POST", `/v1/user/orders/${body.data.order.id}/cancel`, { token: shopper.token }),
      ),
    );
    expect(responses.map((response) => [response.status, response.body.data.status])).toEqual(
      Array.from({ length: 5 }, () => [200, "cancelled"]),
    );
    expect(await getStock(product.id)).toBe(10);
    const payment = await shop.request("GET", `/v1/payments/${body.data.payment.id}`);
    expect(payment.body.data.status).toBe("cancelled");
  });

  it("shows an order to its owner only", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const { body } = await placeOrder(shopper);
    const otherShopper = await createAnotherShopper(shop.db);
    const path = `/v1/user/orders/${body.data.order.id}`;
    expect((await shop.request("GET", path, { token: shopper.token })).status).toBe(200);
    for (const [method, url] of [
      ["GET", path],
      ["POST", `${path}/cancel`],
    ] as const) {
      expect((await shop.request(method, url)).status).toBe(401);
      const response = await shop.request(method, url, { token: otherShopper.token });
      expect([response.status, response.body.code]).toEqual([404, "order_not_found"]);
    }
    const list = await shop.request("GET", "/v1/user/orders?status=active", { token: shopper.token });
    expect(list.body.data).toMatchObject({
      total: 1,
      counts: { all: 1, active: 1, completed: 0 },
      items: [{ id: body.data.order.id }],
    });
    expect((await shop.request("GET", "/v1/user/orders", { token: otherShopper.token })).body.data.total).toBe(0);
  });
});

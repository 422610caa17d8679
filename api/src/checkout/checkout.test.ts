import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { anotherShopper, aReadyCart, aShopper, putInCart, type Shopper } from "../cart/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { takeStock } from "../catalogue/stock.ts";
import { aRussianCustomsRule } from "../delivery/fixtures.ts";
import { withTransaction } from "../platform/db.ts";

const shop = await openTestShop();
let serial = 0;
const newKey = () => `checkout-key-${++serial}`;

async function place(shopper: Shopper, more: { key?: string; body?: object; currency?: string; locale?: string } = {}) {
  const { body: cart } = await shop.ask("GET", "/v1/user/cart", { token: shopper.token, ...more, body: undefined });
  return shop.ask("POST", "/v1/user/orders", {
    token: shopper.token,
    key: more.key ?? newKey(),
    body: { agree: true, expected_total: cart.data.price_v2.total_price, ...more.body },
    ...(more.currency ? { currency: more.currency } : {}),
    ...(more.locale ? { locale: more.locale } : {}),
  });
}

const stockOf = async (productId: number) =>
  (
    await shop.db
      .selectFrom("product_variants")
      .select("stock")
      .where("product_id", "=", productId)
      .executeTakeFirstOrThrow()
  ).stock;
const countOf = async (table: "orders" | "payments" | "order_lines" | "cart_lines" | "idempotency_keys") =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(shop.db)).rows[0]?.count;

const recordedConsents = () =>
  shop.db
    .selectFrom("consents")
    .select(["purpose", "version", "source_form", "ip", "given_at"])
    .orderBy("purpose")
    .execute();

describe("POST /v1/user/orders", () => {
  it("freezes the order, takes the stock, empties the cart and opens one payment of the same amount", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1290_00, qty: 2, stock: 5 });
    const { status, body } = await place(shopper, { body: { comment: "Позвоните заранее" } });
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
    const payment = await shop.ask("GET", `/v1/payments/${body.data.payment.id}`);
    expect(payment.body.data).toMatchObject({
      status: "awaiting",
      amount: 3079,
      iso_code: "RUB",
      order_id: body.data.order.id,
    });
    expect(await stockOf(product.id)).toBe(3);
    expect(await countOf("cart_lines")).toBe(0);
  });

  it("keeps its names and prices when the product changes", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1290_00 });
    const { body } = await place(shopper);
    await shop.db.updateTable("products").set({ name_ru: "Другое имя" }).where("id", "=", product.id).execute();
    await shop.db
      .updateTable("product_variants")
      .set({ price_minor: 1 })
      .where("product_id", "=", product.id)
      .execute();
    const order = await shop.ask("GET", `/v1/user/orders/${body.data.order.id}`, { token: shopper.token });
    expect(order.body.data.items[0]).toMatchObject({ name: product.name, price: 1290 });
  });

  it("charges yen in yen", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 610_00 });
    const { body } = await place(shopper, { currency: "JPY" });
    const payment = await shop.ask("GET", `/v1/payments/${body.data.payment.id}`);
    expect(payment.body.data).toMatchObject({ amount: body.data.order.total, iso_code: "JPY" });
    expect(Number.isInteger(body.data.order.total)).toBe(true);
    expect(body.data.order.total).toBeLessThan(3000);
  });

  it("answers the same key with the same order, and refuses the key for another body", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { stock: 5 });
    const key = newKey();
    const body = { agree: true, expected_total: 1499 };
    const first = await shop.ask("POST", "/v1/user/orders", { token: shopper.token, key, body });
    const again = await shop.ask("POST", "/v1/user/orders", { token: shopper.token, key, body });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await stockOf(product.id)).toBe(4);
    const other = await shop.ask("POST", "/v1/user/orders", {
      token: shopper.token,
      key,
      body: { ...body, comment: "Иначе" },
    });
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    const keyless = await shop.ask("POST", "/v1/user/orders", { token: shopper.token, body });
    expect([keyless.status, keyless.body.code]).toEqual([422, "idempotency_key_required"]);
  });

  it.each([
    ["no consent", { agree: false }, "agree", "notification.no_agree_personal"],
    ["a comment too long", { comment: "х".repeat(1001) }, "comment", "tooLong"],
    ["a total that is no number", { expected_total: "1499" }, "expected_total", "invalid_type"],
  ])("refuses %s and changes nothing", async (_what, wrong, field, code) => {
    const { shopper, product } = await aReadyCart(shop.db);
    const { status, body } = await place(shopper, { body: wrong });
    expect([status, body.code, body.errors[field]]).toEqual([422, "validation_failed", [code]]);
    expect([await countOf("orders"), await stockOf(product.id)]).toEqual([0, 10]);
  });

  it("needs a login", async () => {
    expect(
      (await shop.ask("POST", "/v1/user/orders", { key: newKey(), body: { agree: true, expected_total: 1 } })).status,
    ).toBe(401);
  });

  it("asks the shopper when the price rose, shows him the fresh cart, and passes a fall on", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1000_00 });
    const setPrice = (minor: number) =>
      shop.db
        .updateTable("product_variants")
        .set({ price_minor: minor })
        .where("product_id", "=", product.id)
        .execute();
    await setPrice(1100_00);
    const risen = await place(shopper, { body: { expected_total: 1499 } });
    expect([risen.status, risen.body.code, risen.body.data.cart.price_v2.total_price]).toEqual([
      409,
      "cart_changed",
      1599,
    ]);
    expect([await countOf("orders"), await countOf("idempotency_keys"), await countOf("cart_lines")]).toEqual([
      0, 0, 1,
    ]);
    await setPrice(900_00);
    const fallen = await place(shopper, { body: { expected_total: 1499 } });
    expect([fallen.status, fallen.body.data.order.total]).toEqual([201, 1399]);
  });

  it("asks again when there is less in stock than the cart says", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { qty: 3, stock: 3 });
    await shop.db.updateTable("product_variants").set({ stock: 2 }).where("product_id", "=", product.id).execute();
    const { status, body } = await place(shopper);
    expect([status, body.code, body.data.cart.cart_items.items[0]?.qty_limit]).toEqual([409, "cart_changed", 2]);
  });

  it("demands clause 7.14 above the duty-free limit and keeps what was confirmed", async () => {
    const offer = { slug: "oferta", locale: "ru-RU", title: "Оферта", body: "" };
    await shop.db
      .insertInto("pages")
      .values({ ...offer, version: "2026-03", updated_at: shop.clock.now() })
      .execute();
    await shop.db.updateTable("pages").set({ version: "2026-11" }).where("slug", "=", "oferta").execute();
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 15_000_00, qty: 2 });
    await aRussianCustomsRule(shop.db);
    const refused = await place(shopper);
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      422,
      "duty_confirmation_required",
      { duty_confirmed: ["notification.duty_confirmation_required"] },
    ]);
    const placed = await place(shopper, { body: { duty_confirmed: true } });
    expect(placed.status).toBe(201);
    expect(placed.body.data.order.customs_tax).toBeGreaterThan(0);
    const order = await shop.db
      .selectFrom("orders")
      .select(["duty_confirmed", "customs_rule_id", "customs_tax_minor"])
      .executeTakeFirstOrThrow();
    expect(order.duty_confirmed).toEqual({
      // The edition in force, which the page of the offer shows.
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

  it("records the offer apart from personal data, with the edition of the shopper's language", async () => {
    const offer = { slug: "oferta", title: "", body: "", updated_at: shop.clock.now() };
    await shop.db
      .insertInto("pages")
      .values([
        { ...offer, locale: "ru-RU", version: "2026-03" },
        { ...offer, locale: "en-US", version: "2026-04" },
      ])
      .execute();
    const { shopper } = await aReadyCart(shop.db);
    const refused = await place(shopper, { body: { agree_offer: false }, locale: "en-US" });
    expect([refused.status, refused.body.errors]).toEqual([422, { agree_offer: ["notification.no_agree_offer"] }]);
    const unticked = await place(shopper, { body: { agree: false, agree_offer: true } });
    expect([unticked.status, unticked.body.errors]).toEqual([422, { agree: ["notification.no_agree_personal"] }]);
    expect([await countOf("orders"), await recordedConsents()]).toEqual([0, []]);
    expect((await place(shopper, { body: { agree_offer: true }, locale: "en-US" })).status).toBe(201);
    const given = { source_form: "checkout", ip: "127.0.0.1", given_at: shop.clock.now() };
    expect(await recordedConsents()).toEqual([
      { ...given, purpose: "offer", version: "oferta/en-US/2026-04" },
      { ...given, purpose: "personal_data", version: "privacy-policy/en-US/1" },
    ]);
  });

  it("records no acceptance of the offer for a client without that box", async () => {
    const { shopper } = await aReadyCart(shop.db);
    expect((await place(shopper)).status).toBe(201);
    expect((await recordedConsents()).map((consent) => consent.purpose)).toEqual(["personal_data"]);
  });

  it("keeps the whole of a pick-up point: points close and move", async () => {
    const { shopper } = await aReadyCart(shop.db);
    const { token } = shopper;
    await shop.ask("POST", "/v1/user/cart/shipping/6", { token });
    await shop.ask("POST", "/v1/user/cart/cdek/address", { token, body: { type: "", code: "KZN1" } });
    expect((await place(shopper)).status).toBe(201);
    const { pickup_point } = await shop.db.selectFrom("orders").select("pickup_point").executeTakeFirstOrThrow();
    expect(pickup_point).toEqual({
      ...{ code: "KZN1", type: "PVZ", name: "На Примерной", city: "Казань", postcode: "420015" },
      ...{ address: "ул. Примерная, 10", work_time: "10:00–21:00", location: { lat: 55.79, lon: 49.12 } },
    });
  });

  it("says what an unready cart lacks", async () => {
    const empty = await aShopper(shop.db);
    expect((await place(empty)).body.code).toBe("cart_empty");
    const homeless = await anotherShopper(shop.db);
    await shop.db
      .updateTable("addresses")
      .set({ deleted_at: new Date() })
      .where("customer_id", "=", homeless.id)
      .execute();
    await putInCart(shop.db, homeless.id, { productId: (await aProduct(shop.db)).id });
    expect((await place(homeless)).body.code).toBe("address_required");
    const pointless = await anotherShopper(shop.db);
    await putInCart(shop.db, pointless.id, { productId: (await aProduct(shop.db)).id });
    await shop.ask("POST", "/v1/user/cart/shipping/6", { token: pointless.token });
    expect((await place(pointless)).body.code).toBe("pickup_point_required");
    const soldOut = await anotherShopper(shop.db);
    await putInCart(shop.db, soldOut.id, { productId: (await aProduct(shop.db, { stock: 0 })).id });
    expect((await place(soldOut)).body.code).toBe("cart_has_unavailable_items");
    expect(await countOf("orders")).toBe(0);
  });
});

describe("races on real connections", () => {
  it("sells the last pieces once: sixteen buyers, five pieces, five orders, eleven clear refusals, stock zero", async () => {
    await aShopper(shop.db);
    const product = await aProduct(shop.db, { stock: 5 });
    const buyers = await Promise.all(Array.from({ length: 16 }, () => anotherShopper(shop.db)));
    for (const buyer of buyers) await putInCart(shop.db, buyer.id, { productId: product.id });
    const answers = await Promise.all(
      buyers.map((buyer) =>
        shop.ask("POST", "/v1/user/orders", {
          token: buyer.token,
          key: newKey(),
          body: { agree: true, expected_total: 1499 },
        }),
      ),
    );
    const codes = answers.map((answered) => answered.body.code ?? answered.status).sort();
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 201),
      ...Array.from({ length: 11 }, () => "cart_has_unavailable_items"),
    ]);
    expect(await stockOf(product.id)).toBe(0);
    // The losers leave nothing behind: no order, no key, their carts as they were.
    expect([
      await countOf("orders"),
      await countOf("payments"),
      await countOf("idempotency_keys"),
      await countOf("cart_lines"),
    ]).toEqual([5, 5, 5, 11]);
  });

  it("makes one order of twenty equal requests at once", async () => {
    const { shopper, product } = await aReadyCart(shop.db);
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        shop.ask("POST", "/v1/user/orders", { token: shopper.token, key, body: { agree: true, expected_total: 1499 } }),
      ),
    );
    expect(new Set(answers.map((answered) => answered.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answered) => answered.body.data.order.id)).size).toBe(1);
    expect([await countOf("orders"), await stockOf(product.id)]).toEqual([1, 9]);
  });

  it("makes one order of one cart when two tabs order with different keys", async () => {
    const { shopper, product } = await aReadyCart(shop.db);
    const answers = await Promise.all(
      Array.from({ length: 2 }, () =>
        shop.ask("POST", "/v1/user/orders", {
          token: shopper.token,
          key: newKey(),
          body: { agree: true, expected_total: 1499 },
        }),
      ),
    );
    expect(answers.map((answered) => answered.body.code ?? answered.status).sort()).toEqual([201, "cart_empty"]);
    expect(await stockOf(product.id)).toBe(9);
  });

  it("does not block two orders of the same goods in opposite order", async () => {
    await aShopper(shop.db);
    const products = [
      await aProduct(shop.db, { stock: 50 }),
      await aProduct(shop.db, { stock: 50 }),
      await aProduct(shop.db, { stock: 50 }),
    ];
    const buyers = await Promise.all(Array.from({ length: 10 }, () => anotherShopper(shop.db)));
    for (const [n, buyer] of buyers.entries()) {
      for (const product of n % 2 ? products : products.toReversed())
        await putInCart(shop.db, buyer.id, { productId: product.id });
    }
    const answers = await Promise.all(
      buyers.map((buyer) =>
        shop.ask("POST", "/v1/user/orders", {
          token: buyer.token,
          key: newKey(),
          body: { agree: true, expected_total: 3499 },
        }),
      ),
    );
    expect(answers.map((answered) => answered.status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(await Promise.all(products.map((product) => stockOf(product.id)))).toEqual([40, 40, 40]);
  });

  it("lets orders of different options of one product pass each other, however many at once", async () => {
    await aShopper(shop.db);
    const product = await aProduct(shop.db, { options: Array.from({ length: 6 }, () => ({ stock: 2 })) });
    const options = await shop.db
      .selectFrom("product_variants")
      .select("option_id")
      .where("product_id", "=", product.id)
      .execute();
    const buyers = await Promise.all(
      options
        .flatMap((one) => [one, one])
        .map(async ({ option_id: optionId }) => {
          const buyer = await anotherShopper(shop.db);
          await putInCart(shop.db, buyer.id, { productId: product.id, optionId });
          return buyer;
        }),
    );
    const answers = await Promise.all(buyers.map((buyer) => place(buyer)));
    expect(new Set(answers.map((answered) => answered.status))).toEqual(new Set([201]));
    const { rows } = await sql<{ stock: number }>`select stock from products where id = ${product.id}`.execute(shop.db);
    expect([await stockOf(product.id), rows[0]?.stock]).toEqual([0, 0]);
  });

  it("changes the stock of a product whose row the lines of another order hold", async () => {
    const product = await aProduct(shop.db, { stock: 5 });
    await withTransaction(shop.db, async (other) => {
      await sql`select from products where id = ${product.id} for key share`.execute(other);
      await withTransaction(shop.db, async (tx) => {
        await sql`set local lock_timeout = '2s'`.execute(tx);
        await takeStock(tx, [{ productId: product.id, optionId: 0, qty: 1 }]);
      });
    });
    expect(await stockOf(product.id)).toBe(4);
  });

  it("keeps the order as it was when a second tab changes the cart during payment", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1000_00 });
    const placed = await place(shopper);
    await shop.ask("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: product.id, qty: 4 }] });
    const order = await shop.ask("GET", `/v1/user/orders/${placed.body.data.order.id}`, { token: shopper.token });
    const payment = await shop.ask("GET", `/v1/payments/${placed.body.data.payment.id}`);
    expect([order.body.data.total, payment.body.data.amount, order.body.data.items[0]?.qty]).toEqual([1499, 1499, 1]);
  });
});

describe("after placing", () => {
  it("gives the stock back once when the order is called off, however often that is asked", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { qty: 2 });
    const { body } = await place(shopper);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        shop.ask("POST", `/v1/user/orders/${body.data.order.id}/cancel`, { token: shopper.token }),
      ),
    );
    expect(answers.map((answered) => [answered.status, answered.body.data.status])).toEqual(
      Array.from({ length: 5 }, () => [200, "cancelled"]),
    );
    expect(await stockOf(product.id)).toBe(10);
    const payment = await shop.ask("GET", `/v1/payments/${body.data.payment.id}`);
    expect(payment.body.data.status).toBe("cancelled");
  });

  it("shows an order to its owner and to nobody else", async () => {
    const { shopper } = await aReadyCart(shop.db);
    const { body } = await place(shopper);
    const stranger = await anotherShopper(shop.db);
    const path = `/v1/user/orders/${body.data.order.id}`;
    expect((await shop.ask("GET", path, { token: shopper.token })).status).toBe(200);
    for (const [method, where] of [
      ["GET", path],
      ["POST", `${path}/cancel`],
    ] as const) {
      expect((await shop.ask(method, where)).status).toBe(401);
      const refused = await shop.ask(method, where, { token: stranger.token });
      expect([refused.status, refused.body.code]).toEqual([404, "order_not_found"]);
    }
    const list = await shop.ask("GET", "/v1/user/orders?status=active", { token: shopper.token });
    expect(list.body.data).toMatchObject({
      total: 1,
      counts: { all: 1, active: 1, completed: 0 },
      items: [{ id: body.data.order.id }],
    });
    expect((await shop.ask("GET", "/v1/user/orders", { token: stranger.token })).body.data.total).toBe(0);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createTestCustomer, PASSWORD } from "../account/fixtures.ts";
import { addToCart } from "../cart/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { moveOrder } from "../checkout/fixtures.ts";
import { createDeliverySetup } from "../delivery/fixtures.ts";
import { emails } from "../orders/emails/emails.ts";
import type { OrderDetail } from "../orders/admin-schema.ts";
import { refundAmount } from "../payments/fixtures.ts";
import { expirePayments } from "../payments/jobs.ts";
import { createDeliveredOrder } from "../returns/fixtures.ts";
import type { ReturnDetail } from "../returns/admin-schema.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { FoundCustomers, ManualOrder, ManualOrderEstimate } from "./admin-schema.ts";

const shop = await openPaymentTestShop();
const { app, db } = shop;
const admin = openAdminClient(app);
let cookie = "";
let product = { id: 0 };
let customer = { id: 0, email: "", token: "" };
let serial = 0;

const address = {
  ...{ first_name: "Anna", last_name: "Kuznetsova", country: "RU", postcode: "420015", city: "Kazan" },
  ...{ address: "ul. Pushkina 12, 34", phone_mobile: "+7 900 000-00-01" },
};
const signIn = async (role: string) =>
  createTestStaffSession(app, (await createTestStaff(app, { role, locale: "en-US" })).id);

beforeEach(async () => {
  await createDeliverySetup(db);
  product = await createProduct(db, { priceMinor: 1290_00, stock: 5 });
  customer = await createTestCustomer(db);
  await confirmEmail(customer.id);
  cookie = await signIn("support");
});

const confirmEmail = async (id: number) =>
  db.updateTable("customers").set({ email_verified_at: shop.clock.now() }).where("id", "=", id).execute();

type Executed = { result: ManualOrder; preview: { emails: { template: string }[]; entries: object[] } | null };
const place = (body: object = {}, { query = "", as = cookie, key = `manual-order-${++serial}` } = {}) =>
  admin.request<Executed>("POST", `/orders${query}`, {
    body: {
      ...{ customer: { id: customer.id }, lines: [{ product_id: product.id, option_id: 0, quantity: 2 }], address },
      ...{ payment: { kind: "link" }, reason: "ordered by phone" },
      ...body,
    },
    cookie: as,
    headers: { "idempotency-key": key },
  });
const placeOrFail = async (body: object = {}) => {
  const response = await place(body);
  if (response.status !== 200) throw new Error(`the order was not placed: ${JSON.stringify(response.body)}`);
  return response.body.data.result;
};
const estimate = async (query: Record<string, string> = {}) =>
  admin.request<ManualOrderEstimate>(
    "GET",
    `/manual-orders/estimate?${new URLSearchParams({ lines: `${product.id}_0_2`, currency: "RUB", country: "RU", city: "Kazan", ...query })}`,
    { cookie },
  );
const getOrder = async (id: number) => (await admin.request<OrderDetail>("GET", `/orders/${id}`, { cookie })).body.data;
const getStock = async () =>
  (
    await db
      .selectFrom("product_variants")
      .select("stock")
      .where("product_id", "=", product.id)
      .executeTakeFirstOrThrow()
  ).stock;
const getPaymentId = async (orderId: number) =>
  (
    await db
      .selectFrom("payments")
      .select("id")
      .where("order_id", "=", orderId)
      .where("status", "<>", "cancelled")
      .executeTakeFirstOrThrow()
  ).id;
const confirm = async (paymentId: string, body: object) =>
  shop.request("POST", `/v1/payments/${paymentId}/confirm`, {
    body: { card_token: await shop.createCardToken(), ...body },
    key: `confirm-key-${++serial}`,
    locale: "en-US",
  });
const listPurposes = async () =>
  (await db.selectFrom("consents").select(["purpose", "source_form"]).where("customer_id", "=", customer.id).execute())
    .map(({ purpose, source_form }) => `${source_form}: ${purpose}`)
    .toSorted();

describe("an order that is paid with a link", () => {
  it("is priced as a cart, reserves the goods, and becomes paid with the customer's consent to the offer", async () => {
    const { body } = await estimate();
    const placed = await placeOrFail({ expected_total: body.data.totals.total });
    expect(placed).toMatchObject({ status: "awaiting_payment", totals: body.data.totals, currency: "RUB" });
    expect(placed.totals.products).toBe(2580);
    expect(await getStock()).toBe(3);
    const paymentId = await getPaymentId(placed.order_id);
    const payment = await shop.request("GET", `/v1/payments/${paymentId}`);
    expect(payment.body.data).toMatchObject({ amount: placed.totals.total, terms_required: true, duty: null });

    expect(await confirm(paymentId, {})).toMatchObject({ status: 422, body: { code: "terms_confirmation_required" } });
    expect((await confirm(paymentId, { terms_accepted: true })).status).toBe(200);
    await shop.settlePayments();
    const order = await getOrder(placed.order_id);
    expect(order).toMatchObject({ status: "paid", source: "manual", ledger: { balance: 0 } });
    expect(order.created_by?.id).toEqual(expect.any(Number));
    expect(await listPurposes()).toEqual(["payment_link: offer", "payment_link: personal_data"]);
    const { terms_accepted } = await db
      .selectFrom("orders")
      .select("terms_accepted")
      .where("id", "=", placed.order_id)
      .executeTakeFirstOrThrow();
    expect(terms_accepted).toEqual({ version: expect.any(String), at: expect.any(String), ip: expect.any(String) });
  });

  it("is emailed with its goods and a link that needs no sign-in, and leaves the customer's cart alone", async () => {
    await addToCart(db, customer.id, { productId: product.id });
    const { order_id } = await placeOrFail({ locale: "en-US" });
    const params = {
      storeName: "Leaf",
      recipient: customer.email,
      locale: "en-US" as const,
      params: { orderId: order_id },
    };
    const email = await emails["order_awaiting_payment"]?.(app, params);
    expect(email?.text).toContain("We have placed this order for you");
    expect(email?.text).toContain(`/en-US/jpcart/payment/${await getPaymentId(order_id)}`);
    const cart = await shop.request("GET", "/v1/user/cart", { token: customer.token });
    expect(cart.body.data.cart_items.items).toHaveLength(1);
  });

  it("confirms a duty and stores it with the version of the terms, also after another method was chosen", async () => {
    product = await createProduct(db, { priceMinor: 15_000_00, stock: 5 });
    const { order_id, duty } = await placeOrFail({ lines: [{ product_id: product.id, option_id: 0, quantity: 3 }] });
    expect(duty).toMatchObject({ needs_confirmation: true });
    const first = await getPaymentId(order_id);
    const changed = await shop.request("POST", `/v1/payments/${first}/method`, { body: { method: "sbp" } });
    const paymentId = changed.body.data.id;
    expect(changed.body.data).toMatchObject({
      terms_required: true,
      duty: { before: 0, after: duty.amount, is_confirmed: false },
    });
    const back = await shop.request("POST", `/v1/payments/${paymentId}/method`, { body: { method: "card" } });
    const answer = await confirm(back.body.data.id, { terms_accepted: true });
    expect(answer).toMatchObject({ status: 422, body: { code: "duty_confirmation_required" } });
    expect(await listPurposes()).toEqual([]);
    expect((await confirm(back.body.data.id, { terms_accepted: true, duty_confirmed: true })).status).toBe(200);
    await shop.settlePayments();
    const order = await db.selectFrom("orders").selectAll().where("id", "=", order_id).executeTakeFirstOrThrow();
    expect(order).toMatchObject({
      status: "paid",
      customs_declared: true,
      duty_confirmed: {
        ...{ tax_minor: duty.amount * 100, currency: "RUB", rule_id: order.customs_rule_id },
        ...{ version: expect.any(String), at: expect.any(String), ip: expect.any(String) },
      },
    });
    expect(await listPurposes()).toContain("payment_link: duty_7_14");
  });

  it("expires with its link: the goods return to stock, and a payment comes too late", async () => {
    const { order_id } = await placeOrFail({ payment: { kind: "link", link_minutes: 60 } });
    const paymentId = await getPaymentId(order_id);
    shop.clock.advance(60 * 60_000);
    const [late] = await Promise.all([confirm(paymentId, { terms_accepted: true }), expirePayments(app)]);
    expect(late).toMatchObject({ status: 409, body: { code: "payment_ended" } });
    await expirePayments(app);
    cookie = await signIn("support");
    expect((await getOrder(order_id)).status).toBe("cancelled");
    expect(await getStock()).toBe(5);
  });

  it("cannot be marked as paid before the customer has confirmed its duty", async () => {
    product = await createProduct(db, { priceMinor: 15_000_00, stock: 5 });
    const { order_id } = await placeOrFail({ lines: [{ product_id: product.id, option_id: 0, quantity: 3 }] });
    await expect(moveOrder(shop, order_id, "paid")).rejects.toMatchObject({ code: "order_not_confirmed" });
  });
});

describe("what is ordered", () => {
  it("is placed once, whoever clicks how often", async () => {
    const responses = await Promise.all([1, 2, 3].map(() => place({}, { key: "double-click-1" })));
    expect(new Set(responses.map(({ body }) => body.data.result.order_id)).size).toBe(1);
    expect(await getStock()).toBe(3);
    const missing = await admin.request("POST", "/orders", { body: {}, cookie });
    expect(missing.status).toBe(422);
  });

  it("never exceeds the stock, whatever is ordered at the same moment", async () => {
    const line = (quantity: number) => ({ lines: [{ product_id: product.id, option_id: 0, quantity }] });
    const responses = await Promise.all([place(line(3)), place(line(3)), place(line(3))]);
    expect(responses.map(({ body }) => body.code ?? "placed").toSorted()).toEqual([
      ...["not_enough_stock", "not_enough_stock", "placed"],
    ]);
    expect(await getStock()).toBe(2);
    const same = { product_id: product.id, option_id: 0, quantity: 2 };
    const summed = await place({ lines: [same, same] });
    expect(summed.body).toMatchObject({
      code: "not_enough_stock",
      data: { items: [{ product_id: product.id, option_id: 0, available: 2 }] },
    });
  });

  it("is refused without a method, in another country and at another total than was shown", async () => {
    expect((await place({ method: { id: 999 } })).body.code).toBe("method_not_available");
    expect((await place({ address: { ...address, country: "BR", postcode: "01310-100" } })).status).toBe(422);
    expect((await place({ expected_total: 1 })).body.code).toBe("state_changed");
    const { id: product_id } = await createProduct(db, { name: "Crème", priceMinor: 40_000_00 });
    expect((await place({ lines: [{ product_id, option_id: 0, quantity: 1 }] })).body).toMatchObject({
      ...{ code: "items_not_shippable", message: "These items cannot be sent there this way: Crème." },
      data: { items: [{ product_id, option_id: 0, reason: "export_limit" }] },
    });
    const wrong = await place({ address: { ...address, postcode: "1", phone_mobile: "12345678901234" } });
    expect(wrong.body.errors).toMatchObject({ "address.postcode": ["invalidPostcode"] });
    const unknown = await place({ lines: [{ product_id: 1_999_999, option_id: 0, quantity: 1 }] });
    expect(unknown.body.code).toBe("not_enough_stock");
    expect(await getStock()).toBe(5);
  });

  it("is previewed with the same amounts, and nothing is stored", async () => {
    const body = { customer: { email: "new@example.test" }, locale: "en-US", currency: "USD" };
    const preview = await place(body, { query: "?preview=true" });
    expect(preview.body.data.preview).toMatchObject({
      entries: [{ action: "order.placed" }],
      emails: [{ template: "order_awaiting_payment" }],
    });
    expect(await db.selectFrom("customers").select("id").where("email", "=", "new@example.test").execute()).toEqual([]);
    const { order_id: _previewed, customer_id: _id, ...previewed } = preview.body.data.result;
    const { order_id: _placed, customer_id: _customer, ...placed } = await placeOrFail(body);
    expect(placed).toEqual(previewed);
    expect(placed.currency).toBe("USD");
  });

  it("needs the permission, and the audit log has no address", async () => {
    expect((await place({}, { as: await signIn("packer") })).status).toBe(403);
    await placeOrFail();
    const entry = await db
      .selectFrom("audit_entries")
      .select(["changes", "reason"])
      .where("action", "=", "order.placed")
      .executeTakeFirstOrThrow();
    expect(entry.reason).toBe("ordered by phone");
    expect(JSON.stringify(entry.changes)).not.toContain("Pushkina");
  });
});

describe("the customer", () => {
  it("is found by a whole email or phone number only, masked", async () => {
    const find = async (q: string) =>
      (
        await admin.request<FoundCustomers>("GET", `/manual-orders/customers?${new URLSearchParams({ q })}`, { cookie })
      ).body.data.items.map(({ id }) => id);
    expect(await find(customer.email.toUpperCase())).toEqual([customer.id]);
    expect(await find("8 900 123 45 67")).toContain(customer.id);
    expect(await find(customer.email.slice(0, -1))).toEqual([]);
    expect(await find("1234567")).toEqual([]);
    const response = await admin.request("GET", "/manual-orders/customers?q=8%20900%20123%2045%2067", { cookie });
    expect(JSON.stringify(response.body)).not.toMatch(/900|Мария|@example/);
  });

  it("gets an account without a password, in which only the owner of the email can sign in", async () => {
    const email = "olga@example.test";
    const orders = await Promise.all([
      placeOrFail({ customer: { email } }),
      placeOrFail({ customer: { email }, lines: [{ product_id: product.id, option_id: 0, quantity: 1 }] }),
    ]);
    expect(new Set(orders.map(({ customer_id }) => customer_id)).size).toBe(1);
    const login = async (password: string) => shop.request("POST", "/v1/login", { body: { email, password } });
    for (const password of ["", PASSWORD]) expect((await login(password || "x")).status).not.toBe(200);
    const register = await shop.request("POST", "/v1/register", {
      body: {
        name: "Eve",
        tel: "+79000000000",
        email,
        password: "grey river stone 9",
        password_confirmation: "grey river stone 9",
        agree: true,
      },
    });
    expect(register.status).not.toBe(201);
    const { id, password_hash } = await db
      .selectFrom("customers")
      .select(["id", "password_hash"])
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    expect(password_hash).toBeNull();
    const paymentId = await getPaymentId(orders[0]?.order_id ?? 0);
    expect((await confirm(paymentId, { terms_accepted: true })).status).toBe(200);
    await shop.settlePayments();
    expect((await getOrder(orders[0]?.order_id ?? 0)).customer).toMatchObject({ id, orders: 2 });
  });

  it("is refused if the account may belong to somebody who typed a foreign email", async () => {
    const { email } = await createTestCustomer(db);
    expect((await place({ customer: { email } })).body.code).toBe("customer_not_confirmed");
    expect((await place({ customer: { id: 2_000_000_000 } })).body.code).toBe("customer_not_found");
    expect((await place({ customer: {} })).status).toBe(422);
  });
});

describe("an order at no charge for a claim", () => {
  const claim = async (quantity = 2) => {
    const {
      order,
      product: claimed,
      shopper,
    } = await createDeliveredOrder(shop, { qty: quantity, priceMinor: 1500_00 });
    const send = async (path: string, body: object) => admin.request<Executed>("POST", path, { body, cookie });
    const requested = await send(`/orders/${order.id}/returns`, {
      ...{ kind: "claim", reason: "damaged", lines: [{ line: 1, quantity }] },
    });
    const { return_id } = requested.body.data.result as unknown as { return_id: number };
    return {
      return_id,
      order,
      claimed,
      shopper,
      approve: () => send(`/returns/${return_id}/approve`, { from: "requested" }),
    };
  };
  const getReturn = async (id: number) =>
    (await admin.request<ReturnDetail>("GET", `/returns/${id}`, { cookie })).body.data;

  it("costs nothing, is paid at once and resolves the claim, once", async () => {
    const { return_id, shopper, approve, order } = await claim();
    const body = { customer: { id: shopper.id }, payment: { kind: "claim", return_id } };
    expect((await place(body)).body.code).toBe("claim_not_open");
    await approve();
    expect((await place({ ...body, customer: { id: customer.id } })).body.code).toBe("claim_not_open");
    const responses = await Promise.all([place(body), place(body)]);
    expect(responses.map(({ body: { code } }) => code ?? "placed").toSorted()).toEqual(["claim_not_open", "placed"]);
    const { result } = responses.find(({ status }) => status === 200)?.body.data ?? {};
    expect(result).toMatchObject({ status: "paid", totals: { products: 2580, discount: 2580, delivery: 0, total: 0 } });
    expect(await getReturn(return_id)).toMatchObject({
      status: "resolved",
      replacement_order: { id: result?.order_id, status: "paid" },
    });
    const placed = await getOrder(result?.order_id ?? 0);
    expect(placed).toMatchObject({ source: "manual", status: "paid", ledger: { balance: 0 } });
    const row = await db
      .selectFrom("orders")
      .select("replaces_order_id")
      .where("id", "=", placed.id)
      .executeTakeFirst();
    expect(row?.replaces_order_id).toBe(order.id);
    expect(await getStock()).toBe(3);
  });

  it("is worth at most what the claimed pieces cost", async () => {
    const { return_id, shopper, approve } = await claim(1);
    await approve();
    const body = { customer: { id: shopper.id }, payment: { kind: "claim", return_id } };
    expect((await place(body)).body.code).toBe("claim_exceeded");
    expect(await getStock()).toBe(5);
    expect((await getReturn(return_id)).status).toBe("approved");
  });

  it("does not replace what was refunded meanwhile", async () => {
    const { return_id, shopper, approve, order } = await claim(2);
    await approve();
    await refundAmount(shop.app, { orderId: order.id, lines: [{ line: 1, quantity: 2 }] });
    const body = { customer: { id: shopper.id }, payment: { kind: "claim", return_id } };
    expect((await place(body)).body.code).toBe("claim_exceeded");
    expect(await getStock()).toBe(5);
  });
});

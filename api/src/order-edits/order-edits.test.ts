import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { declinedCard, openPaymentTestShop } from "../../test/payment-shop.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createPaidOrder, moveOrder } from "../checkout/fixtures.ts";
import type { OrderDetail } from "../orders/admin-schema.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { OrderEditList, OrderEditOutcome } from "./admin-schema.ts";
import { expireEdits } from "./end-edit.ts";

const shop = await openPaymentTestShop();
const { app, db } = shop;
const admin = openAdminClient(app);
let orderId = 0;
let product = { id: 0 };
let cookie = "";
let token = "";

const signIn = async (role: string) => {
  const { id } = await createTestStaff(app, { role, locale: "en-US" });
  return createTestStaffSession(app, id);
};

beforeEach(async () => {
  const paid = await createPaidOrder(shop, { qty: 2, stock: 10 });
  orderId = paid.order.id;
  ({ product } = paid);
  ({ token } = paid.shopper);
  cookie = await signIn("manager");
});

type Executed = { result: OrderEditOutcome };
const edit = (body: object, { query = "", as = cookie } = {}) =>
  admin.request<Executed>("POST", `/orders/${orderId}/edits${query}`, {
    body: { reason: "asked by phone", ...body },
    cookie: as,
  });
const cancelEdit = (id: number) => admin.request("POST", `/order-edits/${id}/cancel`, { body: {}, cookie });
const getOrder = async () => (await admin.request<OrderDetail>("GET", `/orders/${orderId}`, { cookie })).body.data;
const listEdits = async () =>
  (await admin.request<OrderEditList>("GET", `/orders/${orderId}/edits`, { cookie })).body.data.items;
const getStock = async (id = product.id) =>
  (await db.selectFrom("product_variants").select("stock").where("product_id", "=", id).executeTakeFirstOrThrow())
    .stock;
const getEditPayment = async () =>
  db
    .selectFrom("payments")
    .select(["id", "status", "amount_minor"])
    .where("order_id", "=", orderId)
    .where("purpose", "=", "order_edit")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
const pay = async (id: string, card?: typeof declinedCard) => {
  const result = await shop.confirmPayment(id, await shop.createCardToken(card));
  await shop.settlePayments();
  return result;
};
const settleRefunds = async () => {
  await waitForBackgroundTasks();
  await shop.settlePayments();
};

describe("an edit that lowers the total", () => {
  it("is applied at once: the line is superseded, the goods return to stock and the difference is refunded", async () => {
    const before = await getOrder();
    const [line] = before.lines;
    const response = await edit({ lines: [{ line: 1, quantity: 1 }] });
    const price = line?.price ?? 0;
    expect(response).toMatchObject({
      status: 200,
      body: {
        data: { result: { status: "applied", difference: -price, after: { total: before.totals.total - price } } },
      },
    });
    await settleRefunds();
    const after = await getOrder();
    expect(after.lines).toMatchObject([{ line: 2, quantity: 1, price }]);
    expect(after.ledger).toMatchObject({ balance: 0, charged: before.totals.total - price });
    expect(await getStock()).toBe(9);
    const superseded = await db
      .selectFrom("order_lines")
      .select(["line", "qty", "removed_by_edit", "added_by_edit"])
      .where("order_id", "=", orderId)
      .orderBy("line")
      .execute();
    const id = response.body.data.result.edit_id;
    expect(superseded).toEqual([
      { line: 1, qty: 2, removed_by_edit: id, added_by_edit: null },
      { line: 2, qty: 1, removed_by_edit: null, added_by_edit: id },
    ]);
    const emails = await db.selectFrom("emails").select("template").where("template", "like", "order_edit_%").execute();
    expect(emails).toEqual([{ template: "order_edit_applied" }]);
  });

  it("keeps the prices of the order, whatever they are today", async () => {
    await db
      .updateTable("product_variants")
      .set({ price_minor: 999_900 })
      .where("product_id", "=", product.id)
      .execute();
    const [line] = (await getOrder()).lines;
    const { body } = await edit({ lines: [{ line: 1, quantity: 3 }] }, { query: "?preview=true" });
    expect(body.data.result).toMatchObject({ difference: line?.price, lines: [{ price: line?.price, quantity: 3 }] });
  });

  it("leaves a canceled order completely refunded", async () => {
    await edit({ lines: [{ line: 1, quantity: 1 }] });
    await settleRefunds();
    await moveOrder(shop, orderId, "cancelled");
    await settleRefunds();
    const order = await getOrder();
    expect(order).toMatchObject({ status: "refunded", ledger: { balance: 0, paid: 0 } });
    expect(await getStock()).toBe(10);
  });
});

describe("an edit that raises the total", () => {
  it("reserves the goods and changes the order when the customer has paid the difference", async () => {
    const added = await createProduct(db, { stock: 5, priceMinor: 70_000 });
    const before = await getOrder();
    const { body } = await edit({ lines: [{ product_id: added.id, option_id: 0, quantity: 2 }] });
    expect(body.data.result).toMatchObject({ status: "awaiting_payment", difference: 1400 });
    expect(await getOrder()).toMatchObject({ lines: before.lines, totals: before.totals, ledger: { balance: 0 } });
    expect(await getStock(added.id)).toBe(3);
    const payment = await getEditPayment();
    expect(payment).toMatchObject({ status: "awaiting", amount_minor: 140_000 });
    const page = await shop.request("GET", `/v1/payments/${payment.id}`);
    expect(page.body.data).toMatchObject({ status: "awaiting", purpose: "order_edit", amount: 1400, methods: [] });
    await pay(payment.id);
    const after = await getOrder();
    expect(after.lines).toMatchObject([{ line: 1 }, { line: 2, product_id: added.id, quantity: 2, price: 700 }]);
    expect(after.ledger.balance).toBe(0);
    expect(after.totals.total).toBe(before.totals.total + 1400);
    expect(await listEdits()).toMatchObject([{ status: "applied", difference: 1400 }]);
    expect(await getStock(added.id)).toBe(3);
    // The customer sees the new items, and the order still has its own payment.
    const own = await shop.request("GET", `/v1/user/orders/${orderId}`, { token });
    expect(own.body.data.items).toHaveLength(2);
    await moveOrder(shop, orderId, "cancelled");
    await settleRefunds();
    expect(await getOrder()).toMatchObject({ status: "refunded", ledger: { balance: 0, paid: 0 } });
    expect(await getStock(added.id)).toBe(5);
  });

  it("takes a declined card back and then another one", async () => {
    await edit({ lines: [{ line: 1, quantity: 3 }] });
    const { id } = await getEditPayment();
    await pay(id, declinedCard);
    expect(await getEditPayment()).toMatchObject({ status: "error" });
    await pay(id);
    expect(await listEdits()).toMatchObject([{ status: "applied" }]);
    expect((await getOrder()).ledger.balance).toBe(0);
  });

  it("ends when it expires: the goods return, and money that arrives later is refunded", async () => {
    await edit({ lines: [{ line: 1, quantity: 3 }], link_minutes: 60 });
    const { id } = await getEditPayment();
    await expireEdits(app);
    expect(await getStock()).toBe(7);
    shop.clock.advance(60 * 60_000);
    await Promise.all([expireEdits(app), expireEdits(app)]);
    cookie = await signIn("manager");
    expect(await getStock()).toBe(8);
    expect(await listEdits()).toMatchObject([{ status: "expired" }]);
    expect(await pay(id)).toMatchObject({ status: 409, body: { code: "payment_ended" } });
    expect((await getOrder()).ledger.balance).toBe(0);
  });

  it("is either paid or expired if both happen at once, and the ledger balances", async () => {
    await edit({ lines: [{ line: 1, quantity: 3 }], link_minutes: 60 });
    const { id } = await getEditPayment();
    await shop.confirmPayment(id, await shop.createCardToken());
    shop.clock.advance(60 * 60_000);
    await Promise.all([shop.settlePayments(), expireEdits(app), expireEdits(app)]);
    await settleRefunds();
    cookie = await signIn("manager");
    const [first] = await listEdits();
    const order = await getOrder();
    expect(order.ledger.balance).toBe(0);
    expect(["applied", "expired"]).toContain(first?.status);
    expect(order.lines[0]?.quantity).toBe(first?.status === "applied" ? 3 : 2);
    expect(await getStock()).toBe(first?.status === "applied" ? 7 : 8);
  });

  it("can be canceled once, and ends with the order", async () => {
    const { body } = await edit({ lines: [{ line: 1, quantity: 3 }] });
    const id = body.data.result.edit_id;
    const answers = await Promise.all([cancelEdit(id), cancelEdit(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await getStock()).toBe(8);
    await edit({ lines: [{ line: 1, quantity: 4 }] });
    expect(await getStock()).toBe(6);
    await moveOrder(shop, orderId, "cancelled");
    expect(await getStock()).toBe(10);
    expect(await listEdits()).toMatchObject([{ status: "canceled" }, { status: "canceled" }]);
    expect(await getEditPayment()).toMatchObject({ status: "cancelled" });
  });

  it("needs the confirmation of a higher duty with the payment", async () => {
    const { order: placed } = await createPaidOrder(shop, { stock: 10, priceMinor: 15_000_00 });
    orderId = placed.id;
    const { body } = await edit({ lines: [{ line: 1, quantity: 3 }] });
    const { duty } = body.data.result;
    expect(duty).toMatchObject({ before: 0, needs_confirmation: true });
    expect(duty.after).toBeGreaterThan(0);
    const { id } = await getEditPayment();
    const cardToken = await shop.createCardToken();
    const confirm = (request: object) =>
      shop.request("POST", `/v1/payments/${id}/confirm`, {
        body: { card_token: cardToken, ...request },
        key: "duty-key-1",
      });
    expect(await confirm({})).toMatchObject({ status: 422, body: { code: "duty_confirmation_required" } });
    const page = await shop.request("GET", `/v1/payments/${id}`);
    expect(page.body.data.duty).toEqual({ before: 0, after: duty.after, is_confirmed: false });
    expect((await confirm({ duty_confirmed: true })).status).toBe(200);
    await shop.settlePayments();
    const order = await db
      .selectFrom("orders")
      .select(["duty_confirmed", "customs_declared", "customs_tax_minor"])
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({
      customs_declared: true,
      customs_tax_minor: duty.after * 100,
      duty_confirmed: {
        ...{ tax_minor: duty.after * 100, version: expect.any(String) },
        ...{ at: expect.any(String), ip: expect.any(String) },
      },
    });
  });
});

it("neither pieces nor delivery are refunded while an edit awaits its payment", async () => {
  await edit({ lines: [{ line: 1, quantity: 3 }] });
  const refund = (body: object) =>
    admin.request("POST", `/orders/${orderId}/refunds`, {
      ...{ cookie, body: { reason: "damaged", ...body } },
      headers: { "idempotency-key": `refund-${JSON.stringify(body).length}` },
    });
  expect((await refund({ lines: [{ line: 1, quantity: 1 }] })).body.code).toBe("order_edit_open");
  expect((await refund({ delivery: 1 })).body.code).toBe("order_edit_open");
  expect((await refund({ amount: 1 })).status).toBe(200);
  await pay((await getEditPayment()).id);
  expect((await refund({ lines: [{ line: 2, quantity: 2 }], delivery: 1 })).status).toBe(200);
});

describe("an edit is refused", () => {
  it("while another one is open, and the order is not packed meanwhile", async () => {
    const both = await Promise.all([
      edit({ lines: [{ line: 1, quantity: 3 }] }),
      edit({ lines: [{ line: 1, quantity: 4 }] }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe("order_edit_open");
    const packing = await admin.request("POST", `/orders/${orderId}/start-packing`, { body: { from: "paid" }, cookie });
    expect(packing).toMatchObject({ status: 409, body: { code: "order_edit_open" } });
  });

  it("once the order is being packed, whichever comes first", async () => {
    const [packing, edited] = await Promise.all([
      admin.request("POST", `/orders/${orderId}/start-packing`, { body: { from: "paid" }, cookie }),
      edit({ lines: [{ line: 1, quantity: 3 }] }),
    ]);
    expect([packing.status, edited.status].toSorted()).toEqual([200, 409]);
    expect([packing.body.code, edited.body.code]).toContain(
      edited.status === 409 ? "order_already_packed" : "order_edit_open",
    );
  });

  it("without stock, without goods, without a change, and if what the person saw has changed", async () => {
    const codes = [
      await edit({ lines: [{ line: 1, quantity: 50 }] }),
      await edit({ lines: [{ line: 1, quantity: 0 }] }),
      await edit({ lines: [{ line: 1, quantity: 2 }] }),
      await edit({ lines: [{ line: 7, quantity: 1 }] }),
      await edit({ lines: [{ line: 1, quantity: 3 }], expected_difference: 1 }),
      await edit({ lines: [{ product_id: 999_999_999, option_id: 0, quantity: 1 }] }),
      await edit({ delivery: { method_id: 9999, pickup_point: null } }),
    ].map(({ status, body }) => [status, body.code]);
    expect(codes).toEqual([
      [409, "not_enough_stock"],
      [422, "order_edit_without_goods"],
      [422, "order_edit_unchanged"],
      [409, "state_changed"],
      [409, "state_changed"],
      [409, "not_enough_stock"],
      [409, "method_not_available"],
    ]);
    expect(await getStock()).toBe(8);
    expect(await listEdits()).toEqual([]);
  });

  it("of a line that was refunded", async () => {
    const refund = await admin.request("POST", `/orders/${orderId}/refunds`, {
      ...{ cookie, body: { reason: "changed_mind", lines: [{ line: 1, quantity: 1 }] } },
      headers: { "idempotency-key": "refund-of-a-line" },
    });
    expect(refund.status).toBe(200);
    expect((await edit({ lines: [{ line: 1, quantity: 1 }] })).body.code).toBe("line_refunded");
  });

  it("to a delivery that costs less than what was refunded of it", async () => {
    const refund = await admin.request("POST", `/orders/${orderId}/refunds`, {
      ...{ cookie, body: { reason: "late_delivery", delivery: 499 } },
      headers: { "idempotency-key": "refund-of-the-delivery" },
    });
    expect(refund.status).toBe(200);
    const setPrice = (price_minor: number) =>
      db.updateTable("shipping_method_countries").set({ price_minor }).where("method_id", "=", 6).execute();
    const body = { delivery: { method_id: 6, pickup_point: "KZN1" } };
    await setPrice(498_00);
    expect((await edit(body)).body.code).toBe("delivery_refunded");
    await setPrice(499_00);
    expect((await edit(body)).body.data.result).toMatchObject({ status: "applied", difference: 0 });
  });

  it("without the permission, a reason, or a valid link", async () => {
    expect((await edit({ lines: [{ line: 1, quantity: 1 }] }, { as: await signIn("packer") })).status).toBe(403);
    expect((await edit({ lines: [{ line: 1, quantity: 1 }], reason: " " })).status).toBe(422);
    expect((await edit({ lines: [{ line: 1, quantity: 3 }], link_minutes: 59 })).status).toBe(422);
    expect((await edit({ lines: [{ line: 1, quantity: 3 }], link_minutes: 7 * 24 * 60 + 1 })).status).toBe(422);
  });
});

it("a preview shows the result and changes nothing", async () => {
  const { body } = await edit({ lines: [{ line: 1, quantity: 1 }] }, { query: "?preview=true" });
  expect(body.data).toMatchObject({
    result: { status: "applied" },
    preview: { entries: [{ action: "order.edited" }], emails: [{ template: "order_edit_applied" }], refunds: [{}] },
  });
  expect(await listEdits()).toEqual([]);
  expect(await getStock()).toBe(8);
});

it("a new address is stored with the order, and in the audit log as a hash only", async () => {
  const address = {
    ...{ first_name: "Anna", last_name: "Orlova", country: "RU", postcode: "190000", city: "Saint Petersburg" },
    ...{ address: "Nevsky 1", phone_mobile: "+79991234567" },
  };
  expect((await edit({ address })).status).toBe(200);
  expect((await getOrder()).address).toMatchObject({ city: "Saint Petersburg" });
  const entry = await db
    .selectFrom("audit_entries")
    .select("changes")
    .where("action", "=", "order.edited")
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(entry.changes)).not.toContain("Nevsky");
});

it("only what is left of an order is packed", async () => {
  await edit({ lines: [{ line: 1, quantity: 1 }] });
  await admin.request("POST", `/orders/${orderId}/start-packing`, { body: { from: "paid" }, cookie });
  await admin.request("POST", "/shipments", { body: { order_id: orderId }, cookie });
  const items = await db
    .selectFrom("shipment_items")
    .select(["order_line", "quantity"])
    .where("order_id", "=", orderId)
    .execute();
  expect(items).toEqual([{ order_line: 2, quantity: 1 }]);
});

it("leaves the ledger at zero and the stock complete, whatever is edited, paid, canceled or expired", async () => {
  const step = fc.record({ quantity: fc.integer({ min: 1, max: 5 }), end: fc.constantFrom("pay", "cancel", "expire") });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 5 }), async (steps) => {
      const paid = await createPaidOrder(shop, { qty: 2, stock: 20 });
      [orderId, product] = [paid.order.id, paid.product];
      for (const { quantity, end } of steps) {
        const [line] = (await getOrder()).lines;
        const { status, body } = await edit({ lines: [{ line: line?.line, quantity }] });
        if (status === 200 && body.data.result.status === "awaiting_payment") {
          if (end === "pay") await pay((await getEditPayment()).id);
          else if (end === "cancel") await cancelEdit(body.data.result.edit_id);
          else {
            await db
              .updateTable("order_edits")
              .set({ expires_at: shop.clock.now() })
              .where("order_id", "=", orderId)
              .where("status", "=", "awaiting_payment")
              .execute();
            await expireEdits(app);
          }
        }
        await settleRefunds();
        const order = await getOrder();
        expect(order.ledger.balance).toBe(0);
        expect(order.totals.total).toBe(order.totals.products + order.totals.delivery - order.totals.discount);
        expect((await getStock()) + (order.lines[0]?.quantity ?? 0)).toBe(20);
      }
    }),
    { numRuns: 3 },
  );
});

import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createTestStaff } from "../../staff/fixtures.ts";
import type { Permission } from "../../staff/permissions.ts";
import { orderListFilterQuery, type OrderListQuery, orderListQuery } from "../admin-schema.ts";
import type { CustomsProblemCode, CustomsStatus } from "../schema.ts";
import { createTestOrder, type OrderFixture } from "../fixtures.ts";
import { findOrders, getOrderNeighbors, getOrderPage, getOrderViewCounts } from "./order-list.ts";

const shop = await openTestShop();
let owner = { customerId: 0, productId: 0 };
let staffId = 0;

beforeEach(async () => {
  const customer = await createTestCustomer(shop.db, { email: "anna@example.com" });
  const product = await createProduct(shop.db);
  owner = { customerId: customer.id, productId: product.id };
  staffId = (await createTestStaff(shop.app, { name: "Ольга" })).id;
});

const createOrder = (fixture: OrderFixture = {}) => createTestOrder(shop.db, owner, fixture);
const getPage = (query: Partial<Record<keyof OrderListQuery, unknown>> = {}) =>
  getOrderPage(shop.db, orderListQuery.parse(query), { staffId, now: shop.clock.now() });
const listIds = async (query: Partial<Record<keyof OrderListQuery, unknown>> = {}) =>
  (await getPage(query)).items.map(({ id }) => id);
/** Creates an order of a product with customs data that its customs check has refused. */
const createRefusedOrder = async (code: CustomsProblemCode, fixture: OrderFixture = {}) => {
  const id = await createOrder(fixture);
  const status = code === "hs_code_missing" ? "missing" : "blocked";
  await insertCheck(id, status, [code]);
  return id;
};
const insertCheck = (order_id: number, status: CustomsStatus, codes: CustomsProblemCode[] = []) =>
  shop.db
    .insertInto("customs_checks")
    .values({
      ...{ order_id, status, form: "CN22", needs_export_declaration: false, checked_at: shop.clock.now() },
      problems: JSON.stringify(codes.map((code) => ({ code, product_id: owner.productId }))),
    })
    .execute();

/** Inserts a refund of an order, with the payment if it has none. */
const insertRefund = async (orderId: number, status: "pending" | "succeeded" | "failed", retryOf?: string) => {
  const [payment, at] = [`payment-of-the-order-${orderId}`, shop.clock.now()];
  await sql`
    with payment as (
      insert into payments (id, order_id, provider, method, amount_minor, currency, status, expires_at, paid_at)
      values (${payment}, ${orderId}, 'sandbox', 'card', 100000, 'RUB', 'success', ${at}, ${at}) on conflict do nothing
    )
    insert into payment_attempts (id, payment_id, status, ended_at) values (${payment}, ${payment}, 'succeeded', ${at})
    on conflict do nothing`.execute(shop.db);
  await sql`
    insert into refunds (id, payment_id, attempt_id, amount_minor, status, reason, ended_at, retry_of)
    values (${`refund-${status}-${orderId}`}, ${payment}, ${payment}, 100, ${status}, 'goodwill',
      ${status === "pending" ? null : at}, ${retryOf ?? null})`.execute(shop.db);
};

it("shows an order with its parcel, masked customer and due date", async () => {
  const id = await createOrder({ qty: 2, placedAt: "2026-11-20T08:00:00Z" });
  await insertCheck(id, "complete");
  const { items, total } = await getPage();
  expect(total).toEqual({ count: 1, is_exact: true });
  expect(items).toEqual([
    {
      ...{ id, status: "paid", placed_at: "2026-11-20T08:00:00.000Z", due_on: "2026-11-25" },
      ...{ customer: expect.stringMatching(/••••$/), country: "RU", city: "Kazan" },
      ...{ shipping_method: { code: "ems", name: "EMS" }, pieces: 2, weight_g: 350, total: 2499, currency: "RUB" },
      ...{ customs: "complete", products_with_customs_problems: 0, notes: 0, joined_orders: [] },
      ...{ tracking_number: null, assignee: null },
      source: "storefront",
    },
  ]);
});

it("counts and lists the orders of each view", async () => {
  const unpaid = await createOrder({ status: "awaiting_payment" });
  const paid = await createOrder({ status: "paid", placedAt: "2026-11-20T07:00:00Z" });
  const packing = await createOrder({ status: "packing", placedAt: "2026-11-20T06:00:00Z" });
  const incomplete = await createRefusedOrder("hs_code_missing");
  const blocked = await createRefusedOrder("not_carried");
  await createRefusedOrder("hs_code_missing", { status: "cancelled", placedAt: "2026-11-18T05:00:00Z" });
  const returned = await createOrder({ status: "returned", placedAt: "2026-11-20T05:00:00Z" });
  await createOrder({ status: "shipped", shippedAt: "2026-11-19T08:00:00Z" });
  const stuck = await createOrder({ status: "shipped", shippedAt: "2026-07-01T08:00:00Z" });
  expect(await listIds({ view: "to_pack" })).toEqual([blocked, incomplete, paid, packing]);
  expect(await listIds({ view: "missing_customs_data" })).toEqual([incomplete]);
  expect(await listIds({ view: "customs_blocked" })).toEqual([blocked]);
  expect(await listIds({ view: "stuck" })).toEqual([stuck]);
  const promise = (until: string) =>
    sql`update orders set promised_from = '2026-07-05', promised_until = ${until} where id = ${stuck}`.execute(shop.db);
  await promise("2099-01-01");
  expect(await listIds({ view: "stuck" }), "a promise counts more than the days of the method").toEqual([]);
  await promise("2026-07-15");
  expect(await listIds({ view: "stuck" })).toEqual([stuck]);
  expect(await listIds({ view: "unpaid" })).toEqual([unpaid]);
  expect(await listIds({ view: "returns" })).toEqual([returned]);
  const counts = await getOrderViewCounts(shop.db, shop.clock.now());
  expect(counts.map(({ key, count }) => [key, count])).toEqual([
    ...[["to_pack", 4] as const, ["missing_customs_data", 1] as const, ["customs_blocked", 1] as const],
    ...[
      ["stuck", 1] as const,
      ["messages", 0] as const,
      ["unpaid", 1] as const,
      ["returns", 1] as const,
      ["all", 9] as const,
    ],
  ]);
});

it("filters by status, country, method, customs data and days in the time zone of the store", async () => {
  const german = await createOrder({ country: "DE", placedAt: "2026-11-20T07:00:00Z" });
  // 00:30 on 20 November in Moscow.
  const early = await createOrder({ status: "packing", placedAt: "2026-11-19T21:30:00Z" });
  const incomplete = await createRefusedOrder("hs_code_missing");
  const blocked = await createRefusedOrder("export_limit_exceeded");
  await insertCheck(german, "complete");
  expect(await listIds({ country: "DE" })).toEqual([german]);
  expect(await listIds({ status: "packing,shipped" })).toEqual([early]);
  expect(await listIds({ method: "ems" })).toHaveLength(4);
  expect(await listIds({ method: "cdek" })).toEqual([]);
  expect(await listIds({ customs: "missing" })).toEqual([incomplete]);
  expect(await listIds({ customs: "blocked" })).toEqual([blocked]);
  expect(await listIds({ customs: "complete" })).toEqual([german]);
  expect(await listIds({ placed_from: "2026-11-20", placed_to: "2026-11-20" })).toContain(early);
  expect(await listIds({ placed_to: "2026-11-19" })).toEqual([]);
});

it("counts the products that a customs check refuses, each once, and shows the check while the order waits", async () => {
  const missing = await createRefusedOrder("hs_code_missing");
  await shop.db
    .updateTable("customs_checks")
    .set({
      problems: JSON.stringify([
        { code: "hs_code_missing", product_id: owner.productId },
        { code: "name_not_specific", product_id: owner.productId },
      ]),
    })
    .execute();
  const canceled = await createRefusedOrder("not_carried", { status: "cancelled" });
  const { items } = await getPage();
  const getCustoms = (id: number) => items.find((row) => row.id === id);
  expect(getCustoms(missing)).toMatchObject({ customs: "missing", products_with_customs_problems: 1 });
  expect(getCustoms(canceled)).toMatchObject({ customs: null, products_with_customs_problems: 0 });
});

it("filters by what happened with the money", async () => {
  const unpaid = await createOrder({ status: "awaiting_payment" });
  const paid = await createOrder();
  const [pending, failed, repeated] = [await createOrder(), await createOrder(), await createOrder()];
  await insertRefund(pending, "pending");
  await insertRefund(failed, "failed");
  await insertRefund(repeated, "failed");
  await insertRefund(repeated, "succeeded", `refund-failed-${repeated}`);
  // The payment arrived when the order was canceled already.
  const late = await createOrder();
  await insertRefund(late, "succeeded");
  await shop.db.updateTable("orders").set({ paid_at: null, status: "refunded" }).where("id", "=", late).execute();
  expect(await listIds({ payment: "unpaid" })).toEqual([late, unpaid]);
  expect(await listIds({ payment: "paid" })).toEqual([failed, paid]);
  expect(await listIds({ payment: "refund_pending" })).toEqual([pending]);
  expect(await listIds({ payment: "refund_failed" })).toEqual([failed]);
  expect(await listIds({ payment: "refunded" })).toEqual([late, repeated]);
});

it("filters by the member of staff to whom an order is assigned", async () => {
  const [mine, expired, free] = [await createOrder(), await createOrder(), await createOrder()];
  const now = shop.clock.now();
  const assign = (order_id: number, assigned_at: Date, expires_at: Date) =>
    shop.db.insertInto("order_assignments").values({ order_id, staff_id: staffId, assigned_at, expires_at }).execute();
  await assign(mine, now, new Date(now.getTime() + 60_000));
  await assign(expired, new Date(now.getTime() - 120_000), new Date(now.getTime() - 60_000));
  expect(await listIds({ assignee: "me" })).toEqual([mine]);
  expect(await listIds({ assignee: String(staffId) })).toEqual([mine]);
  expect(await listIds({ assignee: String(staffId + 1) })).toEqual([]);
  expect(await listIds({ assignee: "none" })).toEqual([free, expired]);
  const { items } = await getPage({ assignee: "me" });
  expect(items[0]?.assignee).toEqual({ id: staffId, name: "Ольга" });
});

it("finds orders by number, tracking number, email, phone and whole last name", async () => {
  const id = await createOrder({ phone: "+7 900 123-45-67", tracking: "RR473124829JP", lastName: "Kovalenko" });
  await createOrder({ lastName: "Kov" });
  expect(await listIds({ q: String(id) })).toEqual([id]);
  expect(await listIds({ q: "rr 473 124 829 jp" })).toEqual([id]);
  expect(await listIds({ q: "8 900 123 45 67" })).toEqual([id]);
  expect(await listIds({ q: "ANNA@example.com" })).toHaveLength(2);
  expect(await listIds({ q: "kovalenko" })).toEqual([id]);
  // A part of a name would reveal the masked rest letter by letter.
  expect(await listIds({ q: "kova" })).toEqual([]);
  expect(await listIds({ q: "( )" })).toEqual([]);
});

it("finds orders while a number is typed, with the actions that are allowed", async () => {
  const id = await createOrder({ phone: "+7 900 123-45-67", tracking: "RR473124829JP", lastName: "Kovalenko" });
  await createOrder({ status: "shipped", phone: "+7 900 111-22-33" });
  const find = (text: string, ...permissions: Permission[]) =>
    findOrders(shop.db, text, { staffId, permissions: new Set(permissions), now: shop.clock.now() });
  for (const text of [String(id), "rr 473 1", "4567", "Kovalenko"])
    expect((await find(text)).map((order) => order.id)).toEqual([id]);
  expect(await find(String(id).slice(0, 7))).toHaveLength(2);
  expect(await find("12")).toEqual([]);
  // Three digits of a phone number, and parts of a name, are no search.
  expect(await find("567")).toEqual([]);
  expect(await find("Koval")).toEqual([]);
  const [order] = await find(String(id), "orders:fulfill", "refunds:create");
  expect(order).toMatchObject({
    customer: expect.stringMatching(/••••$/),
    actions: ["start_packing", "refund", "assign"],
  });
  expect((await find(String(id)))[0]?.actions).toEqual([]);
});

it.each(["placed_desc", "placed_asc", "due_asc", "due_desc"])(
  "pages forward and backward in the sort order %s",
  async (sort) => {
    // Pairs of equal times, and orders without a due date.
    for (let n = 0; n < 7; n++)
      await createOrder({
        status: n > 4 ? "awaiting_payment" : "paid",
        placedAt: `2026-11-1${Math.floor(n / 2)}T08:00:00.000${n % 2}Z`,
      });
    const all = await listIds({ sort });
    expect(all).toHaveLength(7);
    const forward = [await getPage({ sort, limit: 3 })];
    for (let next = forward[0]?.next; next;) {
      const page = await getPage({ sort, limit: 3, after: next });
      forward.push(page);
      next = page.next;
    }
    expect(forward.map(({ items }) => items.length)).toEqual([3, 3, 1]);
    expect(forward.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all);
    expect(forward[0]?.previous).toBeNull();
    const second = await getPage({ sort, limit: 3, before: forward[2]?.previous });
    expect(second.items.map(({ id }) => id)).toEqual(all.slice(3, 6));
    const first = await getPage({ sort, limit: 3, before: second.previous });
    expect(first.items.map(({ id }) => id)).toEqual(all.slice(0, 3));
    expect([first.previous, first.next]).toEqual([null, forward[0]?.next]);
    expect(second.next).toBe(forward[1]?.next);
  },
);

it.each(["placed_desc", "placed_asc", "due_asc", "due_desc"])(
  "finds the neighbors of an order sorted by %s",
  async (sort) => {
    for (let n = 0; n < 5; n++)
      await createOrder({
        status: n === 4 ? "awaiting_payment" : "paid",
        placedAt: `2026-11-1${Math.floor(n / 2)}T08:00:00Z`,
      });
    const ids = await listIds({ sort });
    const context = { staffId, now: shop.clock.now() };
    for (const [index, id] of ids.entries())
      expect(await getOrderNeighbors(shop.db, id, orderListFilterQuery.parse({ sort }), context)).toEqual({
        previous: ids[index - 1] ?? null,
        next: ids[index + 1] ?? null,
        position: index + 1,
        total: { count: 5, is_exact: true },
      });
  },
);

it("finds the neighbors of an order that has left the list", async () => {
  const [first, packed, last] = [
    await createOrder({ placedAt: "2026-11-12T08:00:00Z" }),
    await createOrder({ placedAt: "2026-11-11T08:00:00Z", status: "packing" }),
    await createOrder({ placedAt: "2026-11-10T08:00:00Z" }),
  ];
  const query = orderListFilterQuery.parse({ status: "paid" });
  const context = { staffId, now: shop.clock.now() };
  expect(await getOrderNeighbors(shop.db, packed, query, context)).toEqual({
    ...{ previous: first, next: last, position: null },
    total: { count: 2, is_exact: true },
  });
  await expect(getOrderNeighbors(shop.db, 999_999_999, query, context)).rejects.toMatchObject({
    code: "order_not_found",
  });
});

it("rejects a cursor that it has not returned", () => {
  expect(orderListQuery.safeParse({ after: "1; drop table orders" }).success).toBe(false);
  expect(orderListQuery.safeParse({ status: "paid,unknown" }).success).toBe(false);
});

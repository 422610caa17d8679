import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import { createReadyCart } from "../cart/fixtures.ts";
import { placeOrder, createPaidOrder } from "../checkout/fixtures.ts";
import type { DB } from "../platform/db/tables.generated.ts";
import { commands } from "./commands.ts";
import { type OrderFilter, listStaffOrders } from "./staff/staff-order-sql.ts";
import type { StaffOrder } from "./staff/staff-order.ts";

const shop = await openPaymentTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-orders-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = createCommandRunner(shop, commands);
const updateOrder = (
  id: number,
  values: Partial<{ placed_at: Date; tracking_number: string; shipping_method_id: number }>,
) => shop.db.updateTable("orders").set(values).where("id", "=", id).execute();
const updateOrderAddress = (id: number, fields: Record<string, string>) =>
  sql`update orders set address = address || ${JSON.stringify(fields)}::jsonb where id = ${id}`.execute(shop.db);
const getIds = (result: { data: unknown }) => (result.data as { id: number }[]).map(({ id }) => id);
const placeUnpaidOrder = async () => placeOrder(shop, (await createReadyCart(shop.db)).shopper);

describe("orders show", () => {
  it("returns everything needed to pack the order and to answer the customer", async () => {
    const { order, product } = await createPaidOrder(shop, { qty: 2 });
    const { data, lines } = await run("orders show", { ORDER: String(order.id) });
    const staffOrder = data as StaffOrder;
    expect(staffOrder).toMatchObject({
      id: order.id,
      status: "paid",
      currency: "RUB",
      total: order.total,
      items: [{ name: product.name, quantity: 2, customs: { description: "face cream", hs_code: "3304.99" } }],
      address: {
        first_name: "Anna",
        postcode: "420015",
        city: "Kazan",
        country: "RU",
        phone_mobile: "+7 900 000-00-01",
      },
      shipping: { method: "test-airmail", weight_g: expect.any(Number) },
      history: [{ status: "awaiting_payment" }, { status: "paid" }],
      payments: [{ status: "success", amount: order.total, attempts: [{ status: "succeeded" }], refunds: [] }],
    });
    expect(staffOrder.emails.map(({ template }) => template)).toEqual(["order_awaiting_payment", "order_paid"]);
    const timestamps = JSON.stringify(data).match(/\d{4}-\d\d-\d\dT[^"]*/g) ?? [];
    expect(timestamps.length).toBeGreaterThan(8);
    for (const timestamp of timestamps) expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const text = lines.join("\n");
    for (const part of [
      "Anna Kuznetsova",
      "ul. Pushkina 12, 34",
      "420015, Kazan",
      "Russia (RU)",
      "3304.99",
      "order_paid",
    ])
      expect(text).toContain(part);
  });

  it("rejects a number that no order has and a value that is not an order number", async () => {
    await expect(run("orders show", { ORDER: "123456789" })).rejects.toMatchObject({ code: "order_not_found" });
    await expect(run("orders show", { ORDER: "12" })).rejects.toThrow("nine digits");
  });
});

describe("orders list", () => {
  it("filters by day in Moscow, status, country, method, email, phone, name and tracking number", async () => {
    const { order, shopper } = await createPaidOrder(shop);
    const other = await placeUnpaidOrder();
    const { email } = await shop.db
      .selectFrom("customers")
      .select("email")
      .where("id", "=", shopper.id)
      .executeTakeFirstOrThrow();
    // 22:00 in London is already the next day in Moscow.
    await updateOrder(order.id, { placed_at: new Date("2026-11-18T22:00:00Z"), tracking_number: "RR473124829JP" });
    await updateOrderAddress(order.id, { country: "KZ", last_name: "O_Brien", phone_mobile: "8 (701) 555-44-33" });
    for (const options of [
      { day: "2026-11-19" },
      { from: "2026-11-18", to: "2026-11-19" },
      { status: "paid,packing" },
      { country: "kz" },
      { email: email.toUpperCase() },
      { phone: "+7 701 555 44 33" },
      { name: "o_b" },
      { tracking: "rr 473 124 829 jp" },
    ] as Record<string, string>[])
      expect([options, getIds(await run("orders list", {}, options))]).toEqual([options, [order.id]]);
    expect(getIds(await run("orders list", {}, { method: "test-airmail" }))).toEqual([other.id, order.id]);
    expect(getIds(await run("orders list", {}, { limit: "1" }))).toEqual([other.id]);
    expect((await run("orders list", {}, { day: "2026-11-18" })).lines).toEqual(["No orders found."]);
    expect(getIds(await run("orders list", {}, { name: "o%b" }))).toEqual([]);
  });

  it.each([
    [{ status: "lost" }, "takes one of"],
    [{ day: "2026-13-01" }, "takes a day"],
    [{ day: "2026-11-01", to: "2026-11-02" }, "either --day"],
    [{ from: "2026-11-02", to: "2026-11-01" }, "before --from"],
    [{ country: "Russia" }, "two letters"],
    [{ method: "pigeon" }, "takes one of test-airmail"],
    [{ phone: "123" }, "at least 7 digits"],
    [{ email: " " }, "is empty"],
    [{ limit: "0" }, "whole number"],
  ])("refuses %j", async (options, message) => {
    await createReadyCart(shop.db);
    await expect(run("orders list", {}, options as Record<string, string>)).rejects.toThrow(message);
  });
});

it("orders find accepts what a customer may tell about an order", async () => {
  const { order, shopper } = await createPaidOrder(shop);
  await placeUnpaidOrder();
  const { email } = await shop.db
    .selectFrom("customers")
    .select("email")
    .where("id", "=", shopper.id)
    .executeTakeFirstOrThrow();
  await updateOrder(order.id, { tracking_number: "1234567890" });
  await updateOrderAddress(order.id, { last_name: "Tanaka", phone_mobile: "+7 900 555-44-33" });
  const number = String(order.id);
  for (const text of [
    number,
    `${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`,
    email,
    "8 900 555 44 33",
    "tana",
    "1234567890",
  ])
    expect([text, getIds(await run("orders find", { TEXT: text }))]).toEqual([text, [order.id]]);
  expect(getIds(await run("orders find", { TEXT: "nobody" }))).toEqual([]);
  for (const blank of ["", "  ", "()-"])
    await expect(run("orders find", { TEXT: blank })).rejects.toThrow("TEXT is empty.");
});

describe("orders export", () => {
  it("writes one CSV row per item, neutralizes formulas and makes the file readable for its owner only", async () => {
    const { order } = await createPaidOrder(shop);
    await placeUnpaidOrder();
    await shop.db.updateTable("orders").set({ comment: '=HYPERLINK("x")' }).where("id", "=", order.id).execute();
    const file = join(folder, "orders.csv");
    expect((await run("orders export", { FILE: file }, { status: "paid" })).data).toEqual({ orders: 1, file });
    const records: Record<string, string>[] = parse(readFileSync(file, "utf8"), { columns: true });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      order: String(order.id),
      comment: `'=HYPERLINK("x")`,
      phone: "'+7 900 000-00-01",
      quantity: "1",
      hs_code: "3304.99",
      customs_description: "face cream",
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("writes every order exactly once as JSON when it reads several pages", async () => {
    const { order } = await createPaidOrder(shop);
    await sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', n))).*
      from orders o, generate_series(100000001, 100000600) n where o.id = ${order.id} and o.id <> n`.execute(shop.db);
    const file = join(folder, "orders.json");
    await run("orders export", { FILE: file });
    const exportedOrders = JSON.parse(readFileSync(file, "utf8")) as StaffOrder[];
    expect(new Set(exportedOrders.map(({ id }) => id)).size).toBe(601);
    expect(exportedOrders).toHaveLength(601);
  });

  it("rejects an unknown file extension and a path that cannot be written", async () => {
    await expect(run("orders export", { FILE: "orders.xls" })).rejects.toThrow("neither .csv nor .json");
    await expect(run("orders export", { FILE: join(folder, "none/orders.csv") })).rejects.toThrow("cannot be written");
  });
});

it.each<[string, OrderFilter, string]>([
  ["all", {}, "orders_placed"],
  ["a status", { statuses: ["paid"] }, "orders_status"],
  ["a tracking number", { trackingNumber: "RR473124829JP" }, "orders_tracking"],
  ["a phone number", { phone: "9000000001" }, "orders_phone"],
  ["a last name", { lastName: "kuz" }, "orders_last_name"],
  ["a customer", { email: "anna@example.test" }, "orders_customer"],
])("uses an index to list orders by %s", async (_what, filter, index) => {
  let query: { sql: string; parameters: readonly unknown[] } | undefined;
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: shop.pool }),
    log: (event) => {
      query = event.query;
    },
  });
  await listStaffOrders(db, filter, { limit: 50 });
  const client = await shop.pool.connect();
  try {
    await client.query("begin; set local enable_seqscan = off");
    // With only a few orders the planner would otherwise scan all of them by placement date.
    if (index !== "orders_placed") await client.query("drop index orders_placed");
    const plan = await client.query(`explain ${query?.sql}`, [...(query?.parameters ?? [])]);
    expect(JSON.stringify(plan.rows)).toContain(index);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

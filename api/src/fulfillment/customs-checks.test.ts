import type { KyselyPlugin } from "kysely";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createCategory, createProduct } from "../catalog/fixtures.ts";
import { createPaidOrder } from "../checkout/fixtures.ts";
import { createDeliverySetup } from "../delivery/fixtures.ts";
import { convertToRub } from "../money/currency.ts";
import { getAnyCurrency } from "../money/service.ts";
import { createTestOrder, type OrderFixture } from "../orders/fixtures.ts";
import { transitionOrder } from "../orders/status/transition-order.ts";
import { type RootDb, withTransaction } from "../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { CustomsCheckPage, CustomsProblemList, OrderCustomsCheck, SavedCustomsData } from "./admin-schema.ts";
import { checkCustoms } from "./check-customs.ts";
import { jobs } from "./jobs.ts";

const shop = await openPaymentTestShop();
const { app, db } = shop;
let statementCount = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statementCount += 1;
    return result;
  },
};
const admin = openAdminClient({ ...app, db: db.withPlugin(counter) as RootDb });
let customerId = 0;

beforeEach(async () => {
  await createDeliverySetup(db);
  customerId = (await createTestCustomer(db)).id;
});

const signIn = async (role: string) =>
  createTestStaffSession(app, (await createTestStaff(app, { role, locale: "en-US" })).id);
const createOrder = (productId: number, fixture?: OrderFixture) =>
  createTestOrder(db, { customerId, productId }, fixture);
const updateProduct = (id: number, values: { hs_code?: string; customs_name_en?: string; hazard?: "aerosol" }) =>
  db.updateTable("products").set(values).where("id", "=", id).execute();
const updateOrder = (id: number, values: { products_rub_minor?: number; weight_g?: number }) =>
  db.updateTable("orders").set(values).where("id", "=", id).execute();
const toRubMinor = async (code: string, minor: number) => convertToRub(minor, await getAnyCurrency(db, code));
const runJob = async () => {
  await jobs.find(({ name }) => name === "fulfillment.check_customs")?.work(app, {});
};
/** Waits until a statement of another connection waits for a lock. */
const waitForBlockedStatement = async () => {
  for (let isBlocked = false; !isBlocked;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    isBlocked = rows.length > 0;
  }
};
const getCheck = (orderId: number) =>
  db.selectFrom("customs_checks").selectAll().where("order_id", "=", orderId).executeTakeFirst();
const check = async (orderId: number) => {
  await withTransaction(db, async (tx) => checkCustoms(tx, [orderId], shop.clock.now()));
  return getCheck(orderId);
};
const ship = (orderId: number) =>
  withTransaction(db, async (tx) =>
    transitionOrder(app, tx, orderId, "shipped", { now: shop.clock.now(), tracking: "EE123456785JP" }),
  );
const listChecks = async (query: string, role = "packer") =>
  (await admin.request<CustomsCheckPage>("GET", `/customs-checks${query}`, { cookie: await signIn(role) })).body.data;

describe("a customs check", () => {
  it("is made when the order is paid", async () => {
    const { order } = await createPaidOrder(shop);
    expect(await getCheck(order.id)).toMatchObject({
      ...{ status: "complete", problems: [], form: "CN22", needs_export_declaration: false },
      checked_at: shop.clock.now(),
    });
  });

  it("names what is missing of each product once, and what may not be sent", async () => {
    const { id } = await createProduct(db);
    const orderId = await createOrder(id);
    await updateProduct(id, { hs_code: "3304", customs_name_en: "Cosmetics" });
    const missing = ["hs_code_missing", "name_not_specific"].map((code) => ({ code, product_id: id }));
    await sql`insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor,
      total_minor, weight_g, is_gift) values (${orderId}, 2, ${id}, 0, 'R', 'N', 1, 0, 0, 200, true)`.execute(db);
    expect(await check(orderId)).toMatchObject({ status: "missing", problems: missing });
    await updateProduct(id, { hazard: "aerosol" });
    expect(await check(orderId)).toMatchObject({
      status: "blocked",
      problems: [...missing, { code: "not_carried", product_id: id }],
    });
  });

  it.each([
    ["RU", 40_000, "complete"],
    ["RU", 40_002, "blocked"],
    ["BY", 40_002, "blocked"],
    ["KZ", 40_002, "complete"],
  ])("to %s of cosmetics for %i JPY is %s", async (country, priceJpy, status) => {
    const { id } = await createProduct(db);
    const orderId = await createOrder(id, { country });
    const price = await toRubMinor("JPY", priceJpy);
    await sql`update order_lines set price_minor = ${price}, total_minor = ${price}`.execute(db);
    expect(await check(orderId)).toMatchObject({ status });
    await updateProduct(id, { hs_code: "4202.12" });
    expect(await check(orderId)).toMatchObject({ status: "complete" });
  });

  it("compares a price in the currency of the limit without exchange rates", async () => {
    const orderId = await createOrder((await createProduct(db)).id);
    await sql`update orders set currency = 'JPY', rub_per_unit = 2`.execute(db);
    await sql`update order_lines set price_minor = 40000, total_minor = 40000`.execute(db);
    expect(await check(orderId)).toMatchObject({ status: "complete" });
    await sql`update order_lines set price_minor = 40001, total_minor = 40001`.execute(db);
    expect(await check(orderId)).toMatchObject({ status: "blocked" });
  });

  it.each([
    ["XDR", 30_000, -1, 2000, "CN22", false],
    ["XDR", 30_000, 0, 2000, "CN23", false],
    ["XDR", 10_000, 0, 2001, "CN23", false],
    ["JPY", 200_000, 0, 2000, "CN23", false],
    ["JPY", 200_000, 1, 2000, "CN23", true],
  ])("of %s %i and %i kopecks, %i g, needs %s, export declaration: %s", async (code, amount, kopecks, ...expected) => {
    const [weight_g, form, needs_export_declaration] = expected;
    const orderId = await createOrder((await createProduct(db)).id);
    await updateOrder(orderId, { products_rub_minor: (await toRubMinor(code, amount)) + kopecks, weight_g });
    expect(await check(orderId)).toMatchObject({ form, needs_export_declaration });
  });

  it("follows the limits of the day", async () => {
    const orderId = await createOrder((await createProduct(db)).id);
    const day = shop.clock.now().toISOString().slice(0, 10);
    await withTransaction(db, async (tx) => {
      const insert = (date: string, limit: number) =>
        sql`insert into declaration_limits (kind, valid_from, limit_minor, currency, source, checked_at)
          values ('cn22', ${date}, ${limit}, 'XDR', 'test', ${day})`.execute(tx);
      await insert("2999-01-01", 1);
      await checkCustoms(tx, [orderId], shop.clock.now());
      expect(await tx.selectFrom("customs_checks").select("form").execute()).toEqual([{ form: "CN22" }]);
    });
    await withTransaction(db, async (tx) => {
      await sql`insert into declaration_limits (kind, valid_from, limit_minor, currency, source, checked_at)
        values ('cn22', ${day}, 1, 'XDR', 'test', ${day})`.execute(tx);
      await checkCustoms(tx, [orderId], shop.clock.now());
      expect(await tx.selectFrom("customs_checks").select("form").execute()).toEqual([{ form: "CN23" }]);
    });
    await sql`delete from declaration_limits where source = 'test'`.execute(db);
  });

  it("is repeated by the job for orders that wait to be sent, and for no other", async () => {
    const { id } = await createProduct(db);
    const [paid, packing, shipped, unpaid] = [
      await createOrder(id),
      await createOrder(id, { status: "packing" }),
      await createOrder(id, { status: "shipped" }),
      await createOrder(id, { status: "awaiting_payment" }),
    ];
    await runJob();
    await updateProduct(id, { hs_code: "" });
    shop.clock.advance(5 * 60_000);
    await runJob();
    for (const orderId of [paid, packing])
      expect(await getCheck(orderId)).toMatchObject({ status: "missing", checked_at: shop.clock.now() });
    for (const orderId of [shipped, unpaid]) expect(await getCheck(orderId)).toBeUndefined();
  });

  it("is stored with its problems or not at all", async () => {
    const orderId = await createOrder((await createProduct(db)).id);
    await check(orderId);
    const getError = (set: string) =>
      sql`update customs_checks set ${sql.raw(set)}`.execute(db).then(
        () => "none",
        (error: Error) => error.message,
      );
    expect(await getError("status = 'missing'")).toContain("customs_checks_complete_check");
    expect(await getError(`problems = '[{"code": "not_carried"}]'`)).toContain("customs_checks_complete_check");
    expect(await getError("status = 'waived', problems = '[1]'")).toContain("customs_checks_status_check");
    expect(await getError("form = 'CN24'")).toContain("customs_checks_form_check");
  });
});

describe("an order", () => {
  it("does not leave without the customs data of its products, whatever was stored before", async () => {
    const { id } = await createProduct(db);
    const orderId = await createOrder(id, { status: "packing" });
    await check(orderId);
    await updateProduct(id, { customs_name_en: "gift" });
    await expect(ship(orderId)).rejects.toMatchObject({
      ...{ code: "customs_data_missing", status: 409 },
      data: { problems: [{ code: "name_not_specific", product_id: id }] },
    });
    await updateProduct(id, { customs_name_en: "face lotion", hazard: "aerosol" });
    await expect(ship(orderId)).rejects.toMatchObject({ code: "shipment_not_allowed", status: 409 });
    await sql`update products set hazard = 'none'`.execute(db);
    expect(await ship(orderId)).toBe(true);
  });
});

describe("GET /customs-checks", () => {
  it("filters, counts and pages the orders that wait, those paid first at the top", async () => {
    const [lacking, carried] = [await createProduct(db), await createProduct(db)];
    await updateProduct(lacking.id, { hs_code: "" });
    const second = await createOrder(lacking.id, { paidAt: "2026-11-21T08:00:00Z", country: "KZ" });
    const first = await createOrder(lacking.id, { paidAt: "2026-11-20T08:00:00Z" });
    const third = await createOrder(carried.id, { paidAt: "2026-11-22T08:00:00Z" });
    await runJob();
    const all = await listChecks("");
    expect(all.items.map(({ order_id }) => order_id)).toEqual([first, second, third]);
    expect(all).toMatchObject({ next: null, counts: { complete: 1, missing: 2, blocked: 0 } });
    expect(all.items[0]).toMatchObject({
      ...{ order_status: "paid", country: "RU", form: "CN22", status: "missing" },
      problems: [{ code: "hs_code_missing", product_id: lacking.id, hs_code: "", customs_name_en: "face cream" }],
    });
    const page = await listChecks("?status=missing&limit=1");
    expect(page.items.map(({ order_id }) => order_id)).toEqual([first]);
    const next = await listChecks(`?status=missing&limit=1&after=${page.next}`);
    expect([next.items.map(({ order_id }) => order_id), next.next]).toEqual([[second], null]);
    expect(await listChecks("?status=missing&country=KZ")).toMatchObject({
      items: [{ order_id: second }],
      counts: { complete: 0, missing: 1, blocked: 0 },
    });
    expect((await listChecks(`?product_id=${lacking.id}`)).items).toHaveLength(2);
    expect((await listChecks("?form=CN23")).items).toEqual([]);
  });

  it("runs 3 statements, including authentication, and needs the permission", async () => {
    const { id } = await createProduct(db);
    for (let n = 0; n < 3; n++) await createOrder(id);
    await runJob();
    const cookie = await signIn("packer");
    await admin.request("GET", "/customs-checks", { cookie });
    statementCount = 0;
    expect((await admin.request("GET", "/customs-checks?status=complete", { cookie })).status).toBe(200);
    expect(statementCount).toBe(3);
    const refused = await admin.request("GET", "/customs-checks", { cookie: await signIn("support") });
    expect(refused.body.code).toBe("forbidden");
  });
});

describe("GET /customs-problems", () => {
  it("groups the orders that wait by product and problem, those in the most orders first", async () => {
    const category = await createCategory(db);
    const [lacking, general, aerosol] = [
      await createProduct(db, { category }),
      await createProduct(db, { category }),
      await createProduct(db, { hazard: "aerosol" }),
    ];
    await updateProduct(lacking.id, { hs_code: "33", customs_name_en: "goods" });
    await updateProduct(general.id, { customs_name_en: "cosmetics" });
    const single = await createOrder(general.id);
    const [later, earlier] = [
      await createOrder(lacking.id, { paidAt: "2026-11-21T08:00:00Z" }),
      await createOrder(lacking.id, { status: "packing" }),
    ];
    const blocked = await createOrder(aerosol.id);
    await runJob();
    const cookie = await signIn("packer");
    const list = async (query: string) =>
      (await admin.request<CustomsProblemList>("GET", `/customs-problems${query}`, { cookie })).body.data;
    const orders = [earlier, later];
    expect(await list("")).toMatchObject({
      items: [
        {
          ...{ product_id: lacking.id, hs_code: "33", suggested_hs_codes: ["3304.99"], orders },
          problems: [
            { code: "name_not_specific", orders },
            { code: "hs_code_missing", orders },
          ],
        },
        { product_id: general.id, orders: [single], problems: [{ code: "name_not_specific" }] },
      ],
      counts: { missing: 2, blocked: 1 },
    });
    expect((await list("?status=blocked")).items).toMatchObject([{ product_id: aerosol.id, orders: [blocked] }]);
    expect((await list("?limit=1")).items).toHaveLength(1);
    await db.updateTable("orders").set({ status: "shipped" }).execute();
    expect(await list("")).toEqual({ items: [], counts: { missing: 0, blocked: 0 } });
  });
});

describe("GET /orders/{id}/customs-check", () => {
  it("returns the check with the customs data of every product, null for an order that was not checked", async () => {
    const { id } = await createProduct(db);
    const orderId = await createOrder(id);
    const cookie = await signIn("support");
    const get = async () =>
      (await admin.request<OrderCustomsCheck | null>("GET", `/orders/${orderId}/customs-check`, { cookie })).body.data;
    expect(await get()).toBeNull();
    await updateProduct(id, { hs_code: "" });
    await runJob();
    expect(await get()).toMatchObject({
      ...{ status: "missing", form: "CN22", needs_export_declaration: false },
      checked_at: shop.clock.now().toISOString(),
      products: [{ product_id: id, hs_code: "", customs_name_en: "face cream", problems: ["hs_code_missing"] }],
    });
  });
});

describe("PATCH /products/{id}/customs-data", () => {
  const save = async (productId: number, changes: object, { role = "catalog_editor", query = "" } = {}) =>
    admin.request<{ result: SavedCustomsData }>("PATCH", `/products/${productId}/customs-data${query}`, {
      cookie: await signIn(role),
      body: { changes },
    });

  it("releases every order that waited for the product, and records the change", async () => {
    const { id } = await createProduct(db);
    const other = await createProduct(db);
    await updateProduct(id, { hs_code: "" });
    await updateProduct(other.id, { customs_name_en: "goods" });
    const [released, waiting] = [await createOrder(id), await createOrder(id, { status: "packing" })];
    await sql`insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor,
      total_minor, weight_g) values (${waiting}, 2, ${other.id}, 0, 'R', 'N', 1, 0, 0, 200)`.execute(db);
    await runJob();
    const changes = { hs_code: { from: "", to: "3304.99" } };
    const preview = await save(id, changes, { query: "?preview=true" });
    expect(preview.body.data.result).toEqual({ released_orders: [released], waiting_orders: [waiting] });
    expect(await getCheck(released)).toMatchObject({ status: "missing" });
    expect((await save(id, changes)).body.data.result).toEqual(preview.body.data.result);
    expect(await getCheck(released)).toMatchObject({ status: "complete" });
    expect(await db.selectFrom("audit_entries").selectAll().execute()).toMatchObject([
      {
        ...{ action: "product.customs_data_saved", subject_kind: "product", subject_id: String(id) },
        changes: [{ field: "hs_code", from: "", to: "3304.99" }],
      },
    ]);
  });

  it("saves the origin and the net weight, which the order's check then has", async () => {
    const { id } = await createProduct(db);
    const orderId = await createOrder(id);
    await runJob();
    const changes = { origin_country: { from: "JP", to: "KR" }, net_weight_g: { from: null, to: 42 } };
    expect((await save(id, changes)).body.data.result).toEqual({ released_orders: [], waiting_orders: [] });
    const { body } = await admin.request("GET", `/orders/${orderId}/customs-check`, {
      cookie: await signIn("manager"),
    });
    expect(body.data).toMatchObject({ products: [{ product_id: id, origin_country: "KR", net_weight_g: 42 }] });
    const outdated = { origin_country: { from: "JP", to: "CN" } };
    expect((await save(id, outdated)).body.code).toBe("edit_conflict");
    const invalid = await save(id, {
      origin_country: { from: "KR", to: "Korea" },
      net_weight_g: { from: 42, to: "4.2" },
    });
    expect(Object.keys(invalid.body.errors)).toEqual(["changes.origin_country.to", "changes.net_weight_g.to"]);
    expect((await save(id, { net_weight_g: { from: 42, to: null } })).status).toBe(200);
  });

  it("refuses incomplete data, a value that somebody else has changed, an unknown product, and other roles", async () => {
    const { id } = await createProduct(db);
    const invalid = await save(id, {
      hs_code: { from: "3304.99", to: "33" },
      customs_name_en: { from: "face cream", to: "Cosmetics" },
    });
    expect(Object.keys(invalid.body.errors)).toEqual(["changes.hs_code.to", "changes.customs_name_en.to"]);
    const changes = { hs_code: { from: "1111.11", to: "3305.10" } };
    expect((await save(id, changes)).body.code).toBe("edit_conflict");
    expect((await save(id + 1, changes)).body.code).toBe("not_found");
    expect((await save(id, changes, { role: "packer" })).body.code).toBe("forbidden");
  });

  it("is not overwritten by a check that began before it was committed (race)", async () => {
    const { id } = await createProduct(db);
    await updateProduct(id, { hs_code: "" });
    const orderId = await createOrder(id);
    await runJob();
    let job = Promise.resolve();
    await withTransaction(db, async (tx) => {
      await tx.updateTable("products").set({ hs_code: "3304.99" }).where("id", "=", id).execute();
      await checkCustoms(tx, [orderId], shop.clock.now());
      job = runJob();
      await waitForBlockedStatement();
    });
    await job;
    expect(await getCheck(orderId)).toMatchObject({ status: "complete" });
  });
});

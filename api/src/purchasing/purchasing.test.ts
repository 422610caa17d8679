import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createPaidOrder } from "../checkout/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { StockMovementPage } from "../inventory/admin-schema.ts";
import { createTestSupplier } from "./fixtures.ts";
import type {
  PurchasableVariants,
  PurchaseOrder,
  PurchaseOrderPage,
  PurchaseOrderStatus,
  ReceivedPurchaseOrder,
} from "./purchase-orders/admin-schema.ts";
import { getAverageCost } from "./receipts/average-cost.ts";
import type { ReorderList } from "./reorder/admin-schema.ts";
import type { ListedSupplier, SupplierList } from "./suppliers/admin-schema.ts";

const shop = await openPaymentTestShop();
const admin = openAdminClient(shop.app);
let cookie = "";

const send = <T>(method: "POST" | "PATCH", path: string, body: object) =>
  admin.request<{ result: T; audit_entry_id: number }>(method, path, { cookie, body });
const load = async <T>(path: string) => (await admin.request<T>("GET", path, { cookie })).body.data;
const loadOrder = async (id: number) => load<PurchaseOrder>(`/purchase-orders/${id}`);
const getStock = async (productId: number) =>
  (
    await shop.db
      .selectFrom("product_variants")
      .select("stock")
      .where("product_id", "=", productId)
      .executeTakeFirstOrThrow()
  ).stock;
const getCost = async (productId: number) =>
  shop.db.selectFrom("variant_costs").select("cost_minor").where("product_id", "=", productId).executeTakeFirst();

type Line = { product_id: number; quantity: number; unit_cost: number };

/** Creates an order from a supplier with a status before anything has arrived. */
async function createOrder(lines: readonly Line[], { isSent = true, ...fields }: { isSent?: boolean } & object = {}) {
  const supplier = await createTestSupplier(shop.db, { name: `Supplier ${Math.random()}` });
  const { body } = await send<{ id: number }>("POST", "/purchase-orders", {
    supplier_id: supplier.id,
    lines: lines.map((line) => ({ ...line, option_id: 0 })),
    ...fields,
  });
  const { id } = body.data.result;
  if (isSent) await send("POST", `/purchase-orders/${id}/send`, { status: "draft" });
  return { id, supplier };
}

const receive = (id: number, lines: readonly { line: number; pieces: number; damaged?: number }[]) =>
  send<ReceivedPurchaseOrder>("POST", `/purchase-orders/${id}/receive`, { lines });

beforeEach(async () => {
  const { id } = await createTestStaff(shop.app, { role: "manager", name: "Kenta" });
  cookie = await createTestStaffSession(shop.app, id);
});

describe("an order from a supplier", () => {
  it("is calculated with delivery and tax, and shows what a piece cost before", async () => {
    const product = await createProduct(shop.db);
    const { id: first } = await createOrder([{ product_id: product.id, quantity: 10, unit_cost: 1110 }]);
    const { id } = await createOrder([{ product_id: product.id, quantity: 120, unit_cost: 1180 }], {
      ...{ delivery: 4800, tax_percent: 10, expected_on: "2026-12-04" },
    });
    const order = await loadOrder(id);
    expect(order).toMatchObject({ status: "ordered", currency: "JPY", goods: 141_600, delivery: 4800, tax: 14_640 });
    expect(order).toMatchObject({ total: 161_040, rub_per_unit: 0.61, total_rub: 98_234.4, expected_on: "2026-12-04" });
    expect(order.lines).toMatchObject([{ quantity: 120, previous_cost: { amount: 1110, currency: "JPY" } }]);
    expect(order.events.map(({ action }) => action)).toEqual(["purchase_order.sent", "purchase_order.created"]);
    expect((await loadOrder(first)).lines).toMatchObject([{ previous_cost: null }]);
  });

  it("finds variants by words of the name, in either keyboard layout, and by ids", async () => {
    const { id } = await createProduct(shop.db, { name: "Лосьон" });
    await shop.db
      .updateTable("products")
      .set({ status: "hidden", reference: "SRT-LTN-180" })
      .where("id", "=", id)
      .execute();
    const find = async (query: string) =>
      (await load<PurchasableVariants>(`/purchase-orders/variants?${query}`)).items.map((one) => one.product_id);
    expect(await find(`q=${encodeURIComponent("лосьон")}`)).toEqual([id]);
    expect(await find(`q=${encodeURIComponent("kjcmjy")}`)).toEqual([id]);
    expect(await find("q=srt-ltn-18")).toEqual([id]);
    expect(await find(`ids=${id}.0,${id}.9`)).toEqual([id]);
    expect((await admin.request("GET", "/purchase-orders/variants", { cookie })).status).toBe(422);
  });

  it("refuses what cannot be ordered, and changes nothing", async () => {
    const product = await createProduct(shop.db);
    const supplier = await createTestSupplier(shop.db);
    const line = { product_id: product.id, option_id: 0, quantity: 1, unit_cost: 10 };
    const create = async (body: object) =>
      (await send("POST", "/purchase-orders", { supplier_id: supplier.id, lines: [line], ...body })).body.code;
    expect(await create({ lines: [{ ...line, unit_cost: 10.5 }] })).toBe("cost_too_precise");
    expect(await create({ lines: [{ ...line, option_id: 9 }] })).toBe("variant_not_found");
    expect(await create({ lines: [line, line] })).toBe("validation_failed");
    expect(await create({ lines: [] })).toBe("validation_failed");
    expect(await create({ supplier_id: 999 })).toBe("supplier_not_found");
    expect((await load<PurchaseOrderPage>("/purchase-orders?view=all")).items).toEqual([]);
  });

  it("is changed until it is closed, and lines of which pieces have arrived stay", async () => {
    const [one, other] = [await createProduct(shop.db), await createProduct(shop.db)];
    const { id } = await createOrder([
      { product_id: one.id, quantity: 10, unit_cost: 100 },
      { product_id: other.id, quantity: 5, unit_cost: 200 },
    ]);
    await receive(id, [{ line: 1, pieces: 4 }]);
    const seen = (await loadOrder(id)).lines.map(({ product_id, option_id, quantity, unit_cost }) => ({
      ...{ product_id, option_id, quantity, unit_cost },
    }));
    const edit = (to: object[], from: object[] = seen) =>
      send<{ status: PurchaseOrderStatus }>("PATCH", `/purchase-orders/${id}`, { changes: { lines: { from, to } } });
    expect((await edit(seen.slice(1))).body.code).toBe("purchase_order_line_received");
    const reduced = seen.map((line) => (line.product_id === one.id ? { ...line, quantity: 4 } : line));
    const { body } = await edit(reduced);
    expect((await loadOrder(id)).lines.map(({ quantity, received }) => [quantity, received])).toEqual([
      [4, 4],
      [5, 0],
    ]);
    // Somebody else saw the lines before.
    expect((await edit(seen.slice(0, 1))).body.code).toBe("edit_conflict");
    expect((await send("POST", `/audit/${body.data.audit_entry_id}/undo`, {})).status).toBe(200);
    expect((await loadOrder(id)).lines[0]?.quantity).toBe(10);
    // Without the line that is missing, nothing more is expected.
    await edit(reduced.filter((line) => line.product_id === one.id));
    await send("POST", `/purchase-orders/${id}/close`, { status: "partly_received" });
    expect((await edit(seen)).body.code).toBe("purchase_order_closed");
  });

  it("is sent, canceled and closed once, and each step can be undone", async () => {
    const product = await createProduct(shop.db);
    const { id } = await createOrder([{ product_id: product.id, quantity: 2, unit_cost: 10 }], { isSent: false });
    const step = (name: string, status: PurchaseOrderStatus) =>
      send("POST", `/purchase-orders/${id}/${name}`, { status });
    expect((await step("close", "draft")).body.code).toBe("purchase_order_closed");
    expect((await receive(id, [{ line: 1, pieces: 1 }])).body.code).toBe("purchase_order_closed");
    const { body: sent } = await step("send", "draft");
    expect((await step("send", "draft")).body.code).toBe("state_changed");
    await send("POST", `/audit/${sent.data.audit_entry_id}/undo`, {});
    expect(await loadOrder(id)).toMatchObject({ status: "draft", ordered_at: null });
    await step("send", "draft");
    await receive(id, [{ line: 1, pieces: 1 }]);
    expect((await step("cancel", "partly_received")).body.code).toBe("purchase_order_closed");
    const { body: closed } = await step("close", "partly_received");
    expect((await loadOrder(id)).status).toBe("received");
    await send("POST", `/audit/${closed.data.audit_entry_id}/undo`, {});
    expect(await loadOrder(id)).toMatchObject({ status: "partly_received", closed_at: null });
  });
});

describe("receiving", () => {
  it("adds the good pieces to stock with a movement, and averages their cost", async () => {
    const product = await createProduct(shop.db, { stock: 0 });
    const { id } = await createOrder([{ product_id: product.id, quantity: 30, unit_cost: 1000 }]);
    await receive(id, [{ line: 1, pieces: 8, damaged: 2 }]);
    expect(await getStock(product.id)).toBe(8);
    expect(await getCost(product.id)).toEqual({ cost_minor: 1000 });
    const { id: dearer } = await createOrder([{ product_id: product.id, quantity: 2, unit_cost: 2000 }]);
    const { body } = await receive(dearer, [{ line: 1, pieces: 2 }]);
    expect(await getCost(product.id)).toEqual({ cost_minor: 1200 });
    expect((await loadOrder(dearer)).status).toBe("received");
    const { items } = await load<StockMovementPage>(`/stock-movements?product=${product.id}`);
    expect(items.map(({ kind, quantity, purchase_order_id }) => [kind, quantity, purchase_order_id])).toEqual([
      ["receipt", 2, dearer],
      ["receipt", 8, id],
    ]);
    const order = await loadOrder(id);
    expect(order).toMatchObject({ status: "partly_received", lines: [{ received: 10, damaged: 2 }] });
    expect(order.events[0]).toMatchObject({ action: "purchase_order.received", pieces: 10, actor: "Kenta" });

    const undone = await send("POST", `/audit/${body.data.audit_entry_id}/undo`, {});
    expect(undone.status).toBe(200);
    expect([await getStock(product.id), await getCost(product.id)]).toEqual([8, { cost_minor: 1000 }]);
    expect(await loadOrder(dearer)).toMatchObject({ status: "ordered", lines: [{ received: 0 }] });
  });

  it("keeps what arrived later when an earlier receipt is undone", async () => {
    const product = await createProduct(shop.db, { stock: 0 });
    const { id } = await createOrder([{ product_id: product.id, quantity: 30, unit_cost: 1000 }]);
    const { body } = await receive(id, [{ line: 1, pieces: 10 }]);
    const { id: dearer } = await createOrder([{ product_id: product.id, quantity: 10, unit_cost: 2000 }]);
    await receive(dearer, [{ line: 1, pieces: 10 }]);
    await receive(id, [{ line: 1, pieces: 4 }]);
    const cost = await getCost(product.id);
    expect((await send("POST", `/audit/${body.data.audit_entry_id}/undo`, {})).status).toBe(200);
    expect(await loadOrder(id)).toMatchObject({ status: "partly_received", lines: [{ received: 4 }] });
    expect([await getStock(product.id), await getCost(product.id)]).toEqual([14, cost]);
    const cancel = await send("POST", `/purchase-orders/${id}/cancel`, { status: "partly_received" });
    expect(cancel.body.code).toBe("purchase_order_closed");
  });

  it("is not undone once orders have taken the pieces", async () => {
    const { product } = await createPaidOrder(shop, { qty: 10 });
    const { id } = await createOrder([{ product_id: product.id, quantity: 3, unit_cost: 10 }]);
    const { body } = await receive(id, [{ line: 1, pieces: 3 }]);
    await shop.db.updateTable("product_variants").set({ stock: 2 }).where("product_id", "=", product.id).execute();
    const undo = await send("POST", `/audit/${body.data.audit_entry_id}/undo`, {});
    expect(undo.status).toBe(409);
    expect(await getStock(product.id)).toBe(2);
    expect((await loadOrder(id)).lines).toMatchObject([{ received: 3 }]);
  });

  it("never accepts more than was ordered, also when two people receive at once", async () => {
    const product = await createProduct(shop.db, { stock: 0 });
    const { id } = await createOrder([{ product_id: product.id, quantity: 10, unit_cost: 10 }]);
    expect((await receive(id, [{ line: 1, pieces: 9, damaged: 2 }])).body.code).toBe("more_than_ordered");
    const answers = await Promise.all(Array.from({ length: 5 }, () => receive(id, [{ line: 1, pieces: 6 }])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await getStock(product.id)).toBe(6);
    expect((await loadOrder(id)).lines).toMatchObject([{ received: 6 }]);
  });

  it("needs the permission", async () => {
    const { id: staffId } = await createTestStaff(shop.app, { role: "support" });
    const other = await createTestStaffSession(shop.app, staffId);
    expect((await admin.request("GET", "/purchase-orders", { cookie: other })).status).toBe(403);
  });
});

it.each([
  ["the first cost", { on_hand: 5, cost_minor: null, currency: null }, 300],
  ["the average by pieces", { on_hand: 10, cost_minor: 100, currency: "JPY" }, 150],
  ["the new cost, if nothing is left", { on_hand: 0, cost_minor: 100, currency: "JPY" }, 300],
  ["the new cost, in another currency", { on_hand: 10, cost_minor: 100, currency: "RUB" }, 300],
] as const)("takes %s as the cost of a piece", (_name, shelf, expected) => {
  const pieces = expected === 150 ? { pieces: 10, cost: 200 } : { pieces: 10, cost: 300 };
  expect(getAverageCost(shelf, { ...pieces, currency: "JPY" })).toBe(expected);
});

describe("suppliers", () => {
  it("have one name each, and figures of their orders", async () => {
    const product = await createProduct(shop.db);
    const { id, supplier } = await createOrder([{ product_id: product.id, quantity: 10, unit_cost: 1 }]);
    await receive(id, [{ line: 1, pieces: 8, damaged: 1 }]);
    await send("POST", `/purchase-orders/${id}/close`, { status: "partly_received" });
    const { items } = await load<SupplierList>("/suppliers");
    expect(items).toMatchObject([{ id: supplier.id, orders: 1, average_days: 0, missing_percent: 20 }]);
    const [{ name }] = items as [ListedSupplier];
    const create = (body: object) => send("POST", "/suppliers", { currency: "JPY", lead_days: 5, ...body });
    expect((await create({ name: name.toUpperCase() })).body.code).toBe("supplier_exists");
    expect((await create({ name: "Kyoto", currency: "XXX" })).body.code).toBe("unknown_currency");
    const { body } = await create({ name: "Kyoto" });
    const edit = await send("PATCH", `/suppliers/${(body.data.result as { id: number }).id}`, {
      changes: { is_active: { from: true, to: false }, lead_days: { from: 5, to: 9 } },
    });
    expect(edit.status).toBe(200);
    expect((await load<SupplierList>("/suppliers")).items.at(-1)).toMatchObject({
      ...{ name: "Kyoto", is_active: false, lead_days: 9 },
    });
    expect((await create({ name: "kyoto" })).status).toBe(200);
  });
});

describe("suggestions of what to order", () => {
  it("follow from sales, lead time, stock and what is expected", async () => {
    const { product } = await createPaidOrder(shop, { qty: 9 });
    await shop.db.updateTable("product_variants").set({ stock: 1 }).where("product_id", "=", product.id).execute();
    await createProduct(shop.db, { stock: 0 });
    // 9 in 90 days; 14 days until it arrives, and 30 to cover: 4.4 pieces, less the one that is left.
    const suggest = async () => (await load<ReorderList>("/reports/reorder")).items;
    expect(await suggest()).toMatchObject([
      { product_id: product.id, sold: 9, available: 1, days_left: 10, lead_days: 14, quantity: 4, supplier: null },
    ]);
    const { id } = await createOrder([{ product_id: product.id, quantity: 3, unit_cost: 10 }]);
    const [suggestion] = await suggest();
    expect(suggestion).toMatchObject({ incoming: 3, lead_days: 12, quantity: 1 });
    expect((await load<ReorderList>("/reports/reorder?supplier=999")).items).toEqual([]);
    await send("PATCH", `/purchase-orders/${id}`, {
      changes: {
        lines: {
          from: [{ product_id: product.id, option_id: 0, quantity: 3, unit_cost: 10 }],
          to: [{ product_id: product.id, option_id: 0, quantity: 4, unit_cost: 10 }],
        },
      },
    });
    expect(await suggest()).toEqual([]);
  });
});

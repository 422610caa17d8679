import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { moveOrder } from "../checkout/fixtures.ts";
import { checkCustoms } from "../fulfillment/check-customs.ts";
import type { PickList } from "../fulfillment/admin-schema.ts";
import type { OrderParcels } from "../fulfillment/parcels/schema.ts";
import type { OrderShipments, PackingOrder, Shipment, ShipmentPage } from "../fulfillment/shipments/admin-schema.ts";
import type { Order } from "../orders/schema.ts";
import type { OrderDetail, OrderPage } from "../orders/admin-schema.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import { withTransaction } from "../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { JoinCandidates } from "./admin-schema.ts";
import { createTwoOrders } from "./fixtures.ts";

const POST_NUMBER = "RR473124829JP";

const shop = await openPaymentTestShop();
const { app, db } = shop;
const admin = openAdminClient(app);
let orders: Awaited<ReturnType<typeof createTwoOrders>>;
let cookie = "";

beforeEach(async () => {
  orders = await createTwoOrders(shop, { qty: 2, stock: 20 });
  const manager = await createTestStaff(app, { role: "manager", locale: "en-US" });
  cookie = await createTestStaffSession(app, manager.id);
});

type Result = { result: { shipment_id: number; order_status: string; number: string; refund: number } };
const post = async (path: string, body: object = {}) => admin.request<Result>("POST", path, { body, cookie });
const get = async <T>(path: string) => (await admin.request<T>("GET", path, { cookie })).body.data;
const joinByStaff = (suffix = "") =>
  post(`/orders/${orders.joined.id}/joined-orders${suffix}`, { order_id: orders.main.id, reason: "asked by phone" });
const separate = (id = orders.joined.id) => post(`/orders/${id}/separate`, { reason: "too heavy" });
const getDetail = (id: number) => get<OrderDetail>(`/orders/${id}`);
const getStatuses = async () =>
  (await db.selectFrom("orders").select("status").orderBy("placed_at").execute()).map(({ status }) => status);
const openShipment = async (orderId = orders.joined.id) =>
  (await post("/shipments", { order_id: orderId })).body.data.result.shipment_id;
const getShipment = (id: number) => get<Shipment>(`/shipments/${id}`);
const scan = (id: number, line: number) => post(`/shipments/${id}/scans`, { scan_id: randomUUID(), line });
const weigh = (id: number, to: number) =>
  admin.request("PATCH", `/shipments/${id}`, { body: { changes: { weight_g: { from: null, to } } }, cookie });
/** Packs the parcel of both orders. @returns the shipment */
const pack = async () => {
  await post(`/orders/${orders.main.id}/start-packing`, { from: "paid" });
  const id = await openShipment();
  const { items, expected_weight_g } = await getShipment(id);
  for (const { line, quantity } of items) for (let piece = 0; piece < quantity; piece++) await scan(id, line);
  await weigh(id, expected_weight_g);
  return id;
};

describe("staff", () => {
  it("see the other orders of the customer, preview the refund and join them", async () => {
    expect(await get<JoinCandidates>(`/orders/${orders.joined.id}/join-candidates`)).toMatchObject([
      { order_id: orders.main.id, reasons: [] },
    ]);
    const preview = await joinByStaff("?preview=true");
    expect(preview.body.data.result).toMatchObject({ main_order_id: orders.main.id, refund: expect.any(Number) });
    expect((await getDetail(orders.main.id)).parcel).toBeNull();
    expect((await joinByStaff()).status).toBe(200);
    const parcel = { main_order_id: orders.main.id };
    expect(await getDetail(orders.joined.id)).toMatchObject({
      parcel: { ...parcel, joined_orders: [orders.main.id] },
      timeline: expect.arrayContaining([
        expect.objectContaining({ kind: "parcel", change: "joined", order_id: orders.main.id }),
        expect.objectContaining({ kind: "refund", reason: "orders_joined" }),
      ]),
    });
    expect(await getDetail(orders.main.id)).toMatchObject({
      parcel: { ...parcel, joined_orders: [orders.joined.id] },
      timeline: expect.arrayContaining([expect.objectContaining({ kind: "parcel", order_id: orders.joined.id })]),
    });
    const entries = await db.selectFrom("audit_entries").select(["action", "subject_id", "reason"]).execute();
    expect(entries).toEqual([
      { action: "order.joined", subject_id: String(orders.joined.id), reason: "asked by phone" },
    ]);
  });

  it("do not join orders if that raises the duty", async () => {
    await db.updateTable("orders").set({ products_rub_minor: 180_000_00 }).execute();
    expect((await joinByStaff()).body.code).toBe("join_raises_duty");
    expect((await getDetail(orders.main.id)).parcel).toBeNull();
  });

  it("without the permission change nothing", async () => {
    const packer = await createTestStaff(app, { role: "packer", locale: "en-US" });
    cookie = await createTestStaffSession(app, packer.id);
    expect((await joinByStaff()).body.code).toBe("forbidden");
    expect((await separate()).body.code).toBe("forbidden");
  });

  it("separate them again; the refund stays, and the customer is told", async () => {
    await joinByStaff();
    await waitForBackgroundTasks();
    expect((await separate(orders.main.id)).status).toBe(200);
    expect((await getDetail(orders.joined.id)).parcel).toBeNull();
    expect(await db.selectFrom("refunds").select("reason").execute()).toEqual([{ reason: "orders_joined" }]);
    const emails = await db.selectFrom("emails").select("template").where("template", "like", "orders_%").execute();
    expect(emails.map(({ template }) => template)).toEqual(["orders_joined", "orders_separated"]);
    expect((await separate()).body.code).toBe("order_not_joined");
    await post(`/orders/${orders.main.id}/start-packing`, { from: "paid" });
    expect(await getStatuses()).toEqual(["packing", "paid"]);
  });
});

describe("the parcel of joined orders", () => {
  beforeEach(async () => {
    await joinByStaff();
    await waitForBackgroundTasks();
  });

  it("is one line of the queue and one parcel of the pick list", async () => {
    const page = await get<OrderPage>("/orders?view=to_pack");
    // The main order is found by the number of the joined one.
    const found = await get<OrderPage>(`/orders?view=to_pack&q=${orders.joined.id}`);
    expect(found.items.map(({ id }) => id)).toEqual([orders.main.id]);
    expect(page.items).toMatchObject([{ id: orders.main.id, joined_orders: [orders.joined.id] }]);
    const list = await get<PickList>(`/pick-list?order_ids=${orders.joined.id}`);
    expect(list).toMatchObject({
      orders: [orders.main.id, orders.joined.id],
      joined: [{ order_id: orders.joined.id, main_order_id: orders.main.id }],
      pieces: 4,
    });
  });

  it("waits for the customs data of both", async () => {
    await db.updateTable("products").set({ hs_code: "" }).where("id", "=", orders.joined.productId).execute();
    const refused = await post(`/orders/${orders.main.id}/start-packing`, { from: "paid" });
    expect(refused.body.code).toBe("customs_data_missing");
    expect(await getStatuses()).toEqual(["paid", "paid"]);
    await withTransaction(db, (tx) => checkCustoms(tx, [orders.joined.id], shop.clock.now()));
    const list = await get<PickList>(`/pick-list?order_ids=${orders.main.id}`);
    expect(list).toMatchObject({ orders: [], skipped: [{ reason: "customs_not_complete" }, {}] });
  });

  it("is packed once with the pieces of both, weighed, and shipped with one number", async () => {
    const id = await pack();
    expect(await openShipmentCode()).toBe("shipment_not_open");
    const shipment = await getShipment(id);
    expect(shipment).toMatchObject({
      ...{ order_id: orders.main.id, joined_orders: [orders.joined.id], status: "packed" },
      items: [
        { line: 1, order_id: orders.main.id, packed: 2 },
        { line: 2, order_id: orders.joined.id, packed: 2 },
      ],
    });
    const [main, joined] = await db.selectFrom("orders").select("weight_g").execute();
    // One carton instead of two.
    expect(shipment.expected_weight_g).toBeLessThan((main?.weight_g ?? 0) + (joined?.weight_g ?? 0));
    for (const orderId of [orders.main.id, orders.joined.id]) {
      expect((await get<PackingOrder>(`/orders/${orderId}/packing`)).shipments).toMatchObject([{ id }]);
      expect((await get<OrderShipments>(`/orders/${orderId}/shipments`)).shipments).toMatchObject([{ id }]);
    }
    const listed = await get<ShipmentPage>("/shipments");
    expect(listed.items).toMatchObject([{ id, joined_orders: [orders.joined.id], pieces: 4 }]);

    const shipped = await post(`/shipments/${id}/ship`, { tracking_number: POST_NUMBER });
    expect(shipped.body.data.result).toMatchObject({ order_status: "shipped" });
    expect(await getStatuses()).toEqual(["shipped", "shipped"]);
    for (const orderId of [orders.main.id, orders.joined.id]) {
      const { token } = orders.shopper;
      const path = `/v1/user/orders/${orderId}`;
      const order = (await shop.request("GET", path, { token })).body.data as Order;
      expect(order.tracking_numbers).toMatchObject([{ number: POST_NUMBER }]);
      const parcels = (await shop.request("GET", `${path}/parcels`, { token })).body.data as OrderParcels;
      expect(parcels.parcels).toMatchObject([{ tracking: { number: POST_NUMBER } }]);
    }
    const emails = await db.selectFrom("emails").select("params").where("template", "=", "order_shipped").execute();
    expect(emails).toEqual([{ params: { orderId: orders.main.id } }]);
    await post(`/orders/${orders.joined.id}/mark-delivered`, { from: "shipped" });
    expect(await getStatuses()).toEqual(["delivered", "delivered"]);
    expect(await getShipment(id)).toMatchObject({ status: "delivered" });
    expect((await separate()).body.code).toBe("order_move_not_allowed");
  });

  const openShipmentCode = async () => (await post("/shipments", { order_id: orders.main.id })).body.code;

  it("is split like that of one order", async () => {
    await post(`/orders/${orders.main.id}/start-packing`, { from: "paid" });
    const first = await openShipment();
    const { shipment_id: second } = (await post(`/shipments/${first}/split`, { items: [{ line: 2, quantity: 1 }] }))
      .body.data.result;
    expect((await getShipment(second)).items).toMatchObject([{ line: 2, order_id: orders.joined.id, quantity: 1 }]);
    for (const [id, lines] of [
      [first, [1, 1, 2]],
      [second, [2]],
    ] as const) {
      for (const line of lines) await scan(id, line);
      await weigh(id, (await getShipment(id)).expected_weight_g);
    }
    await post(`/shipments/${first}/ship`, { tracking_number: POST_NUMBER });
    expect(await getStatuses()).toEqual(["packing", "packing"]);
    await post(`/shipments/${second}/ship`, { tracking_number: "EE123456785JP" });
    expect(await getStatuses()).toEqual(["shipped", "shipped"]);
  });

  it("is packed again without an order that is canceled or separated", async () => {
    const id = await pack();
    expect((await separate()).status).toBe(200);
    expect(await getShipment(id)).toMatchObject({ status: "canceled" });
    const [first, second] = [await openShipment(orders.main.id), await openShipment(orders.joined.id)];
    expect((await getShipment(first)).items.map(({ order_id }) => order_id)).toEqual([orders.main.id]);
    expect((await getShipment(second)).items.map(({ order_id }) => order_id)).toEqual([orders.joined.id]);
  });

  it("loses only the pieces of a canceled order, whatever is scanned meanwhile (race)", async () => {
    await post(`/orders/${orders.main.id}/start-packing`, { from: "paid" });
    const id = await openShipment();
    await Promise.all([scan(id, 1), moveOrder(shop, orders.joined.id, "cancelled"), scan(id, 2)]);
    expect(await getShipment(id)).toMatchObject({ status: "canceled" });
    expect(await getStatuses()).toEqual(["packing", "cancelled"]);
    expect((await getShipment(await openShipment(orders.main.id))).items).toHaveLength(1);
  });

  it("has its papers together, with both numbers", async () => {
    await pack();
    for (const kind of ["invoice", "packing_slip", "customs_data_sheet"]) {
      const print = async (id: number) => (await post(`/orders/${id}/documents`, { kind })).body.data.result.number;
      const number = await print(orders.joined.id);
      if (kind !== "customs_data_sheet") expect(await print(orders.main.id)).toBe(number);
    }
    const documents = await db.selectFrom("documents").select(["kind", "order_id", "content"]).orderBy("id").execute();
    expect(documents.map(({ kind, order_id }) => [kind, order_id])).toEqual(
      ["invoice", "packing_slip", "customs_data_sheet"].map((kind) => [kind, orders.main.id]),
    );
    for (const { content } of documents)
      expect(content).toMatchObject({ joined_orders: [orders.joined.id], lines: [{ quantity: 2 }, { quantity: 2 }] });
    const totals = await db
      .selectFrom("orders")
      .select(({ fn }) => fn.sum<number>("total_minor").as("sum"))
      .execute();
    expect(documents[0]?.content).toMatchObject({ totals: { total_minor: Number(totals[0]?.sum) } });
  });

  it("goes to one packer: nobody packs an order that a colleague works on", async () => {
    const colleague = await createTestStaffSession(app, (await createTestStaff(app, { role: "packer" })).id);
    await post(`/orders/${orders.main.id}/start-packing`, { from: "paid" });
    await admin.request("PUT", `/orders/${orders.joined.id}/assignment`, { body: {}, cookie: colleague });
    expect(await openShipmentCode()).toBe("assigned_to_other");
  });
});

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createDeliverySetup } from "../../delivery/fixtures.ts";
import type { OrderDetail } from "../../orders/admin-schema.ts";
import { createTestOrder, type OrderFixture } from "../../orders/fixtures.ts";
import { getOrder as getCustomerOrder } from "../../orders/service.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { OrderShipments, PackingOrder, Shipment, ShipmentPage } from "./admin-schema.ts";

const shop = await openPaymentTestShop();
const { app, db } = shop;
const admin = openAdminClient(app);
const POST_NUMBER = "RR473124829JP";
let packer = "";
let customerId = 0;
let product = { id: 0, reference: "" };

const signIn = async (role: string) =>
  createTestStaffSession(app, (await createTestStaff(app, { role, locale: "en-US" })).id);
type Result = { result: { shipment_id: number; line: number; status: string; order_status: string } };
const post = (path: string, body: object = {}, cookie = packer) =>
  admin.request<Result>("POST", path, { body, cookie });
const createOrder = (fixture: OrderFixture = {}) =>
  createTestOrder(db, { customerId, productId: product.id }, { status: "packing", ...fixture });
const openShipment = async (orderId: number) =>
  (await post("/shipments", { order_id: orderId })).body.data.result.shipment_id;
type ScanValues = { scan_id?: string; code?: string | undefined; line?: number };
const scan = (shipmentId: number, values: ScanValues = {}, cookie = packer) =>
  post(`/shipments/${shipmentId}/scans`, { scan_id: randomUUID(), code: product.reference, ...values }, cookie);
const undo = (shipmentId: number, scanId: string) =>
  admin.request("DELETE", `/shipments/${shipmentId}/scans/${scanId}`, { body: {}, cookie: packer });
const weigh = (shipmentId: number, to: number, { from = null as number | null, ...rest } = {}, reason?: string) =>
  admin.request<Result>("PATCH", `/shipments/${shipmentId}`, {
    body: { changes: { weight_g: { from, to } }, ...rest, ...(reason === undefined ? {} : { reason }) },
    cookie: packer,
  });
const ship = (shipmentId: number, tracking_number: string | undefined = POST_NUMBER) =>
  post(`/shipments/${shipmentId}/ship`, { tracking_number });
const getShipment = async (id: number) =>
  (await admin.request<Shipment>("GET", `/shipments/${id}`, { cookie: packer })).body.data;
const getPacked = async (id: number) => (await getShipment(id)).items.map(({ packed, quantity }) => [packed, quantity]);
const getStatus = async (orderId: number) =>
  (await db.selectFrom("orders").select("status").where("id", "=", orderId).executeTakeFirstOrThrow()).status;
const addLine = (orderId: number, line: number, optionId: number, qty = 1) =>
  sql`insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor, total_minor,
    weight_g) values (${orderId}, ${line}, ${product.id}, ${optionId}, ${product.reference}, 'N', ${qty}, 0, 0, 50)`.execute(
    db,
  );
/** Packs an order of one line. @returns the id of the shipment */
const pack = async (orderId: number, pieces = 1) => {
  const id = await openShipment(orderId);
  for (let piece = 0; piece < pieces; piece++) await scan(id);
  await weigh(id, 350);
  return id;
};

const createProductWithReference = async () => {
  const { id } = await createProduct(db);
  return db.selectFrom("products").select(["id", "reference"]).where("id", "=", id).executeTakeFirstOrThrow();
};

beforeEach(async () => {
  await createDeliverySetup(db);
  customerId = (await createTestCustomer(db)).id;
  product = await createProductWithReference();
  await db.updateTable("products").set({ barcode: "0490091838589" }).where("id", "=", product.id).execute();
  packer = await signIn("packer");
});

describe("packing an order", () => {
  it("scans every piece, weighs the shipment and hands it over, and the order follows", async () => {
    const orderId = await createOrder({ qty: 2 });
    const id = await openShipment(orderId);
    expect(await openShipment(orderId)).toBe(id);
    expect((await weigh(id, 350)).body).toMatchObject({ code: "shipment_incomplete", data: { missing: 2 } });
    expect((await scan(id, { code: "490091838589" })).body.data.result).toMatchObject({ line: 1 });
    expect((await scan(id, { code: undefined, line: 1 })).status).toBe(200);
    expect(await getShipment(id)).toMatchObject({
      ...{ status: "open", number: 1, expected_weight_g: 400, order_status: "packing" },
      label: { recipient: "Anna Smirnova", city: "Kazan", country: "RU" },
      items: [{ product_id: product.id, packed: 2, quantity: 2, barcode: "0490091838589" }],
    });
    expect((await weigh(id, 410)).body.data.result).toMatchObject({ status: "packed" });
    expect((await ship(id, "rr 473 124 829 jp")).body.data.result).toMatchObject({ order_status: "shipped" });
    expect(await getShipment(id)).toMatchObject({
      ...{ status: "shipped", weight_g: 410, order_status: "shipped", tracking: { number: POST_NUMBER } },
      shipped_at: shop.clock.now().toISOString(),
    });
    const order = await db.selectFrom("orders").select("tracking_number").where("id", "=", orderId).execute();
    expect(order).toEqual([{ tracking_number: POST_NUMBER }]);
    const entries = await db.selectFrom("audit_entries").select("action").orderBy("id").execute();
    expect(entries.map(({ action }) => action)).toEqual(
      ["created", "piece_packed", "piece_packed", "packed", "shipped"].map((action) => `shipment.${action}`),
    );
  });

  it("refuses a wrong item and one piece too many, and names the product that was scanned", async () => {
    const id = await openShipment(await createOrder());
    const other = await createProductWithReference();
    expect(await scan(id, { code: other.reference })).toMatchObject({
      status: 422,
      body: { code: "wrong_item_scanned", data: { reason: "not_in_shipment", product: { product_id: other.id } } },
    });
    expect((await scan(id, { code: "4900000000000" })).body.data).toMatchObject({
      ...{ reason: "not_in_shipment", product: null },
    });
    await scan(id);
    expect((await scan(id)).body).toMatchObject({ code: "wrong_item_scanned", data: { reason: "already_packed" } });
    expect(await getPacked(id)).toEqual([[1, 1]]);
  });

  it("asks for the option, which a barcode does not tell", async () => {
    const orderId = await createOrder();
    await addLine(orderId, 2, 7);
    const id = await openShipment(orderId);
    expect((await scan(id)).body).toMatchObject({ code: "option_not_identified", data: { lines: [1, 2] } });
    expect((await scan(id, { line: 2 })).body.data.result.line).toBe(2);
    expect((await scan(id)).body.data.result.line).toBe(1);
  });

  it("answers a repeated scan in the same way and records it once, also after it was undone", async () => {
    const id = await openShipment(await createOrder({ qty: 2 }));
    const scanId = randomUUID();
    const answers = await Promise.all([scan(id, { scan_id: scanId }), scan(id, { scan_id: scanId })]);
    expect(answers.map(({ body }) => body.data.result)).toEqual(
      [1, 2].map(() => ({ scan_id: scanId, shipment_id: id, line: 1 })),
    );
    expect(await getPacked(id)).toEqual([[1, 2]]);
    await Promise.all([undo(id, scanId), undo(id, scanId)]);
    expect((await scan(id, { scan_id: scanId })).status).toBe(200);
    expect(await getPacked(id)).toEqual([[0, 2]]);
    expect((await undo(id, randomUUID())).body).toMatchObject({ code: "scan_not_found" });
    const other = await openShipment(await createOrder());
    expect((await scan(other, { scan_id: scanId })).body).toMatchObject({ code: "scan_id_reused" });
  });

  it("never counts more pieces than were ordered when two stations scan at once (race)", async () => {
    const id = await openShipment(await createOrder({ qty: 3 }));
    const second = await signIn("packer");
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => scan(id, {}, n % 2 ? packer : second)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await getPacked(id)).toEqual([[3, 3]]);
  });

  it("takes a confirmation with a reason if the weight differs by more than 5 %", async () => {
    const id = await openShipment(await createOrder());
    await scan(id);
    expect(await weigh(id, 368)).toMatchObject({
      status: 409,
      body: { code: "weight_differs", data: { weight_g: 368, expected_weight_g: 350 } },
    });
    expect((await weigh(id, 368, {}, "double packaging")).status).toBe(200);
    expect(await getShipment(id)).toMatchObject({ weight_g: 368, weight_reason: "double packaging" });
    expect((await weigh(id, 350)).body).toMatchObject({ code: "edit_conflict" });
    expect((await weigh(id, 351, { from: 368 })).status).toBe(200);
    expect((await scan(id)).body).toMatchObject({ code: "shipment_not_open", data: { status: "packed" } });
    await post(`/shipments/${id}/reopen`);
    expect(await getShipment(id)).toMatchObject({ status: "open", weight_g: null, packed_at: null });
  });

  it("needs the permission, an order in packing, and the order of nobody else", async () => {
    const orderId = await createOrder();
    const refused = await post("/shipments", { order_id: orderId }, await signIn("support"));
    expect(refused.body).toMatchObject({ code: "forbidden" });
    const paid = await createOrder({ status: "paid" });
    expect((await post("/shipments", { order_id: paid })).body).toMatchObject({ code: "order_not_in_packing" });
    expect((await post("/shipments/999999/scans", { scan_id: randomUUID(), line: 1 })).body).toMatchObject({
      code: "shipment_not_found",
    });
    const colleague = await signIn("packer");
    await admin.request("PUT", `/orders/${orderId}/assignment`, { body: {}, cookie: colleague });
    expect((await post("/shipments", { order_id: orderId })).body).toMatchObject({ code: "assigned_to_other" });
    expect((await post("/shipments", { order_id: orderId, take_over: true })).status).toBe(200);
  });
});

describe("shipping", () => {
  it("is refused without a valid number, before packing, and without customs data", async () => {
    const orderId = await createOrder();
    const id = await openShipment(orderId);
    expect((await ship(id)).body).toMatchObject({ code: "shipment_not_packed", data: { status: "open" } });
    await scan(id);
    await weigh(id, 350);
    expect(await ship(id, "RR473124828JP")).toMatchObject({ status: 422, body: { code: "tracking_number_invalid" } });
    expect((await post(`/shipments/${id}/ship`)).body).toMatchObject({
      errors: { tracking_number: expect.anything() },
    });
    await db.updateTable("products").set({ hs_code: "" }).where("id", "=", product.id).execute();
    expect((await ship(id)).body).toMatchObject({ code: "customs_data_missing" });
    expect(await getStatus(orderId)).toBe("packing");
  });

  it("happens once when two people ship at once (race)", async () => {
    const id = await pack(await createOrder());
    const answers = await Promise.all([ship(id), ship(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const shipped = await db.selectFrom("audit_entries").selectAll().where("action", "=", "shipment.shipped").execute();
    expect(shipped).toHaveLength(1);
    expect((await ship(id, "EE123456785JP")).body).toMatchObject({ code: "shipment_not_packed" });
  });

  it("of a split order ships the order with its last shipment", async () => {
    const orderId = await createOrder({ qty: 3 });
    const first = await openShipment(orderId);
    await scan(first);
    const split = (quantity: number) => post(`/shipments/${first}/split`, { items: [{ line: 1, quantity }] });
    expect((await split(3)).body).toMatchObject({ code: "split_not_possible" });
    const second = (await split(2)).body.data.result.shipment_id;
    expect([await getPacked(first), await getPacked(second)]).toEqual([[[1, 1]], [[0, 2]]]);
    await weigh(first, 1, {}, "checked");
    expect((await ship(first)).body.data.result).toMatchObject({ status: "shipped", order_status: "packing" });
    const cancel = { from: "packing", reason: "lost" };
    expect((await post(`/orders/${orderId}/cancel`, cancel, await signIn("manager"))).body).toMatchObject({
      code: "order_partly_shipped",
    });
    await scan(second);
    await scan(second);
    await weigh(second, 1, {}, "checked");
    expect((await ship(second, "EE123456785JP")).body.data.result).toMatchObject({ order_status: "shipped" });
    expect(await getStatus(orderId)).toBe("shipped");
  });
});

describe("the shipments of an order", () => {
  const getOrderShipments = async (orderId: number) =>
    (await admin.request<OrderShipments>("GET", `/orders/${orderId}/shipments`, { cookie: await signIn("support") }))
      .body.data;
  const changeStatus = async (orderId: number, action: string, body: object) =>
    post(`/orders/${orderId}/${action}`, body, await signIn("manager"));

  it("follow it to the customer and back, also if it was packed without the station", async () => {
    const orderId = await createOrder({ qty: 2 });
    await changeStatus(orderId, "ship", { from: "packing", tracking_number: POST_NUMBER });
    shop.clock.advance(60_000);
    await changeStatus(orderId, "mark-delivered", { from: "shipped" });
    shop.clock.advance(60_000);
    await changeStatus(orderId, "mark-returned", { from: "delivered" });
    const { shipments } = await getOrderShipments(orderId);
    expect(shipments).toMatchObject([
      {
        ...{ number: 1, status: "returned", weight_g: null, packed_at: null, tracking: { number: POST_NUMBER } },
        items: [{ line: 1, quantity: 2, packed: 0 }],
        events: ["returned", "delivered", "shipped"].map((code) => ({ code, source: "store" })),
      },
    ]);
  });

  it("are shipped with the order only if one of them is packed", async () => {
    const orderId = await createOrder();
    const id = await openShipment(orderId);
    const shipOrder = () => changeStatus(orderId, "ship", { from: "packing", tracking_number: POST_NUMBER });
    expect((await shipOrder()).body).toMatchObject({ code: "shipment_not_packed" });
    await scan(id);
    await weigh(id, 350);
    expect((await shipOrder()).status).toBe(200);
    expect(await getShipment(id)).toMatchObject({ status: "shipped", tracking: { number: POST_NUMBER } });
  });

  it("of a split order leave one by one, and are delivered and returned with it", async () => {
    const orderId = await createOrder({ qty: 2 });
    const first = await openShipment(orderId);
    const second = (await post(`/shipments/${first}/split`, { items: [{ line: 1, quantity: 1 }] })).body.data.result
      .shipment_id;
    const getShipReasons = async () => {
      const cookie = await signIn("manager");
      const { data } = (await admin.request<OrderDetail>("GET", `/orders/${orderId}`, { cookie })).body;
      return data.actions.find(({ name }) => name === "ship")?.reasons;
    };
    expect(await getShipReasons()).toEqual(["shipment_not_packed"]);
    for (const id of [first, second]) {
      await scan(id);
      await weigh(id, 1, {}, "checked");
    }
    const together = await changeStatus(orderId, "ship", { from: "packing", tracking_number: POST_NUMBER });
    expect(together.body).toMatchObject({ code: "several_shipments" });
    expect(await getShipReasons()).toEqual(["several_shipments"]);
    await ship(first);
    expect((await changeStatus(orderId, "mark-delivered", { from: "packing" })).body).toMatchObject({
      code: "order_move_not_allowed",
    });
    await ship(second, "EE123456785JP");
    const getStatuses = async () => (await getOrderShipments(orderId)).shipments.map(({ status }) => status);
    await changeStatus(orderId, "mark-delivered", { from: "shipped" });
    expect(await getStatuses()).toEqual(["delivered", "delivered"]);
    await changeStatus(orderId, "mark-returned", { from: "delivered" });
    expect(await getStatuses()).toEqual(["returned", "returned"]);
    const cancel = await changeStatus(orderId, "cancel", { from: "returned", reason: "late" });
    expect(cancel.body).toMatchObject({ code: "order_move_not_allowed" });
  });

  it("are canceled with it, whatever is scanned meanwhile (race)", async () => {
    const orderId = await createOrder({ qty: 5 });
    const id = await openShipment(orderId);
    await Promise.all([
      scan(id),
      changeStatus(orderId, "cancel", { from: "packing", reason: "the customer asked" }),
      scan(id),
    ]);
    expect((await scan(id)).body).toMatchObject({ code: "shipment_not_open", data: { status: "canceled" } });
    const packing = await admin.request<PackingOrder>("GET", `/orders/${orderId}/packing`, { cookie: packer });
    expect(packing.body.data).toMatchObject({ status: "cancelled", shipments: [] });
  });
});

describe("tracking numbers", () => {
  it("are refused if another shipment has them, even at the same time (race)", async () => {
    const first = await pack(await createOrder());
    const second = await pack(await createOrder());
    const answers = await Promise.all([ship(first), ship(second)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(refused?.body.code).toBe("tracking_number_used");
    const orderId = await createOrder();
    await pack(orderId);
    const answer = await post(`/orders/${orderId}/ship`, { from: "packing", tracking_number: POST_NUMBER });
    expect(answer.body).toMatchObject({ code: "tracking_number_used" });
  });

  it("may be given again after a year", async () => {
    await ship(await pack(await createOrder()));
    await db
      .updateTable("shipments")
      .set({ shipped_at: new Date("2025-11-01T00:00:00Z") })
      .execute();
    expect((await ship(await pack(await createOrder()))).status).toBe(200);
  });

  it("reach the customer, those of all parcels", async () => {
    const orderId = await createOrder({ qty: 2 });
    const first = await openShipment(orderId);
    const { shipment_id: second } = (await post(`/shipments/${first}/split`, { items: [{ line: 1, quantity: 1 }] }))
      .body.data.result;
    for (const [id, number] of [
      [first, POST_NUMBER],
      [second, "EN100020039JP"],
    ] as const) {
      await scan(id);
      await weigh(id, 350, {}, "measured");
      await ship(id, number);
    }
    const order = await getCustomerOrder(db, customerId, orderId, "en-US");
    expect(order.tracking?.number).toBe(POST_NUMBER);
    expect(order.tracking_numbers.map(({ number }) => number)).toEqual([POST_NUMBER, "EN100020039JP"]);
    const { message_html } = await db
      .selectFrom("notifications")
      .select("message_html")
      .where("kind", "=", "order_shipped")
      .executeTakeFirstOrThrow();
    expect(message_html).toContain(`${POST_NUMBER}, EN100020039JP`);
  });
});

describe("GET /shipments", () => {
  it("pages the packed shipments in the order in which they were packed", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) {
      ids.push(await pack(await createOrder()));
      shop.clock.advance(1000);
    }
    const list = async (query: string) =>
      (await admin.request<ShipmentPage>("GET", `/shipments${query}`, { cookie: packer })).body.data;
    const first = await list("?limit=2");
    expect(first).toMatchObject({ total: 3, items: [{ id: ids[0], pieces: 1, weight_g: 350, shipments: 1 }, {}] });
    expect((await list(`?limit=2&after=${first.next}`)).items.map(({ id }) => id)).toEqual([ids[2]]);
    expect(await list("?status=shipped")).toEqual({ items: [], next: null, total: 0 });
  });
});

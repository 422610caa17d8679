import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { cdekContract } from "../../../test/cdek-orders.ts";
import { openCdekServer } from "../../../test/cdek-server.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createDeliverySetup } from "../../delivery/fixtures.ts";
import { createTestOrder } from "../../orders/fixtures.ts";
import { saveIdentity } from "../../orders/identity/recipient-identity.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import { listKnownEvents } from "../parcels/current-event.ts";
import { findParcelForNotice } from "../parcels/sql.ts";
import { cdekContractSetting } from "../settings.ts";
import type { OrderShipments } from "../shipments/admin-schema.ts";
import type { CarrierOrderChange } from "./admin-schema.ts";
import { processCarrierOrders } from "./jobs.ts";
import { printCarrierFile } from "./print-labels.ts";

const cdek = await openCdekServer();
afterAll(() => cdek.close());
const { id: CDEK_CLIENT_ID, secret: CDEK_CLIENT_SECRET } = cdek.credentials;
const shop = await openTestShop({ fetch, env: { CDEK_CLIENT_ID, CDEK_CLIENT_SECRET, CDEK_API_URL: cdek.url } });
const { app, clock, db } = shop;
const admin = openAdminClient(app);

const MINUTE_MS = 60_000;
let packer = "";
let manager = "";
let customerId = 0;
let productId = 0;

type Change = { result: CarrierOrderChange; audit_entry_id: number | null };
const register = (id: number, query = "") =>
  admin.request<Change>("POST", `/shipments/${id}/cdek-order${query}`, { body: {}, cookie: packer });
const cancel = (id: number) =>
  admin.request<Change>("DELETE", `/shipments/${id}/cdek-order`, { body: {}, cookie: packer });
const post = (path: string, body: object = {}) =>
  admin.request<{ result: { shipment_id: number } }>("POST", path, { body, cookie: packer });
const ship = (id: number) => post(`/shipments/${id}/ship`);
/** Runs the job after some time, and again for the orders that it has just sent. */
const runJob = async (afterMs = MINUTE_MS) => {
  clock.advance(afterMs);
  await processCarrierOrders(app);
};
const getShipments = async (orderId: number) =>
  (await admin.request<OrderShipments>("GET", `/orders/${orderId}/shipments`, { cookie: manager })).body.data.shipments;
const getShipment = async (orderId: number) => {
  const [shipment] = await getShipments(orderId);
  if (!shipment) throw new Error("no shipment");
  return shipment;
};
const getOrderStatus = async (id: number) =>
  (await db.selectFrom("orders").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

/** Creates an order that CDEK carries, in packing. */
async function createCdekOrder(qty = 1, pickupPoint: object = { code: "KZN7", type: "PVZ", city: "Казань" }) {
  const orderId = await createTestOrder(db, { customerId, productId }, { status: "packing", qty });
  await db
    .updateTable("orders")
    .set({ shipping_method_id: 6, pickup_point: JSON.stringify(pickupPoint) })
    .where("id", "=", orderId)
    .execute();
  return orderId;
}

async function packShipment(orderId: number, pieces = 1): Promise<number> {
  const id = (await post("/shipments", { order_id: orderId })).body.data.result.shipment_id;
  for (let piece = 0; piece < pieces; piece++)
    await post(`/shipments/${id}/scans`, { scan_id: crypto.randomUUID(), line: 1 });
  const changes = { weight_g: { from: null, to: 400 } };
  await admin.request("PATCH", `/shipments/${id}`, { body: { changes, reason: "measured" }, cookie: packer });
  return id;
}

beforeEach(async () => {
  await createDeliverySetup(db);
  await db.updateTable("shipping_methods").set({ code: "cdek" }).where("id", "=", 6).execute();
  await updateSetting(db, cdekContractSetting, cdekContract);
  customerId = (await createTestCustomer(db)).id;
  productId = (await createProduct(db)).id;
  packer = await createTestStaffSession(app, (await createTestStaff(app, { role: "packer", locale: "en-US" })).id);
  manager = await createTestStaffSession(app, (await createTestStaff(app, { role: "manager", locale: "en-US" })).id);
  cdek.orders.clear();
  cdek.plannedFailures = [];
  cdek.requests.length = 0;
  // The circuit breaker of the client, which all tests share, closes.
  clock.advance(2 * MINUTE_MS);
});

describe("registering a shipment at CDEK", () => {
  it("sends what CDEK needs, and stores the number once CDEK has checked it", async () => {
    const orderId = await createCdekOrder(2);
    const id = await packShipment(orderId, 2);
    expect((await register(id)).body.data.result).toEqual({
      ...{ shipment_id: id, order_id: orderId },
      carrier_order: { reference: `${orderId}-1`, status: "accepted", tracking_number: null, errors: [] },
    });
    const [sent] = cdek.orders.list();
    expect(sent?.request).toMatchObject({
      ...{ type: 1, number: `${orderId}-1`, tariff_code: 136, delivery_point: "KZN7" },
      from_location: { country_code: "JP", city: "Tokyo" },
      recipient: { name: "Anna Smirnova", phones: [{ number: "+79000000012" }] },
      packages: [{ weight: 400, items: [{ cost: 1000, amount: 2, country_code: "JP", payment: { value: 0 } }] }],
    });
    expect(sent?.request).not.toHaveProperty("to_location");
    await runJob();
    expect((await getShipment(orderId)).carrier_order?.status).toBe("accepted");
    cdek.orders.confirm();
    await runJob();
    expect(await getShipment(orderId)).toMatchObject({
      carrier_order: { status: "created", tracking_number: "1169288867" },
      tracking: { number: "1169288867" },
      events: [{ code: "packed", source: "store" }],
    });
    expect((await ship(id)).status).toBe(200);
  });

  it("sends the passport and taxpayer number that the recipient gave, and stores none of them readable", async () => {
    const orderId = await createCdekOrder();
    const identity = { passport: "4509123456", issued_on: "2015-03-20", inn: "500100732259" };
    await saveIdentity(app, { orderId, customerId }, identity);
    await register(await packShipment(orderId));
    expect(cdek.orders.list()[0]?.request).toMatchObject({
      recipient: {
        ...{ passport_series: "4509", passport_number: "123456", passport_date_of_issue: "2015-03-20" },
        tin: "500100732259",
      },
    });
    const stored = await db.selectFrom("carrier_orders").selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/123456|500100732259/);
  });

  it("sends the address of a courier delivery", async () => {
    const id = await packShipment(await createCdekOrder(1, { code: "DOOR-424", type: "COURIER", city: "Казань" }));
    await register(id);
    expect(cdek.orders.list()[0]?.request).toMatchObject({
      ...{ tariff_code: 137, to_location: { code: 424, country_code: "RU", address: "ul. Pushkina 12, 34" } },
    });
  });

  it("registers a shipment once, whatever is requested at the same time (race)", async () => {
    const id = await packShipment(await createCdekOrder());
    const answers = await Promise.all([register(id), register(id), register(id), runJob(0)]);
    expect(answers.slice(0, 3).map((answer) => answer?.status)).toEqual([200, 200, 200]);
    expect((await register(id)).body.data.audit_entry_id).toBeNull();
    await runJob();
    expect(cdek.orders.list()).toHaveLength(1);
  });

  it("sends a request again that CDEK has not answered", async () => {
    const id = await packShipment(await createCdekOrder());
    cdek.plannedFailures = ["500", "500", "500", "500"];
    expect((await register(id)).status).toBe(502);
    clock.advance(3 * MINUTE_MS);
    expect((await register(id)).body.data.result.carrier_order.status).toBe("accepted");
    expect(cdek.orders.list()).toHaveLength(1);
  });

  it("finds the order again if the answer was lost, and does not register a second one", async () => {
    const orderId = await createCdekOrder();
    const id = await packShipment(orderId);
    cdek.plannedFailures = [null, "lost answer"];
    expect(await register(id)).toMatchObject({ status: 502, body: { code: "carrier_unavailable" } });
    await runJob();
    expect((await getShipment(orderId)).carrier_order?.status).toBe("requested");
    await runJob(2 * MINUTE_MS);
    expect((await getShipment(orderId)).carrier_order?.status).toBe("accepted");
    expect(cdek.orders.list()).toHaveLength(1);
  });

  it("shows the reasons of a refusal, at once or after the check, and allows another attempt", async () => {
    const orderId = await createCdekOrder();
    const id = await packShipment(orderId);
    const errors = [{ code: "v2_field_is_empty", message: "[recipient.phones] is empty" }];
    cdek.orders.refusal = errors;
    expect(await register(id)).toMatchObject({ status: 422, body: { code: "carrier_refused", data: { errors } } });
    expect((await getShipment(orderId)).carrier_order).toMatchObject({
      status: "refused",
      errors: [{ ...errors[0], field: "phone" }],
    });
    cdek.orders.refusal = null;
    expect((await register(id)).body.data.result.carrier_order.reference).toBe(`${orderId}-1-2`);
    cdek.orders.reject([{ code: "error_validate_receiver_phone_number_incorrect", message: "phone" }]);
    await runJob();
    expect((await getShipment(orderId)).carrier_order).toMatchObject({
      status: "refused",
      errors: [{ message: "phone", field: "phone" }],
    });
  });

  it("is refused without a contract, for another carrier and before packing, and previews without a call", async () => {
    const orderId = await createCdekOrder();
    const open = (await post("/shipments", { order_id: orderId })).body.data.result.shipment_id;
    expect((await register(open)).body.code).toBe("shipment_not_packed");
    const post1 = await packShipment(await createTestOrder(db, { customerId, productId }, { status: "packing" }));
    expect((await register(post1)).body.code).toBe("carrier_not_used");
    const id = await packShipment(await createCdekOrder());
    expect((await register(id, "?preview=true")).status).toBe(200);
    expect(await db.selectFrom("carrier_orders").selectAll().execute()).toEqual([]);
    await updateSetting(db, cdekContractSetting, null);
    expect(await register(id)).toMatchObject({ status: 409, body: { code: "carrier_not_set_up" } });
    expect(cdek.requests).toEqual([]);
    const support = await createTestStaffSession(app, (await createTestStaff(app, { role: "support" })).id);
    const refused = await admin.request("POST", `/shipments/${id}/cdek-order`, { body: {}, cookie: support });
    expect(refused.status).toBe(403);
  });
});

describe("canceling an order at CDEK", () => {
  it("deletes it when the shipment is opened again or its order canceled", async () => {
    const orderId = await createCdekOrder();
    const id = await packShipment(orderId);
    await register(id);
    cdek.orders.confirm();
    await runJob();
    await post(`/shipments/${id}/reopen`);
    expect(await getShipment(orderId)).toMatchObject({ tracking: null, carrier_order: { status: "canceling" } });
    await runJob();
    await runJob(2 * MINUTE_MS);
    expect((await getShipment(orderId)).carrier_order?.status).toBe("canceled");
    expect(cdek.orders.list()[0]?.statuses[0]?.code).toBe("REMOVED");
  });

  it("reports an order that CDEK has received already", async () => {
    const orderId = await createCdekOrder();
    const id = await packShipment(orderId);
    await register(id);
    cdek.orders.confirm();
    cdek.orders.addStatus("RECEIVED_AT_SENDER_WAREHOUSE");
    await runJob();
    expect((await cancel(id)).body.data.result.carrier_order.status).toBe("canceling");
    await runJob();
    expect((await getShipment(orderId)).carrier_order).toMatchObject({
      ...{ status: "canceled", errors: [{ code: "v2_order_delete_forbidden" }] },
    });
    expect(shop.errors.splice(0)).toHaveLength(1);
  });

  it("ends a request that was never sent", async () => {
    const orderId = await createCdekOrder();
    const id = await packShipment(orderId);
    cdek.plannedFailures = ["500", "500", "500", "500"];
    expect((await register(id)).status).toBe(502);
    await cancel(id);
    await runJob(3 * MINUTE_MS);
    expect((await getShipment(orderId)).carrier_order?.status).toBe("canceled");
    expect(cdek.orders.list()).toEqual([]);
    expect((await cancel(id)).body.data.audit_entry_id).toBeNull();
  });
});

describe("what CDEK prints", () => {
  const getFile = (ids: readonly number[]) =>
    admin.request("GET", `/carrier-files?kind=label&shipment_ids=${ids.join(",")}`, { cookie: packer });
  const createNumbered = async (cdekNumber: string) => {
    const id = await packShipment(await createCdekOrder());
    await register(id);
    cdek.orders.confirm(cdekNumber);
    await runJob();
    return id;
  };

  it("is one file for several shipments, in their sequence, and a waybill for one", async () => {
    const [first, second] = [await createNumbered("1000000001"), await createNumbered("1000000002")];
    const labels = await printCarrierFile(app, { kind: "label", shipment_ids: [second, first] });
    expect(labels.toString()).toBe("%PDF-1.4 barcodes 1000000002 1000000001");
    expect(cdek.requests.find(({ path }) => path === "/v2/print/barcodes")?.body).toContain('"format":"A6"');
    cdek.orders.isPrintSlow = true;
    const waybill = await printCarrierFile(app, { kind: "waybill", shipment_ids: [first] });
    expect(waybill.toString()).toBe("%PDF-1.4 orders 1000000001");
  });

  it("needs the number of every shipment", async () => {
    const created = await createNumbered("1000000001");
    const waiting = await packShipment(await createCdekOrder());
    expect((await getFile([created, waiting])).body).toMatchObject({
      ...{ code: "carrier_order_not_created", data: { shipment_ids: [waiting] } },
    });
    expect((await getFile(Array.from({ length: 101 }, (_, index) => index + 1))).status).toBe(422);
    cdek.plannedFailures = ["500", "500", "500", "500"];
    const unavailable = await getFile([created]);
    expect([unavailable.status, unavailable.body.code]).toEqual([502, "carrier_print_unavailable"]);
    shop.errors.length = 0;
  });
});

describe("statuses of CDEK", () => {
  const HALF_HOUR_MS = 30 * MINUTE_MS;

  it("deliver the shipment, and with the last one the order", async () => {
    const orderId = await createCdekOrder(2);
    const first = (await post("/shipments", { order_id: orderId })).body.data.result.shipment_id;
    const split = await post(`/shipments/${first}/split`, { items: [{ line: 1, quantity: 1 }] });
    const second = split.body.data.result.shipment_id;
    await packShipment(orderId);
    await register(first);
    cdek.orders.confirm("1000000001");
    await runJob();
    await ship(first);
    cdek.orders.addStatus("DELIVERED", { city: "Казань", at: "2027-01-10T10:00:00+0300" });
    await runJob(HALF_HOUR_MS);
    expect((await getShipments(orderId)).map(({ status }) => status)).toEqual(["delivered", "open"]);
    expect((await getShipment(orderId)).events[0]).toMatchObject({ code: "DELIVERED", place: "Казань" });
    await post(`/shipments/${second}/scans`, { scan_id: crypto.randomUUID(), line: 1 });
    const changes = { weight_g: { from: null, to: 200 } };
    await admin.request("PATCH", `/shipments/${second}`, { body: { changes, reason: "measured" }, cookie: packer });
    await register(second);
    cdek.orders.confirm("1000000002");
    await runJob();
    await ship(second);
    expect(await getOrderStatus(orderId)).toBe("shipped");
    cdek.orders.addStatus("DELIVERED");
    await runJob(HALF_HOUR_MS);
    expect(await getOrderStatus(orderId)).toBe("delivered");
    cdek.requests.length = 0;
    await runJob(HALF_HOUR_MS);
    expect(cdek.requests).toEqual([]);
  });

  it("tell the customer that the parcel waits, and until when, once", async () => {
    const orderId = await createCdekOrder();
    const id = await packShipment(orderId);
    await register(id);
    cdek.orders.confirm();
    await runJob();
    await ship(id);
    const listEmails = async () =>
      (await db.selectFrom("emails").select("template").where("template", "like", "parcel_%").execute()).length;
    cdek.orders.addStatus("ACCEPTED_AT_PICK_UP_POINT", { city: "Казань", at: "2027-01-10T10:00:00+0300" });
    await runJob(HALF_HOUR_MS);
    expect(await listEmails()).toBe(1);
    Object.assign(cdek.orders.list()[0] ?? {}, { keepFreeUntil: "2027-01-17T20:59:59Z" });
    // A status of an earlier time that comes late does not count.
    cdek.orders.addStatus("IN_CUSTOMS_LOCAL", { at: "2027-01-05T10:00:00+0300" });
    await runJob(HALF_HOUR_MS);
    const row = await findParcelForNotice(db, id);
    expect(listKnownEvents(row?.events ?? [])[0]).toMatchObject({
      ...{ kind: "ready_for_pickup", place: "Казань", storage_until: "2027-01-17" },
    });
    expect(await listEmails()).toBe(1);
    expect(await getOrderStatus(orderId)).toBe("shipped");
  });

  it("end the shipment of an order that was refunded meanwhile, which keeps its status", async () => {
    const orderId = await createCdekOrder();
    const id = await packShipment(orderId);
    await register(id);
    cdek.orders.confirm();
    await runJob();
    await ship(id);
    await db.updateTable("orders").set({ status: "refunded" }).where("id", "=", orderId).execute();
    cdek.orders.addStatus("DELIVERED");
    await runJob(HALF_HOUR_MS);
    expect([await getOrderStatus(orderId), (await getShipment(orderId)).status]).toEqual(["refunded", "delivered"]);
  });

  it("return the shipment once the parcel is back", async () => {
    const orderId = await createCdekOrder();
    const id = await packShipment(orderId);
    await register(id);
    cdek.orders.confirm();
    await runJob();
    await ship(id);
    cdek.orders.addStatus("NOT_DELIVERED");
    const back = cdek.orders.sendBack();
    await runJob(HALF_HOUR_MS);
    expect(await getOrderStatus(orderId)).toBe("shipped");
    cdek.orders.addStatus("DELIVERED", { order: back });
    await runJob(HALF_HOUR_MS);
    expect(await getOrderStatus(orderId)).toBe("returned");
    const shipment = await db.selectFrom("shipments").select("status").executeTakeFirstOrThrow();
    expect(shipment.status).toBe("returned");
  });
});

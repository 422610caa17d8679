import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createDeliverySetup } from "../../delivery/fixtures.ts";
import { createTestOrder } from "../../orders/fixtures.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import { pickupReminderDays } from "../settings.ts";
import type { RecordedEvent } from "./admin-schema.ts";
import { emails } from "./emails.ts";
import { remindOfPickup } from "./jobs.ts";
import type { OrderParcels } from "./schema.ts";

type Executed = { result: RecordedEvent; audit_entry_id: number | null };

const shop = await openTestShop();
const { app, clock, db } = shop;
const admin = openAdminClient(app);
const HOUR_MS = 3_600_000;
let packer = "";
let token = "";
let orderId = 0;
let shipmentId = 0;

beforeEach(async () => {
  await createDeliverySetup(db);
  const customer = await createTestCustomer(db, { email: "anna@example.com" });
  token = customer.token;
  const productId = (await createProduct(db)).id;
  packer = await createTestStaffSession(app, (await createTestStaff(app, { role: "packer", locale: "en-US" })).id);
  orderId = await createTestOrder(db, { customerId: customer.id, productId }, { status: "shipped" });
  const yesterday = new Date(clock.now().getTime() - 24 * HOUR_MS);
  const { id } = await db
    .insertInto("shipments")
    .values({
      ...{ order_id: orderId, number: 1, status: "shipped", method_id: 1, tracking_number: "RA284519306JP" },
      ...{ expected_weight_g: 350, weight_g: 360, created_at: yesterday, packed_at: yesterday, shipped_at: yesterday },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  shipmentId = id;
});

const record = (body: object, path = `/shipments/${shipmentId}/events`) =>
  admin.request<Executed>("POST", path, { body, cookie: packer });
const undo = (entryId: number | null) => admin.request("POST", `/audit/${entryId}/undo`, { body: {}, cookie: packer });
const getParcels = async () =>
  (await shop.request("GET", `/v1/user/orders/${orderId}/parcels`, { token })).body.data as OrderParcels;
const listEmails = async () =>
  (await db.selectFrom("emails").select("template").orderBy("id").execute()).map(({ template }) => template);
const listNotifications = async () =>
  (await db.selectFrom("notifications").select("title").orderBy("id").execute()).map(({ title }) => title);
const ready = { kind: "ready_for_pickup", place: "Kazan", storage_until: "2027-01-05", pickup_code: "48 213" };

describe("an event that staff record", () => {
  it("is seen by the customer of the order, and by nobody else", async () => {
    const at = new Date(clock.now().getTime() - HOUR_MS).toISOString();
    expect((await record({ kind: "customs", at, place: "Москва" })).status).toBe(200);
    await record({ kind: "accepted", at: new Date(Date.parse(at) - HOUR_MS).toISOString() });
    expect((await getParcels()).parcels).toMatchObject([
      {
        ...{ number: 1, weight_g: 360, tracking: { number: "RA284519306JP" }, pickup: null },
        events: [{ kind: "customs", at, place: "Москва" }, { kind: "accepted" }],
      },
    ]);
    const stranger = await createTestCustomer(db, { email: "boris@example.com" });
    const path = `/v1/user/orders/${orderId}/parcels`;
    expect((await shop.request("GET", path, { token: stranger.token })).status).toBe(404);
    expect((await shop.request("GET", path)).status).toBe(401);
  });

  it("tells the customer once that the parcel is ready for pickup, with the last day and the code", async () => {
    const { body } = await record(ready);
    expect((await record({ ...ready, at: body.data.result.at })).body.data.audit_entry_id).toBeNull();
    expect((await getParcels()).parcels[0]?.pickup).toEqual({
      ...{ until: "2027-01-05", code: "48 213", remind_on: "2027-01-03" },
    });
    expect(await listEmails()).toEqual(["parcel_ready_for_pickup"]);
    const email = await emails["parcel_ready_for_pickup"]?.(app, {
      ...{ recipient: "anna@example.com", params: { shipmentId }, locale: "ru-RU", storeName: "Furoshiki" },
    });
    expect(email?.text).toContain("до 5 января");
    expect(email?.text).toContain("48 213");
    const entry = await db.selectFrom("audit_entries").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    expect(JSON.stringify(entry.changes)).not.toContain("48 213");
  });

  it("can be undone with its message", async () => {
    const { body } = await record(ready);
    expect(await listNotifications()).toHaveLength(1);
    expect((await undo(body.data.audit_entry_id)).status).toBe(200);
    expect((await getParcels()).parcels[0]?.events).toEqual([]);
    expect([await listEmails(), await listNotifications()]).toEqual([[], []]);
  });

  it("tells nothing of the past, and never changes the order", async () => {
    await record({ kind: "released" });
    await record({ ...ready, at: new Date(clock.now().getTime() - HOUR_MS).toISOString() });
    expect(await listEmails()).toEqual([]);
    await db.updateTable("orders").set({ status: "delivered" }).where("id", "=", orderId).execute();
    await db.updateTable("shipments").set({ status: "delivered" }).where("id", "=", shipmentId).execute();
    clock.advance(HOUR_MS / 60);
    await record({ kind: "customs_problem" });
    expect(await listEmails()).toEqual([]);
    const { status } = await db
      .selectFrom("orders")
      .select("status")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(status).toBe("delivered");
  });

  it.each([
    ["a kind that follows from the order", { kind: "delivered" }],
    ["a code of a parcel that is at customs", { kind: "customs", pickup_code: "1" }],
    ["a time that has not come", { kind: "customs", at: "2030-01-01T00:00:00Z" }],
    ["a last day before the arrival", { ...ready, storage_until: "2020-01-01" }],
  ])("is refused with %s", async (_case, body) => {
    expect((await record(body)).status).toBe(422);
    expect((await getParcels()).parcels[0]?.events).toEqual([]);
  });

  it("is refused before the parcel has left, and without the permission", async () => {
    await db
      .updateTable("shipments")
      .set({ status: "packed", shipped_at: null })
      .where("id", "=", shipmentId)
      .execute();
    expect((await record({ kind: "customs" })).body).toMatchObject({ code: "parcel_not_sent" });
    const support = await createTestStaff(app, { role: "support", locale: "en-US" });
    const cookie = await createTestStaffSession(app, support.id);
    const response = await admin.request("POST", `/shipments/${shipmentId}/events`, {
      body: { kind: "customs" },
      cookie,
    });
    expect(response.status).toBe(403);
  });
});

describe("the reminder of a parcel at the pickup point", () => {
  const daysFromNow = (days: number) =>
    new Date(clock.now().getTime() + days * 24 * HOUR_MS).toISOString().slice(0, 10);

  it("is sent once, before the storage ends", async () => {
    await record({ ...ready, storage_until: daysFromNow(7) });
    await remindOfPickup(app);
    clock.advance(4 * 24 * HOUR_MS);
    await remindOfPickup(app);
    expect(await listEmails()).toEqual(["parcel_ready_for_pickup"]);
    clock.advance(24 * HOUR_MS);
    await remindOfPickup(app);
    await remindOfPickup(app);
    expect(await listEmails()).toEqual(["parcel_ready_for_pickup", "parcel_storage_ends"]);
  });

  it("is not sent once the parcel is picked up, after the last day, or if the store wants none", async () => {
    await record({ ...ready, storage_until: daysFromNow(2) });
    clock.advance(24 * HOUR_MS);
    await updateSetting(db, pickupReminderDays, 0);
    await remindOfPickup(app);
    await updateSetting(db, pickupReminderDays, 2);
    await db.updateTable("shipments").set({ status: "delivered" }).where("id", "=", shipmentId).execute();
    await remindOfPickup(app);
    await db.updateTable("shipments").set({ status: "shipped" }).where("id", "=", shipmentId).execute();
    clock.advance(2 * 24 * HOUR_MS);
    await remindOfPickup(app);
    expect(await listEmails()).toEqual(["parcel_ready_for_pickup"]);
  });
});

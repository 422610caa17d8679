import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { WorkQueues } from "../../work-queues/admin-schema.ts";
import type { OrderDetail, OrderPage } from "../admin-schema.ts";
import { anonymizeOrders } from "../data-erasure.ts";
import { emails } from "../emails/emails.ts";
import { createTestOrder } from "../fixtures.ts";
import { messageLimit } from "../settings.ts";
import { deleteUnusedMessagePhotos } from "./photos.ts";
import type { OrderMessages } from "./schema.ts";

const shop = await openTestShop();
const { app, clock, db } = shop;
const admin = openAdminClient(app);
const DAY_MS = 86_400_000;
let customer: Awaited<ReturnType<typeof createTestCustomer>>;
let orderId = 0;
let cookie = "";
let serial = 0;

beforeEach(async () => {
  customer = await createTestCustomer(db, { email: "anna@example.com" });
  orderId = await createTestOrder(db, { customerId: customer.id, productId: (await createProduct(db)).id });
  cookie = await createTestStaffSession(app, (await createTestStaff(app, { role: "manager", locale: "en-US" })).id);
});

const send = (body: object, { token } = customer, key = `message-key-${++serial}`) =>
  shop.request("POST", `/v1/user/orders/${orderId}/messages`, { token, body, key });
const getMessages = async ({ token } = customer) =>
  (await shop.request("GET", `/v1/user/orders/${orderId}/messages`, { token })).body.data as OrderMessages;
const getTexts = async () => (await getMessages()).items.map(({ text }) => text);
const post = (path: string, body: object) =>
  admin.request<{ audit_entry_id: number | null }>("POST", path, { body, cookie });
const answer = (text: string) => post(`/orders/${orderId}/notes`, { text, is_visible_to_customer: true });
const undo = (id: number | null) => post(`/audit/${id}/undo`, {});
const listWaiting = async () =>
  (await admin.request<OrderPage>("GET", "/orders?view=messages", { cookie })).body.data.items.map(({ id }) => id);

async function uploadPhoto({ token } = customer): Promise<string> {
  const content = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#c8505a" } })
    .jpeg()
    .toBuffer();
  const headers = { "content-type": "image/jpeg", authorization: `Bearer ${token}` };
  const { body } = await shop.sendBytes("/v1/user/message-photos", content, headers);
  return (body.data as { id: string }).id;
}

describe("a message about an order", () => {
  it("waits in a view and a queue of the staff until they answer, and the answer is emailed", async () => {
    expect((await send({ text: " When does it arrive? " })).status).toBe(201);
    expect(await listWaiting()).toEqual([orderId]);
    const { items } = (await admin.request<WorkQueues>("GET", "/me/work-queues", { cookie })).body.data;
    expect(items.find(({ key }) => key === "messages")).toMatchObject({ count: 1 });
    const { notes } = (await admin.request<OrderDetail>("GET", `/orders/${orderId}`, { cookie })).body.data;
    expect(notes).toMatchObject([{ text: "When does it arrive?", is_from_customer: true, answered_at: null }]);
    await answer("On Friday.");
    expect(await listWaiting()).toEqual([]);
    // Until the answer cannot be undone, the customer does not see it.
    expect(await getTexts()).toEqual(["When does it arrive?"]);
    clock.advance(30_000);
    expect((await getMessages()).items).toMatchObject([{ is_own: true }, { is_own: false, text: "On Friday." }]);
    const [email] = await db.selectFrom("emails").select(["template", "params"]).execute();
    expect(email?.template).toBe("order_note");
    const rendered = await emails["order_note"]?.(app, {
      ...{ recipient: "anna@example.com", params: email?.params as Record<string, unknown> },
      ...{ locale: "ru-RU", storeName: "Furoshiki" },
    });
    expect(rendered?.text).toContain(`/profile/orders/${orderId}#messages`);
  });

  it("waits again when the answer is undone", async () => {
    await send({ text: "Hello" });
    const { body } = await answer("On Friday.");
    expect((await undo(body.data.audit_entry_id)).status).toBe(200);
    expect(await listWaiting()).toEqual([orderId]);
    clock.advance(60_000);
    expect(await getTexts()).toEqual(["Hello"]);
    expect(await db.selectFrom("emails").select("id").execute()).toEqual([]);
  });

  it("is closed without an answer, which can be undone", async () => {
    await send({ text: "Thank you" });
    const { body } = await post(`/orders/${orderId}/messages/close`, {});
    expect(await listWaiting()).toEqual([]);
    expect((await post(`/orders/${orderId}/messages/close`, {})).body.data.audit_entry_id).toBeNull();
    await undo(body.data.audit_entry_id);
    expect(await listWaiting()).toEqual([orderId]);
  });

  it("is not one of the notes of the staff, whose private ones the customer never sees", async () => {
    const { id } = (await send({ text: "Hello" })).body.data as { id: number };
    await post(`/orders/${orderId}/notes`, { text: "Difficult", is_visible_to_customer: false });
    clock.advance(60_000);
    expect(await getTexts()).toEqual(["Hello"]);
    expect(await listWaiting()).toEqual([orderId]);
    const removal = await admin.request("DELETE", `/orders/${orderId}/notes/${id}`, { body: {}, cookie });
    expect(removal.status).toBe(404);
  });

  it("is sent once for each key, and refused without text, too long, or with too many photos", async () => {
    await send({ text: "Hello" }, customer, "the-same-key");
    await send({ text: "Hello" }, customer, "the-same-key");
    expect(await getTexts()).toEqual(["Hello"]);
    expect((await send({ text: " " })).body.errors).toEqual({ text: ["required"] });
    expect((await send({ text: "a".repeat(2001) })).body.errors).toEqual({ text: ["too_long"] });
    const photos = Array.from({ length: 5 }, () => crypto.randomUUID());
    expect((await send({ text: "Hello", photos })).status).toBe(422);
    expect(await getTexts()).toEqual(["Hello"]);
  });

  it("is limited for each customer", async () => {
    await updateSetting(db, messageLimit, { max: 1, windowSeconds: 3600 });
    await send({ text: "One" });
    expect((await send({ text: "Two" })).status).toBe(429);
    expect(await getTexts()).toEqual(["One"]);
  });

  it("of another customer's order is refused, and not seen", async () => {
    const stranger = await createTestCustomer(db, { email: "boris@example.com" });
    expect((await send({ text: "Hello" }, stranger)).status).toBe(404);
    const path = `/v1/user/orders/${orderId}/messages`;
    expect((await shop.request("GET", path, { token: stranger.token })).status).toBe(404);
    expect((await shop.request("GET", path)).status).toBe(401);
  });
});

describe("photos of a message", () => {
  const getPhoto = (id: string, { token } = customer) =>
    shop.request("GET", `/v1/user/message-photos/${id}`, { token }).then(({ status }) => status);

  it("are seen by the customer and the staff only, and are not used twice", async () => {
    const id = await uploadPhoto();
    await send({ text: "Look", photos: [id] });
    expect((await getMessages()).items).toMatchObject([{ photos: [{ id }] }]);
    expect((await send({ text: "Again", photos: [id] })).body.errors).toEqual({ photos: ["photo_unknown"] });
    const stranger = await createTestCustomer(db, { email: "boris@example.com" });
    expect(await getPhoto(id, stranger)).toBe(404);
    expect((await send({ text: "Mine", photos: [await uploadPhoto(stranger)] })).status).toBe(422);
    const otherOrder = await createTestOrder(db, { customerId: customer.id, productId: (await createProduct(db)).id });
    const path = `/orders/${otherOrder}/message-photos/${id}`;
    expect((await admin.request("GET", path, { cookie })).status).toBe(404);
  });

  it("are deleted after a day if no message uses them", async () => {
    const [used, unused] = [await uploadPhoto(), await uploadPhoto()];
    await send({ text: "Look", photos: [used] });
    clock.advance(DAY_MS + 1000);
    expect(await deleteUnusedMessagePhotos(app)).toBe(1);
    const rows = await db.selectFrom("order_message_photos").select("id").execute();
    expect(rows.map(({ id }) => id)).toEqual([used]);
    expect(rows.map(({ id }) => id)).not.toContain(unused);
  });
});

it("erases messages, answers and photos with the customer", async () => {
  await send({ text: "Look", photos: [await uploadPhoto()] });
  await uploadPhoto();
  await answer("On Friday.");
  await withTransaction(db, (tx) => anonymizeOrders(tx, customer.id));
  expect(await db.selectFrom("order_notes").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("order_message_photos").select("id").execute()).toEqual([]);
});

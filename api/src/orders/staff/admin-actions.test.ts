import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { StaffNotificationPage } from "../../staff/notifications/admin-schema.ts";
import type { OrderDetail } from "../admin-schema.ts";
import { emails } from "../emails/emails.ts";
import { createTestOrder } from "../fixtures.ts";
import type { OrderContacts } from "./admin-schema.ts";

type Executed<R> = { result: R; audit_entry_id: number | null; undo_until: string | null };

const shop = await openTestShop();
const { app, db, clock } = shop;
const admin = openAdminClient(app);
let orderId = 0;
let olga = { id: 0, cookie: "" };
let ivan = { id: 0, cookie: "" };

const signIn = async (name: string, role = "manager") => {
  const { id } = await createTestStaff(app, { name, role, locale: "en-US" });
  return { id, cookie: await createTestStaffSession(app, id) };
};

beforeEach(async () => {
  const customer = await createTestCustomer(db, { email: "anna@example.com" });
  const product = await createProduct(db);
  orderId = await createTestOrder(db, { customerId: customer.id, productId: product.id });
  olga = await signIn("Ольга");
  ivan = await signIn("Ivan");
});

const send = <R>(method: string, path: string, body: object, { cookie } = olga, headers: Record<string, string> = {}) =>
  admin.request<Executed<R>>(method, `/orders/${orderId}${path}`, { body, cookie, headers });
const getOrder = async () => (await admin.request<OrderDetail>("GET", `/orders/${orderId}`, olga)).body.data;
const listAuditEntries = async () =>
  db.selectFrom("audit_entries").select(["action", "actor_id", "reason", "subject_id"]).orderBy("id").execute();
const writeNote = async (body: object, headers?: Record<string, string>) =>
  send<{ note_id: number }>("POST", "/notes", body, olga, headers);

const listNotifications = async ({ cookie }: { cookie: string }) =>
  (await admin.request<StaffNotificationPage>("GET", "/me/notifications", { cookie })).body.data.items;

describe("a note", () => {
  it("is private, mentions colleagues and is recorded without its text", async () => {
    const { body } = await writeNote({ text: "Покупатель звонил", mentions: [ivan.id] });
    const { notes, timeline } = await getOrder();
    expect(notes).toEqual([
      {
        ...{ id: body.data.result.note_id, author: { id: olga.id, name: "Ольга" }, text: "Покупатель звонил" },
        ...{ is_visible_to_customer: false, mentions: [{ id: ivan.id, name: "Ivan" }] },
        ...{ created_at: clock.now().toISOString(), emailed_at: null },
        ...{ is_from_customer: false, answered_at: null, photos: [] },
      },
    ]);
    expect(timeline[0]).toMatchObject({ kind: "note" });
    expect(await db.selectFrom("emails").select("id").execute()).toEqual([]);
    const entry = await db.selectFrom("audit_entries").selectAll().executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: "order.note_written", subject_kind: "order", actor_id: olga.id });
    expect(JSON.stringify(entry)).not.toContain("звонил");
  });

  it("notifies the colleagues that it mentions, who must be allowed to read orders", async () => {
    await writeNote({ text: "@Ivan, please call back", mentions: [ivan.id] });
    expect(await listNotifications(ivan)).toMatchObject([
      {
        ...{ kind: "order_mention", subject: { kind: "order", id: String(orderId) }, is_read: false },
        actor: { id: olga.id, name: "Ольга" },
      },
    ]);
    expect(await listNotifications(olga)).toEqual([]);
    const packer = await signIn("Pavel", "packer");
    const refused = await writeNote({ text: "@Pavel", mentions: [packer.id] });
    expect([refused.status, refused.body.code]).toEqual([422, "mention_not_possible"]);
    expect((await getOrder()).notes).toHaveLength(1);
  });

  it("for the customer is emailed after 30 seconds, in the language of the order", async () => {
    const { body } = await writeNote({ text: "Отправим завтра", is_visible_to_customer: true });
    const email = await db.selectFrom("emails").selectAll().executeTakeFirstOrThrow();
    expect(email).toMatchObject({ recipient: "anna@example.com", template: "order_note", locale: "ru-RU" });
    const job = await db
      .selectFrom("pgboss.job" as never)
      .select(["start_after" as never])
      .executeTakeFirst();
    expect((job as { start_after: Date } | undefined)?.start_after).toEqual(new Date(clock.now().getTime() + 30_000));
    const params = { noteId: body.data.result.note_id };
    const render = async () =>
      emails["order_note"]?.(app, { recipient: email.recipient, locale: "ru-RU", params, storeName: "Shop" });
    expect((await render())?.text).toContain("Отправим завтра");
    await send("DELETE", `/notes/${body.data.result.note_id}`, {});
    expect(await render()).toBeNull();
  });

  it("can be undone, edited and deleted until it is emailed", async () => {
    const { body } = await writeNote({ text: "one", is_visible_to_customer: true });
    const { note_id } = body.data.result;
    const edit = (from: string, to: string) => send("PATCH", `/notes/${note_id}`, { changes: { text: { from, to } } });
    expect((await edit("one", "two")).status).toBe(200);
    // The conflict names the person, not their email.
    expect(await edit("one", "three")).toMatchObject({
      status: 409,
      body: {
        code: "edit_conflict",
        data: { conflicts: [{ field: "text", current: "two", who: "Ольга", when: clock.now().toISOString() }] },
      },
    });
    await db.updateTable("emails").set({ sent_at: clock.now() }).execute();
    expect(await edit("two", "three")).toMatchObject({ status: 409, body: { code: "note_sent" } });
    expect(await send("DELETE", `/notes/${note_id}`, {})).toMatchObject({ status: 409, body: { code: "note_sent" } });

    const second = await writeNote({ text: "mistake" });
    const undone = await admin.request("POST", `/audit/${second.body.data.audit_entry_id}/undo`, { ...olga, body: {} });
    expect(undone.status).toBe(200);
    expect((await getOrder()).notes.map(({ text }) => text)).toEqual(["two"]);
    expect(await send("DELETE", "/notes/999", {})).toMatchObject({ status: 404, body: { code: "note_not_found" } });
  });

  it("is written once if the request is sent twice, and not at all by a preview", async () => {
    const headers = { "idempotency-key": "double-click-1" };
    await Promise.all([writeNote({ text: "once" }, headers), writeNote({ text: "once" }, headers)]);
    const preview = await send("POST", "/notes?preview=true", { text: "never", is_visible_to_customer: true });
    expect(preview.body.data).toMatchObject({ preview: { emails: [{ template: "order_note", recipient: "a••••" }] } });
    expect((await getOrder()).notes.map(({ text }) => text)).toEqual(["once"]);
  });

  it("needs the permission, an order and a text", async () => {
    const packer = await signIn("Kenta", "packer");
    expect((await send("POST", "/notes", { text: "x" }, packer)).status).toBe(403);
    expect((await writeNote({ text: "  " })).body.errors).toEqual({ text: ["required"] });
    orderId = 999_999_999;
    expect((await writeNote({ text: "x" })).body.code).toBe("order_not_found");
    expect(await listAuditEntries()).toEqual([]);
  });
});

describe("an assignment", () => {
  const assign = (person = olga, take_over = false) => send("PUT", "/assignment", { take_over }, person);

  it("lasts 15 minutes and is renewed without another entry", async () => {
    await assign();
    clock.advance(10 * 60_000);
    await assign();
    clock.advance(10 * 60_000);
    expect((await getOrder()).assignment?.staff).toEqual({ id: olga.id, name: "Ольга" });
    expect((await listAuditEntries()).map(({ action }) => action)).toEqual(["order.assigned"]);
    clock.advance(6 * 60_000);
    expect((await getOrder()).assignment).toBeNull();
  });

  it("of somebody else is taken over after a confirmation only", async () => {
    await assign();
    expect(await assign(ivan)).toMatchObject({
      status: 409,
      body: { code: "assigned_to_other", data: { staff: { id: olga.id, name: "Ольга" } } },
    });
    expect((await send("DELETE", "/assignment", {}, ivan)).body.code).toBe("assigned_to_other");
    expect((await assign(ivan, true)).status).toBe(200);
    expect((await getOrder()).assignment?.staff.id).toBe(ivan.id);
    expect(await listNotifications(olga)).toMatchObject([{ kind: "order_taken_over", actor: { id: ivan.id } }]);
    expect(await listNotifications(ivan)).toEqual([]);
  });

  it("is released by the person, once, or by undo", async () => {
    const first = await assign();
    await admin.request("POST", `/audit/${first.body.data.audit_entry_id}/undo`, { ...olga, body: {} });
    expect((await getOrder()).assignment).toBeNull();
    await assign();
    await send("DELETE", "/assignment", {});
    const second = await send("DELETE", "/assignment", {});
    expect(second).toMatchObject({ status: 200, body: { data: { audit_entry_id: null } } });
    expect((await getOrder()).assignment).toBeNull();
  });

  it("of one order is given to one of two people who ask at once", async () => {
    const results = await Promise.all([assign(olga), assign(ivan)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe("the contacts of an order", () => {
  it("are shown for a reason, which is recorded", async () => {
    const { body } = await send<OrderContacts>("POST", "/reveal", { reason: "courier asks for the flat" });
    expect(body.data.result).toMatchObject({
      customer: { email: "anna@example.com" },
      address: { recipient: "Anna Smirnova", address: "ul. Pushkina 12, 34", phone: "+79000000012" },
    });
    expect(await listAuditEntries()).toEqual([
      {
        ...{ action: "order.contacts_revealed", actor_id: olga.id, reason: "courier asks for the flat" },
        subject_id: String(orderId),
      },
    ]);
    expect((await getOrder()).timeline[0]).toMatchObject({ kind: "action", action: "order.contacts_revealed" });
  });

  it("are not shown without a reason or the permission", async () => {
    expect((await send("POST", "/reveal", { reason: " " })).status).toBe(422);
    const accountant = await signIn("Bo", "accountant");
    expect((await send("POST", "/reveal", { reason: "curious" }, accountant)).status).toBe(403);
    expect(await listAuditEntries()).toEqual([]);
  });
});

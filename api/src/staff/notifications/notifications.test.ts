import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../fixtures.ts";
import { jobs } from "../jobs.ts";
import type { StaffNotificationPage } from "./admin-schema.ts";
import { listStaffWithPermission, notifyStaff } from "./notify-staff.ts";

const DAY_MS = 86_400_000;

const shop = await openTestShop();
const { app, db, clock } = shop;
const admin = openAdminClient(app);
let olga = { id: 0, cookie: "" };
let ivan = { id: 0, cookie: "" };

const signIn = async (name: string, role = "manager") => {
  const { id } = await createTestStaff(app, { name, role, locale: "en-US" });
  return { id, cookie: await createTestStaffSession(app, id) };
};

beforeEach(async () => {
  olga = await signIn("Olga");
  ivan = await signIn("Ivan");
});

type Notice = Partial<Parameters<typeof notifyStaff>[1]>;
const notify = async (staffIds: number[], notice: Notice = {}) =>
  withTransaction(db, async (tx) =>
    notifyStaff(tx, {
      ...{ staffIds, kind: "order_mention", subject: { kind: "order", id: 17 }, actorId: null, now: clock.now() },
      ...notice,
    }),
  );
const getPage = async ({ cookie } = olga, query = "") =>
  (await admin.request<StaffNotificationPage>("GET", `/me/notifications${query}`, { cookie })).body.data;
const read = async (body: object, { cookie } = olga) => {
  const response = await admin.request<{ unread: number }>("POST", "/me/notifications/read", { cookie, body });
  return [response.status, response.body.data?.unread];
};
const countUnread = async ({ cookie }: { cookie: string }) =>
  (await admin.request<{ unread_notifications: number }>("GET", "/me", { cookie })).body.data.unread_notifications;

describe("notifyStaff", () => {
  it("notifies each person once, but not the one who caused it", async () => {
    await notify([olga.id, ivan.id, olga.id], { actorId: ivan.id, params: { lines: 2 } });
    expect(await getPage()).toEqual({
      items: [
        {
          ...{ id: expect.any(Number), kind: "order_mention", subject: { kind: "order", id: "17" } },
          ...{ actor: { id: ivan.id, name: "Ivan" }, params: { lines: 2 } },
          ...{ created_at: clock.now().toISOString(), is_read: false },
        },
      ],
      ...{ next: null, unread: 1 },
    });
    expect(await getPage(ivan)).toEqual({ items: [], next: null, unread: 0 });
    expect([await countUnread(olga), await countUnread(ivan)]).toEqual([1, 0]);
  });

  it("leaves out who is not active or may not read what it is about", async () => {
    const editor = await signIn("Ada", "catalog_editor");
    const disabled = await signIn("Eva");
    await db
      .updateTable("staff")
      .set({ status: "disabled", disabled_at: clock.now() })
      .where("id", "=", disabled.id)
      .execute();
    await notify([editor.id, disabled.id]);
    expect((await getPage(editor)).items).toEqual([]);
    const stored = db.selectFrom("staff_notifications").select("id").where("staff_id", "in", [editor.id, disabled.id]);
    expect(await stored.execute()).toEqual([]);
    const readers = await listStaffWithPermission(db, "orders:read");
    expect(readers).toEqual(expect.arrayContaining([olga.id, ivan.id]));
    expect(readers).not.toContain(editor.id);
    expect(readers).not.toContain(disabled.id);
  });

  it("hides notifications that need a permission the person has lost", async () => {
    await notify([olga.id]);
    const role = db.selectFrom("roles").select("id").where("key", "=", "catalog_editor");
    await db.updateTable("staff").set({ role_id: role }).where("id", "=", olga.id).execute();
    expect(await getPage()).toEqual({ items: [], next: null, unread: 0 });
    expect(await countUnread(olga)).toBe(0);
  });
});

describe("GET /me/notifications", () => {
  it("lists the newest first, page by page", async () => {
    for (const id of [1, 2, 3]) await notify([olga.id], { subject: { kind: "order", id } });
    const first = await getPage(olga, "?limit=2");
    expect(first.items.map(({ subject }) => subject.id)).toEqual(["3", "2"]);
    expect(first.unread).toBe(3);
    const second = await getPage(olga, `?limit=2&after=${first.next}`);
    expect(second.items.map(({ subject }) => subject.id)).toEqual(["1"]);
    expect(second.next).toBeNull();
    expect((await admin.request("GET", "/me/notifications?after=x", olga)).status).toBe(422);
    expect((await admin.request("GET", "/me/notifications", {})).status).toBe(401);
  });
});

describe("POST /me/notifications/read", () => {
  it("marks one as read, or all that were seen, of the person only", async () => {
    for (const id of [1, 2, 3]) await notify([olga.id, ivan.id], { subject: { kind: "order", id } });
    const [newest, middle, oldest] = (await getPage()).items.map(({ id }) => id);
    expect(await read({ id: middle })).toEqual([200, 2]);
    expect((await getPage()).items.map(({ is_read }) => is_read)).toEqual([false, true, false]);
    expect(await read({ up_to: oldest })).toEqual([200, 1]);
    expect(await read({ id: newest }, ivan)).toEqual([200, 3]);
    expect(await read({ up_to: newest })).toEqual([200, 0]);
    expect((await getPage(ivan)).unread).toBe(3);
    for (const body of [{}, { id: 0 }, { id: newest, up_to: newest }, { id: 1e20 }])
      expect((await read(body))[0]).toBe(422);
  });
});

it("deletes notifications after 90 days", async () => {
  await notify([olga.id], { now: new Date(clock.now().getTime() - 91 * DAY_MS) });
  await notify([olga.id], { now: new Date(clock.now().getTime() - 89 * DAY_MS) });
  await jobs.find(({ name }) => name === "staff.delete_old_notifications")?.work(app, {});
  expect((await getPage()).items).toHaveLength(1);
});

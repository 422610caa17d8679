import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import type { Role, RoleList } from "./admin-schema.ts";
import { createTestStaff, createTestStaffSession, type TestStaff } from "../fixtures.ts";
import { permissions } from "../permissions.ts";

const shop = await openTestShop();
const admin = openAdminClient(shop.app);

it("lists the roles for those who may manage staff", async () => {
  const owner = await createTestStaff(shop.app);
  const cookie = await createTestStaffSession(shop.app, owner.id);
  const { body } = await admin.request<{ items: Role[] }>("GET", "/roles", { cookie });
  expect(body.data.items[0]).toMatchObject({ key: "owner", name_en: "Owner", permissions, staff_count: 1 });
  expect(body.data.items).toHaveLength(6);
});

it("refuses those who may not, with the permission that they lack", async () => {
  const manager = await createTestStaff(shop.app, { role: "manager" });
  const cookie = await createTestStaffSession(shop.app, manager.id);
  const { status, body } = await admin.request("GET", "/roles", { cookie });
  expect([status, body.code, body.data]).toMatchObject([403, "forbidden", { permission: "staff:manage" }]);
  expect((await admin.request("GET", "/roles")).body.code).toBe("unauthenticated");
});

describe("changes of roles", () => {
  let owner: TestStaff;
  let cookie: string;
  beforeEach(async () => {
    owner = await createTestStaff(shop.app);
    cookie = await createTestStaffSession(shop.app, owner.id, { isSteppedUp: true });
  });
  afterEach(async () => {
    await shop.db.deleteFrom("roles").where("id", ">", 6).execute();
  });

  type Executed = { result: { id: number }; audit_entry_id: number };
  const trainee = {
    name_ru: "Стажёр",
    name_en: "Trainee",
    permissions: ["products:read", "orders:read", "products:read"],
  };
  const create = (body: object = trainee, ofCookie = cookie) =>
    admin.request<Executed>("POST", "/roles", { cookie: ofCookie, body });
  const edit = (id: number, changes: object, ofCookie = cookie) =>
    admin.request<Executed>("PATCH", `/roles/${id}`, { cookie: ofCookie, body: { changes } });
  const remove = (id: number, version: number) =>
    admin.request<Executed>("DELETE", `/roles/${id}`, { cookie, body: { version } });
  const undo = (entry: number) => admin.request("POST", `/audit/${entry}/undo`, { cookie });
  const listItems = async () => (await admin.request<RoleList>("GET", "/roles", { cookie })).body.data.items;
  const getRole = async (key: string) => {
    const role = (await listItems()).find((item) => item.key === key);
    if (!role) throw new Error(`there is no role ${key}`);
    return role;
  };

  it("creates a role, changes what the person saw, and undoes both", async () => {
    const created = await create();
    const { id } = created.body.data.result;
    expect(await getRole("trainee")).toEqual({
      ...{ id, key: "trainee", name_ru: "Стажёр", name_en: "Trainee", staff_count: 0, version: 1 },
      permissions: ["orders:read", "products:read"],
    });
    const changes = {
      name_en: { from: "Trainee", to: "Night trainee" },
      permissions: { from: ["orders:read", "products:read"], to: ["audit:read"] },
    };
    const edited = await edit(id, changes);
    expect(await getRole("trainee")).toMatchObject({
      name_en: "Night trainee",
      permissions: ["audit:read"],
      version: 2,
    });
    expect((await edit(id, changes)).body.data.audit_entry_id).toBeNull();
    const stale = await edit(id, { permissions: { from: ["orders:read"], to: [] } });
    expect([stale.status, stale.body.code]).toEqual([409, "edit_conflict"]);
    expect((await undo(edited.body.data.audit_entry_id)).status).toBe(200);
    expect(await getRole("trainee")).toMatchObject({
      name_en: "Trainee",
      permissions: ["orders:read", "products:read"],
    });
    expect((await undo(created.body.data.audit_entry_id)).body.code).toBe("undo_conflict");
    expect((await remove(id, 2)).body.code).toBe("state_changed");
    expect((await remove(id, 3)).status).toBe(200);
    expect(await listItems()).toHaveLength(6);
  });

  it("refuses a name that another role has, and makes the key unique", async () => {
    const { id } = (await create()).body.data.result;
    const taken = await create({ ...trainee, name_ru: "Новичок", name_en: "trainee" });
    expect([taken.status, taken.body.code, taken.body.errors]).toEqual([
      ...[409, "role_exists", { name_en: ["nameTaken"] }],
    ]);
    expect((await edit(id, { name_ru: { from: "Стажёр", to: "менеджер" } })).body.code).toBe("role_exists");
    expect((await edit(id, { name_ru: { from: "Стажёр", to: "стажёр" } })).status).toBe(200);
    await edit(id, { name_en: { from: "Trainee", to: "Junior" } });
    expect((await create({ ...trainee, name_ru: "Второй" })).status).toBe(200);
    expect((await create({ ...trainee, name_ru: "Ночной", name_en: "夜" })).status).toBe(200);
    expect((await listItems()).map(({ key }) => key).slice(6)).toEqual(["trainee", "trainee_2", "role"]);
  });

  it("creates one role of two equal requests at once", async () => {
    const statuses = (await Promise.all([create(), create()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
  });

  it("keeps the role of the owner, and lets nobody change their own or grant what they lack", async () => {
    const ownerRole = await getRole("owner");
    expect((await edit(ownerRole.id, { name_en: { from: "Owner", to: "Boss" } })).body.code).toBe("role_fixed");
    expect((await remove(ownerRole.id, 1)).body.code).toBe("role_fixed");
    expect((await edit(999, { name_en: { from: "x", to: "y" } })).status).toBe(404);

    const permitted = ["staff:manage", "orders:read"];
    const { id } = (await create({ name_ru: "Кадры", name_en: "People", permissions: permitted })).body.data.result;
    const manager = await createTestStaff(shop.app, { role: "people" });
    const ofManager = await createTestStaffSession(shop.app, manager.id, { isSteppedUp: true });
    const own = await edit(id, { permissions: { from: permitted, to: [] } }, ofManager);
    expect([own.status, own.body.code]).toEqual([409, "own_role"]);
    const granted = await create(
      { name_ru: "А", name_en: "A", permissions: ["orders:read", "refunds:create"] },
      ofManager,
    );
    expect([granted.status, granted.body.code, granted.body.data]).toMatchObject([
      ...[403, "permission_not_held", { permissions: ["refunds:create"] }],
    ]);
    const packer = await getRole("packer");
    const taken = await edit(packer.id, { permissions: { from: packer.permissions, to: [] } }, ofManager);
    expect(taken.body.code).toBe("permission_not_held");
    const mine = (await create({ name_ru: "Б", name_en: "Bb", permissions: ["orders:read"] }, ofManager)).body.data
      .result;
    const raised = await edit(mine.id, { permissions: { from: ["orders:read"], to: ["audit:read"] } }, ofManager);
    expect(raised.body.code).toBe("permission_not_held");
    await shop.db.deleteFrom("staff").where("id", "=", manager.id).execute();
  });

  it("deletes a role only after its last account and open invitation", async () => {
    const { id } = (await create()).body.data.result;
    const invite = { cookie, body: { email: "new@example.test", role_key: "trainee" } };
    expect((await admin.request("POST", "/staff/invitations", invite)).status).toBe(200);
    const refused = await remove(id, 1);
    expect([refused.status, refused.body.code, refused.body.data]).toMatchObject([
      ...[409, "role_in_use", { accounts: 0, invitations: 1 }],
    ]);
    shop.clock.advance(73 * 60 * 60 * 1000);
    cookie = await createTestStaffSession(shop.app, owner.id, { isSteppedUp: true });
    const person = await createTestStaff(shop.app, { role: "trainee" });
    expect((await remove(id, 1)).body.code).toBe("role_in_use");
    await shop.db.deleteFrom("staff").where("id", "=", person.id).execute();
    expect((await remove(id, 1)).status).toBe(200);
  });

  it("never leaves a person without a role, however a deletion and a change meet", async () => {
    const { id } = (await create()).body.data.result;
    const packer = await createTestStaff(shop.app, { role: "packer" });
    const body = { from: "packer", to: "trainee" };
    const [deleted, changed] = await Promise.all([
      remove(id, 1),
      admin.request("PATCH", `/staff/${packer.id}`, { cookie, body }),
    ]);
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([deleted.status, changed.status]);
    await shop.db.deleteFrom("staff").where("id", "=", packer.id).execute();
  });

  it("applies to the next request of everybody who has the role", async () => {
    const { id } = (await create()).body.data.result;
    const person = await createTestStaff(shop.app, { role: "trainee" });
    const ofPerson = await createTestStaffSession(shop.app, person.id);
    const readAudit = async () => (await admin.request("GET", "/audit", { cookie: ofPerson })).status;
    expect(await readAudit()).toBe(403);
    await edit(id, { permissions: { from: ["orders:read", "products:read"], to: ["audit:read"] } });
    expect(await readAudit()).toBe(200);
    await shop.db.deleteFrom("staff").where("id", "=", person.id).execute();
  });

  it("needs a recent code", async () => {
    const withoutCode = await createTestStaffSession(shop.app, owner.id);
    expect((await create(trainee, withoutCode)).body.code).toBe("step_up_required");
  });
});

import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import type { StaffList } from "./admin-schema.ts";
import { createTestStaff, createTestStaffSession, type TestStaff } from "./fixtures.ts";

const shop = await openTestShop();
const admin = openAdminClient(shop.app);

let owner: TestStaff;
let cookie: string;
beforeEach(async () => {
  owner = await createTestStaff(shop.app);
  cookie = await createTestStaffSession(shop.app, owner.id, { isSteppedUp: true });
});

type Executed<R> = { result: R };
const list = async () => (await admin.request<StaffList>("GET", "/staff", { cookie })).body.data;
const changeRole = (id: number, from: string, to: string, ofCookie = cookie) =>
  admin.request("PATCH", `/staff/${id}`, { cookie: ofCookie, body: { from, to } });
const disable = (id: number, ofCookie = cookie) =>
  admin.request("POST", `/staff/${id}/disable`, { cookie: ofCookie, body: {} });

/** Gives the packers the right to manage staff, runs a test, and takes it away again: roles outlive a test. */
async function withManagingPackers(run: () => Promise<void>): Promise<void> {
  const roles = shop.db.updateTable("roles").where("key", "=", "packer");
  const { permissions } = await shop.db
    .selectFrom("roles")
    .select("permissions")
    .where("key", "=", "packer")
    .executeTakeFirstOrThrow();
  await roles.set({ permissions: [...permissions, "staff:manage"] }).execute();
  try {
    await run();
  } finally {
    await roles.set({ permissions }).execute();
  }
}

it("invites a person, once the owner has entered a recent code", async () => {
  const body = { email: "New@example.test", role_key: "packer" };
  const withoutCode = await createTestStaffSession(shop.app, owner.id);
  const refused = await admin.request("POST", "/staff/invitations", { cookie: withoutCode, body });
  expect([refused.status, refused.body.code]).toEqual([403, "step_up_required"]);
  const invited = await admin.request<Executed<{ url: string }>>("POST", "/staff/invitations", { cookie, body });
  expect(invited.body.data.result.url).toContain("/admin/invitations/");
  expect((await list()).invitations).toMatchObject([{ email: "new@example.test", role_key: "packer" }]);
  const taken = { email: owner.email, role_key: "packer" };
  expect((await admin.request("POST", "/staff/invitations", { cookie, body: taken })).body.code).toBe("staff_exists");
});

it("withdraws an invitation with its email, once", async () => {
  const body = { email: "gone@example.test", role_key: "packer" };
  const invited = await admin.request<Executed<{ url: string }>>("POST", "/staff/invitations", { cookie, body });
  const withdraw = () =>
    admin.request("DELETE", `/staff/invitations/${encodeURIComponent(body.email)}`, { cookie, body: {} });
  const emails = () => shop.db.selectFrom("emails").select("id").where("recipient", "=", body.email).execute();
  expect(await emails()).toHaveLength(1);
  expect((await withdraw()).status).toBe(200);
  expect((await list()).invitations).toEqual([]);
  expect(await emails()).toEqual([]);
  const token = invited.body.data.result.url.split("/").at(-1);
  expect((await admin.request("GET", `/invitations/${token}`)).body.code).toBe("invitation_expired");
  expect((await withdraw()).status).toBe(404);
});

it("undoes a change of a role, and not over a later one", async () => {
  const packer = await createTestStaff(shop.app, { role: "packer" });
  const change = async (from: string, to: string) =>
    ((await changeRole(packer.id, from, to)).body.data as { audit_entry_id: number }).audit_entry_id;
  const undo = async (entry: number) => (await admin.request("POST", `/audit/${entry}/undo`, { cookie })).body.code;
  const first = await change("packer", "support");
  const second = await change("support", "manager");
  expect(await undo(first)).toBe("undo_conflict");
  expect(await undo(second)).toBeUndefined();
  expect((await list()).items.find(({ id }) => id === packer.id)?.role_key).toBe("support");
});

it("counts open sessions and returns when a person was last seen", async () => {
  const packer = await createTestStaff(shop.app, { role: "packer" });
  await createTestStaffSession(shop.app, packer.id);
  await createTestStaffSession(shop.app, packer.id, { level: "password" });
  const find = async () => (await list()).items.find(({ id }) => id === packer.id);
  expect(await find()).toMatchObject({ sessions: 1, last_seen_at: shop.clock.now().toISOString() });
});

it("changes a role that the editor saw, and records it", async () => {
  const packer = await createTestStaff(shop.app, { role: "packer" });
  expect((await changeRole(packer.id, "support", "manager")).body.code).toBe("state_changed");
  expect((await changeRole(packer.id, "packer", "manager")).status).toBe(200);
  expect((await list()).items.find(({ id }) => id === packer.id)?.role_key).toBe("manager");
  const entry = await shop.db
    .selectFrom("audit_entries")
    .select(["action", "actor_id", "changes"])
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    action: "staff.role_changed",
    actor_id: owner.id,
    changes: [{ field: "role", from: "packer", to: "manager" }],
  });
});

it("changes nobody's own role, and keeps the last owner", async () => {
  expect((await changeRole(owner.id, "owner", "packer")).body.code).toBe("own_role");
  expect((await disable(owner.id)).body.code).toBe("last_owner");
  const second = await createTestStaff(shop.app);
  expect((await disable(second.id)).status).toBe(200);
  expect((await disable(second.id)).status).toBe(404);
});

it("lets nobody grant, or decide about, permissions that they lack", async () => {
  await withManagingPackers(async () => {
    const packer = await createTestStaff(shop.app, { role: "packer" });
    const support = await createTestStaff(shop.app, { role: "support" });
    const colleague = await createTestStaff(shop.app, { role: "packer" });
    const ofPacker = await createTestStaffSession(shop.app, packer.id, { isSteppedUp: true });
    const invite = { cookie: ofPacker, body: { email: "new@example.test", role_key: "owner" } };
    const responses = [
      await admin.request("POST", "/staff/invitations", invite),
      await changeRole(colleague.id, "packer", "support", ofPacker),
      await changeRole(support.id, "support", "packer", ofPacker),
      await disable(owner.id, ofPacker),
      await admin.request("POST", `/staff/${owner.id}/reset-second-factor`, { cookie: ofPacker, body: {} }),
    ];
    expect(responses.map(({ body }) => body.code)).toEqual(responses.map(() => "permission_not_held"));
    expect((await disable(colleague.id, ofPacker)).status).toBe(200);
  });
});

it("stores neither the link of an invitation nor a recovery code for an idempotency key", async () => {
  const packer = await createTestStaff(shop.app, { role: "packer" });
  const headers = { "idempotency-key": "one-of-the-client" };
  const paths = {
    "/staff/invitations": { email: "new@example.test", role_key: "packer" },
    [`/staff/${packer.id}/reset-second-factor`]: {},
  };
  for (const [path, body] of Object.entries(paths)) {
    const response = await admin.request<Executed<Record<string, string>>>("POST", path, { cookie, headers, body });
    const { url, recovery_code } = response.body.data.result;
    const secret = url?.split("/").at(-1) ?? recovery_code;
    expect(secret?.length).toBeGreaterThan(28);
    const stored = await shop.db.selectFrom("idempotency_keys").select("response").execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
  }
});

it("ends the sessions of those who are disabled or whose second factor is reset", async () => {
  const packer = await createTestStaff(shop.app, { role: "packer" });
  const open = () => createTestStaffSession(shop.app, packer.id);
  const isOpen = async (ofCookie: string) => (await admin.request("GET", "/me", { cookie: ofCookie })).status === 200;
  const first = await open();
  const reset = await admin.request<Executed<{ recovery_code: string }>>(
    "POST",
    `/staff/${packer.id}/reset-second-factor`,
    { cookie, body: {} },
  );
  expect(reset.body.data.result.recovery_code).toMatch(/^[a-z2-7-]{29}$/);
  expect(await isOpen(first)).toBe(false);
  const second = await open();
  expect((await disable(packer.id)).status).toBe(200);
  expect(await isOpen(second)).toBe(false);
});

import { expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import type { Role } from "./admin-schema.ts";
import { createTestStaff, createTestStaffSession } from "./fixtures.ts";
import { permissions } from "./permissions.ts";

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

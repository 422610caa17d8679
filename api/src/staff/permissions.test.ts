import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { getRolePermissions, permissions } from "./permissions.ts";

const { db } = await openTestShop();

it("has the same permissions as the constraint of roles", async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'roles'::regclass and pg_get_constraintdef(oid) like '%<@%'`.execute(db);
  const allowed = [...(rows[0]?.definition ?? "").matchAll(/'([a-z]+:[a-z]+)'/g)].map((match) => match[1]);
  expect(allowed.toSorted()).toEqual([...permissions].toSorted());
});

it("gives the owner every permission, and the templates none that only the owner has", async () => {
  const roles = await db.selectFrom("roles").select(["key", "permissions"]).execute();
  const byKey = Object.fromEntries(roles.map((role) => [role.key, getRolePermissions(role)]));
  expect(Object.keys(byKey).toSorted()).toEqual([
    "accountant",
    "catalog_editor",
    "manager",
    "owner",
    "packer",
    "support",
  ]);
  expect([...(byKey["owner"] ?? [])]).toEqual(permissions);
  const ownerOnly = ["exports:personal", "staff:manage", "integrations:manage", "system:manage"] as const;
  expect(permissions.filter((permission) => !byKey["manager"]?.has(permission))).toEqual(ownerOnly);
  expect([...(byKey["packer"] ?? [])]).toEqual(["orders:fulfill", "products:read", "inventory:write"]);
});

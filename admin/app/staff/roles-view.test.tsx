// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import type { Me, StaffList } from "@furoshiki/api/admin/staff";
import { role as roleSchema, type Role } from "@furoshiki/api/admin/staff/roles";
import type { ActionFunction } from "react-router";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext, type Permission } from "./me.tsx";
import { permissionGroups } from "./permission-groups.ts";
import { RolesView } from "./roles-view.tsx";

const permissions = roleSchema.shape.permissions.element.options;

const createRole = (id: number, key: string, name: string, held: readonly Permission[]): Role => ({
  ...{ id, key, name_ru: name, name_en: name, version: 1, staff_count: 1 },
  permissions: [...held],
});
const roles = [
  createRole(1, "owner", "Owner", permissions),
  createRole(2, "manager", "Manager", ["orders:read", "staff:manage"]),
  createRole(3, "support", "Support", ["orders:read"]),
  createRole(4, "packer", "Packer", ["orders:fulfill"]),
];
const staff = {
  items: [{ id: 8, name: "Yulia S.", role_key: "support", status: "active" }],
  invitations: [],
} as unknown as StaffList;

function renderRoles(roleKey: string, action?: ActionFunction) {
  const me = {
    staff: { id: 7, role_key: roleKey },
    permissions: roles.find(({ key }) => key === roleKey)?.permissions,
  } as unknown as Me;
  return renderPage(
    <MeContext value={me}>
      <RolesView staff={staff} roles={roles} open={{ role: null, dialog: null }} result={undefined} />
    </MeContext>,
    action ? { action } : {},
  );
}
const getBox = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

it("lists each permission once", () => {
  expect(permissionGroups.flatMap((group) => group.permissions).toSorted()).toEqual(permissions.toSorted());
});

it("collects the changes of one role, says whom they affect, and saves what was seen and what is new", async () => {
  const forms: unknown[] = [];
  const { user } = renderRoles("owner", async ({ request }) => {
    forms.push(Object.fromEntries(await request.formData()));
    return null;
  });
  await user.click(getBox("Support: Cancel orders"));
  const dock = screen.getByRole("region", { name: "Changes" });
  expect(dock).toHaveTextContent("Support: 1 permission added");
  expect(dock).toHaveTextContent("Affects Yulia S.");
  expect(getBox("Manager: Cancel orders")).toBeDisabled();
  await user.click(within(dock).getByRole("button", { name: "Save with a code" }));
  const form = {
    intent: "update_permissions",
    id: "3",
    seen_permissions: "orders:read",
    permissions: "orders:read orders:cancel",
  };
  await waitFor(() => expect(forms).toEqual([form]));
  await user.click(getBox("Support: Cancel orders"));
  expect(screen.queryByRole("region", { name: "Changes" })).toBeNull();
});

it("lets nobody change the owner, their own role, or what they lack", () => {
  renderRoles("manager");
  expect(screen.queryByRole("checkbox", { name: /^Owner/ })).toBeNull();
  expect(getBox("Manager: View orders")).toBeDisabled();
  expect(getBox("Support: View orders")).toBeEnabled();
  expect(screen.queryByRole("checkbox", { name: "Support: Cancel orders" })).toBeNull();
  expect(getBox("Packer: View orders")).toBeDisabled();
  expect(screen.getByRole("link", { name: "Edit the role Support" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Edit the role Packer" })).toBeNull();
});

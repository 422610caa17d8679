import type { MessageKey } from "../i18n/messages.ts";
import type { Permission } from "./me.tsx";

type PermissionGroup = Readonly<{ label: MessageKey; permissions: readonly Permission[] }>;

/** All permissions by the part of the shop that they are about, in the order of the table of roles. */
export const permissionGroups: readonly PermissionGroup[] = [
  {
    label: "roles.group_orders",
    permissions: [
      ...(["orders:read", "orders:edit", "orders:cancel", "orders:fulfill", "returns:write"] as const),
      ...(["refunds:create", "payments:read"] as const),
    ],
  },
  {
    label: "roles.group_catalog",
    permissions: ["products:read", "products:write", "content:write", "prices:write", "inventory:write"],
  },
  {
    label: "roles.group_customers",
    permissions: [
      ...(["customers:read", "customers:contacts", "customers:write", "customers:erase", "exports:personal"] as const),
      ...(["reviews:moderate", "promotions:write", "credits:write"] as const),
    ],
  },
  {
    label: "roles.group_management",
    permissions: [
      ...(["reports:read", "audit:read", "shipping:write", "customs:write", "settings:write"] as const),
      ...(["staff:manage", "integrations:manage", "system:manage"] as const),
    ],
  },
];

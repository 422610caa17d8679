/** What staff can be allowed to do. The menu, buttons, endpoints and tokens of the admin follow this list. */
export const permissions = [
  ...(["orders:read", "orders:edit", "orders:cancel", "orders:fulfill", "returns:write", "refunds:create"] as const),
  ...(["payments:read", "products:read", "products:write", "content:write", "prices:write"] as const),
  ...(["inventory:write", "reviews:moderate", "promotions:write", "credits:write", "shipping:write"] as const),
  ...(["customs:write", "settings:write", "customers:read", "customers:contacts", "customers:write"] as const),
  ...(["customers:erase", "reports:read", "audit:read", "exports:personal", "staff:manage"] as const),
  ...(["integrations:manage", "system:manage"] as const),
] as const;

export type Permission = (typeof permissions)[number];

/** The role that has every permission and cannot be changed. */
export const OWNER_ROLE = "owner";

/** Returns the permissions of a role: those of its row, or for the owner all of them. */
export function getRolePermissions(role: { key: string; permissions: readonly string[] }): ReadonlySet<Permission> {
  if (role.key === OWNER_ROLE) return new Set(permissions);
  return new Set(permissions.filter((permission) => role.permissions.includes(permission)));
}

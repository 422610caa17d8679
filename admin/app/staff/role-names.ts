import type { Role } from "@furoshiki/api/admin/staff/roles";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import type { Permission } from "./me.tsx";

export const OWNER_ROLE = "owner";

/** Returns the name of a role in a language. */
export function getRoleName(role: Pick<Role, "name_ru" | "name_en">, locale: Locale): string {
  return locale === "ru-RU" ? role.name_ru : role.name_en;
}

/** Returns the name of the role with a key; the key if the role no longer exists. */
export function findRoleName(roles: readonly Role[], key: string, locale: Locale): string {
  const role = roles.find((item) => item.key === key);
  return role ? getRoleName(role, locale) : key;
}

/** Returns whether a person may give or change a role: they need every permission of it. */
export function isGrantable(role: Pick<Role, "permissions">, held: readonly Permission[]): boolean {
  return role.permissions.every((permission) => held.includes(permission));
}

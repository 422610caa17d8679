import type { Actor } from "../../platform/audit/actor.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { refusals as staffRefusals } from "../admin-schema.ts";
import { lockMember } from "../member-sql.ts";
import { refuseMissingPermissions } from "../members.ts";
import { getRolePermissions, OWNER_ROLE } from "../permissions.ts";
import { refusals, type Role } from "./admin-schema.ts";
import { findRoleById, listOtherRoleNames, listRoleRows, lockRoles, type RoleRow } from "./sql.ts";

const MAX_KEY_LENGTH = 36;

/** Returns every role, in the order in which they were created. */
export async function listRoles(db: Db): Promise<Role[]> {
  const rows = await listRoleRows(db);
  return rows.map((role) => ({ ...role, permissions: [...getRolePermissions(role)] }));
}

/**
 * Returns a role that the actor may change. Those who change roles wait for each other. Refuses `not_found`,
 * `role_fixed` for the owner role, `own_role`, and `permission_not_held` if the role has permissions that the actor
 * lacks.
 */
export async function requireChangeableRole(tx: Tx, actor: Actor, id: number): Promise<RoleRow> {
  await lockRoles(tx);
  const role = await findRoleById(tx, id);
  if (!role) throw refuse(commonRefusals, "not_found");
  if (role.key === OWNER_ROLE) throw refuse(refusals, "role_fixed");
  const member = actor.kind === "staff" && actor.id !== null ? await lockMember(tx, actor.id) : null;
  if (member?.role_key === role.key) throw refuse(staffRefusals, "own_role");
  await refuseMissingPermissions(tx, actor, role);
  return role;
}

/**
 * Refuses `role_exists` if another role has one of the names, in upper or lower case.
 * @param id the role whose names they are; null for a new one
 */
export async function refuseTakenNames(
  tx: Tx,
  id: number | null,
  names: Readonly<Record<"name_ru" | "name_en", string>>,
): Promise<void> {
  const others = await listOtherRoleNames(tx, id);
  const fields = (["name_ru", "name_en"] as const).filter((field) =>
    others.some((other) => other[field].toLowerCase() === names[field].toLowerCase()),
  );
  if (fields.length > 0)
    throw refuse(refusals, "role_exists", {
      fields: Object.fromEntries(fields.map((field) => [field, ["nameTaken"]])),
    });
}

/** Returns a key for a role from its English name: `Night shift` becomes `night_shift`. */
export function createRoleKey(nameEn: string): string {
  const words = nameEn
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "");
  return words.length < 2 ? "role" : words.slice(0, MAX_KEY_LENGTH);
}

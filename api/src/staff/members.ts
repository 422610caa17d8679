import type { Actor } from "../platform/audit/actor.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import { refusals, type StaffList } from "./admin-schema.ts";
import { findRole, listOpenInvitations, lockActiveOwners, type LockedMember, lockMember } from "./member-sql.ts";
import { getRolePermissions, OWNER_ROLE } from "./permissions.ts";
import { getOldestUse } from "./sessions.ts";
import { listStaffRows } from "./sql.ts";

/** Returns every account, and the invitations that were not accepted yet. */
export async function listStaff(db: Db, now: Date): Promise<StaffList> {
  const items = (await listStaffRows(db, { now, usedAfter: getOldestUse(now) })).map(
    ({ id, email, name, role_key, status, last_seen_at, sessions }) => ({
      ...{ id, email, name, role_key, status, sessions },
      last_seen_at: last_seen_at?.toISOString() ?? null,
    }),
  );
  const invitations = (await listOpenInvitations(db, now)).map(({ email, role_key, invited_by, expires_at }) => ({
    ...{ email, role_key, invited_by },
    expires_at: expires_at.toISOString(),
  }));
  return { items, invitations };
}

/** Locks an account that is not disabled. Refuses `not_found`. */
export async function requireMember(tx: Tx, id: number): Promise<LockedMember> {
  const member = await lockMember(tx, id);
  if (!member) throw refuse(commonRefusals, "not_found");
  return member;
}

/** Returns a role that the actor may give. Refuses `validation_failed` for an unknown one, `permission_not_held`. */
export async function requireGrantableRole(tx: Tx, actor: Actor, key: string): Promise<{ id: number }> {
  const role = await findRole(tx, key);
  if (!role) throw refuse(commonRefusals, "validation_failed", { fields: { role_key: ["unknownRole"] } });
  await refuseMissingPermissions(tx, actor, role);
  return role;
}

/**
 * Refuses `permission_not_held` if a role has permissions that the actor lacks: nobody grants them, or decides about
 * those who have them. Whoever has a shell on the server may do both.
 */
export async function refuseMissingPermissions(
  tx: Tx,
  actor: Actor,
  role: { key: string; permissions: readonly string[] },
): Promise<void> {
  if (actor.kind === "command") return;
  const member = actor.kind === "staff" && actor.id !== null ? await lockMember(tx, actor.id) : null;
  const held = member ? getRolePermissions({ key: member.role_key, permissions: member.permissions }) : new Set();
  const missing = [...getRolePermissions(role)].filter((permission) => !held.has(permission));
  if (missing.length > 0) throw refuse(refusals, "permission_not_held", { data: { permissions: missing } });
}

/** Refuses `last_owner` if nobody else could manage staff without this account. */
export async function refuseLastOwner(tx: Tx, member: LockedMember): Promise<void> {
  if (member.role_key !== OWNER_ROLE || member.status !== "active") return;
  if ((await lockActiveOwners(tx, OWNER_ROLE)) <= 1) throw refuse(refusals, "last_owner");
}

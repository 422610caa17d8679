import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";

export type LockedMember = {
  id: number;
  email: string;
  locale: Locale;
  status: string;
  role_key: string;
  permissions: string[];
};

/** Locks an account that is not disabled, with its role; null if there is none. */
export async function lockMember(db: Tx, id: number): Promise<LockedMember | null> {
  const row = await db
    .selectFrom("staff")
    .innerJoin("roles", "roles.id", "staff.role_id")
    .select(["staff.id", "staff.email", "staff.status", "roles.key as role_key", "roles.permissions"])
    .select((eb) => eb.ref("staff.locale").$castTo<Locale>().as("locale"))
    .where("staff.id", "=", id)
    .where("staff.status", "<>", "disabled")
    .forUpdate("staff")
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a role by its key, locked so that it is not deleted; null if there is none. */
export async function findRole(db: Tx, key: string) {
  const row = await db
    .selectFrom("roles")
    .select(["id", "key", "permissions"])
    .where("key", "=", key)
    .forKeyShare()
    .executeTakeFirst();
  return row ?? null;
}

export async function setRole(db: Tx, id: number, roleId: number): Promise<void> {
  await db.updateTable("staff").set({ role_id: roleId }).where("id", "=", id).execute();
}

/** Disables an account and ends its sessions. */
export async function disableMember(db: Tx, id: number, now: Date): Promise<void> {
  await db.updateTable("staff").set({ status: "disabled", disabled_at: now }).where("id", "=", id).execute();
  await db.deleteFrom("staff_sessions").where("staff_id", "=", id).execute();
}

/** Locks the owner role, so that owners are removed one after the other, and returns how many are active. */
export async function lockActiveOwners(db: Tx, ownerRole: string): Promise<number> {
  const role = await db.selectFrom("roles").select("id").where("key", "=", ownerRole).forUpdate().executeTakeFirst();
  const owners = await db
    .selectFrom("staff")
    .select("id")
    .where("role_id", "=", role?.id ?? 0)
    .where("status", "=", "active")
    .execute();
  return owners.length;
}

/** Returns the invitations that can still be accepted. */
export async function listOpenInvitations(db: Db, now: Date) {
  return db
    .selectFrom("staff_invitations as invitation")
    .innerJoin("roles", "roles.id", "invitation.role_id")
    .leftJoin("staff as inviter", "inviter.id", "invitation.invited_by")
    .select(["invitation.email", "invitation.expires_at", "roles.key as role_key", "inviter.name as invited_by"])
    .where("invitation.accepted_at", "is", null)
    .where("invitation.expires_at", ">", now)
    .orderBy("invitation.created_at")
    .execute();
}

import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";

export type InvitationRow = {
  email: string;
  role_id: number;
  role_key: string;
  name_ru: string;
  name_en: string;
  expires_at: Date;
  /** The account that accepts it, once it has a password. */
  staff_id: number | null;
};

/** Returns the invitation of a token that can still be accepted; null if there is none. */
export async function findOpenInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<InvitationRow | null> {
  const row = await db
    .selectFrom("staff_invitations as invitation")
    .innerJoin("roles", "roles.id", "invitation.role_id")
    .leftJoin("staff", (join) => join.onRef("staff.email", "=", "invitation.email").on("staff.status", "=", "invited"))
    .select(["invitation.email", "invitation.role_id", "invitation.expires_at", "staff.id as staff_id"])
    .select(["roles.key as role_key", "roles.name_ru", "roles.name_en"])
    .where("invitation.token_hash", "=", tokenHash)
    .where("invitation.accepted_at", "is", null)
    .where("invitation.expires_at", ">", now)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks an invitation, so that it is accepted once. */
export async function lockInvitation(db: Tx, tokenHash: Buffer): Promise<void> {
  await db.selectFrom("staff_invitations").select("email").where("token_hash", "=", tokenHash).forUpdate().execute();
}

/** Locks the invitation of an email that can still be accepted, and returns it with its role; null if there is none. */
export async function lockInvitationOf(db: Tx, email: string, now: Date) {
  const row = await db
    .selectFrom("staff_invitations as invitation")
    .innerJoin("roles", "roles.id", "invitation.role_id")
    .select(["invitation.token_hash", "roles.key", "roles.permissions"])
    .where("invitation.email", "=", email)
    .where("invitation.accepted_at", "is", null)
    .where("invitation.expires_at", ">", now)
    .forUpdate("invitation")
    .executeTakeFirst();
  return row ?? null;
}

export type NewInvitation = {
  token_hash: Buffer;
  email: string;
  role_id: number;
  invited_by: number | null;
  created_at: Date;
  expires_at: Date;
};

/** Stores an invitation, which replaces an open one to the same email and what was entered with it. */
export async function replaceInvitation(db: Tx, invitation: NewInvitation): Promise<void> {
  await deleteOpenInvitation(db, invitation.email);
  await db.insertInto("staff_invitations").values(invitation).execute();
}

/** Whether a person can accept an invitation. */
export async function hasOpenInvitation(db: Db, email: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("staff_invitations")
    .select("email")
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the open invitation of an email, and what was entered with it. */
export async function deleteOpenInvitation(db: Tx, email: string): Promise<void> {
  await db.deleteFrom("staff").where("email", "=", email).where("status", "=", "invited").execute();
  await db.deleteFrom("staff_invitations").where("email", "=", email).where("accepted_at", "is", null).execute();
}

/**
 * Creates the account of an invited person, or replaces what they had entered before.
 * @returns its id
 */
export async function upsertInvitedStaff(
  db: Tx,
  person: { email: string; name: string; locale: string; role_id: number; password_hash: string; created_at: Date },
): Promise<number> {
  const { name, locale, role_id, password_hash } = person;
  const { id } = await db
    .insertInto("staff")
    .values(person)
    .onConflict((on) =>
      on
        .column("email")
        // A literal: with a parameter PostgreSQL would not find the partial index.
        .where("status", "<>", sql.lit("disabled"))
        .doUpdateSet({ name, locale, role_id, password_hash })
        .where("staff.status", "=", "invited"),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces the key of the authenticator of an account, which no code has used yet. */
export async function setKey(db: Tx, staffId: number, encryptedKey: Buffer): Promise<void> {
  await db
    .updateTable("staff")
    .set({ totp_key_encrypted: encryptedKey, totp_last_step: 0 })
    .where("id", "=", staffId)
    .execute();
}

/** Activates an account that has a password and an authenticator, with a role. */
export async function activateStaff(db: Tx, staffId: number, roleId: number): Promise<void> {
  await db.updateTable("staff").set({ status: "active", role_id: roleId }).where("id", "=", staffId).execute();
}

/** Ends an invitation that was accepted. */
export async function closeInvitation(db: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable("staff_invitations").set({ accepted_at: now }).where("token_hash", "=", tokenHash).execute();
}

/** Replaces all recovery codes of a person. */
export async function replaceRecoveryCodes(db: Tx, staffId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom("staff_recovery_codes").where("staff_id", "=", staffId).execute();
  await db
    .insertInto("staff_recovery_codes")
    .values(hashes.map((code_hash) => ({ staff_id: staffId, code_hash })))
    .execute();
}

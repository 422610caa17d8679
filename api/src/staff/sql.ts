import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";

/** Returns the password hash of the active account with this email, or null. */
export async function findCredentials(db: Db, email: string): Promise<{ id: number; passwordHash: string } | null> {
  const row = await db
    .selectFrom("staff")
    .select(["id", "password_hash"])
    .where("email", "=", email)
    .where("status", "=", "active")
    .executeTakeFirst();
  return row?.password_hash ? { id: row.id, passwordHash: row.password_hash } : null;
}

/** Locks an account for the check of a code, and returns its encrypted key. */
export async function lockEncryptedKey(db: Tx, staffId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom("staff")
    .select("totp_key_encrypted")
    .where("id", "=", staffId)
    .forUpdate()
    .executeTakeFirst();
  return row?.totp_key_encrypted ?? null;
}

/** Returns the encrypted key of an account. */
export async function findEncryptedKey(db: Db, staffId: number): Promise<Buffer | null> {
  const row = await db.selectFrom("staff").select("totp_key_encrypted").where("id", "=", staffId).executeTakeFirst();
  return row?.totp_key_encrypted ?? null;
}

/**
 * Marks the code of a time step as used, and every older one.
 * @returns true for the first caller only
 */
export async function consumeStep(db: Tx, staffId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("staff")
    .set({ totp_last_step: step })
    .where("id", "=", staffId)
    .where("totp_last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces the key of the authenticator, whose code of this time step was used. */
export async function replaceKey(db: Tx, staffId: number, encryptedKey: Buffer, step: number): Promise<void> {
  await db
    .updateTable("staff")
    .set({ totp_key_encrypted: encryptedKey, totp_last_step: step })
    .where("id", "=", staffId)
    .execute();
}

/**
 * Marks a recovery code as used.
 * @returns true for the first caller only
 */
export async function consumeRecoveryCode(db: Tx, staffId: number, codeHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("staff_recovery_codes")
    .set({ used_at: now })
    .where("staff_id", "=", staffId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns how many recovery codes a person has not used yet, and the name of their role. */
export async function getProfile(
  db: Db,
  staffId: number,
): Promise<{ recoveryCodesLeft: number; name_ru: string; name_en: string }> {
  return db
    .selectFrom("staff")
    .innerJoin("roles", "roles.id", "staff.role_id")
    .select(["roles.name_ru", "roles.name_en"])
    .select((eb) =>
      eb
        .selectFrom("staff_recovery_codes as codes")
        .select((code) => code.cast<number>(code.fn.countAll(), "integer").as("left"))
        .whereRef("codes.staff_id", "=", "staff.id")
        .where("codes.used_at", "is", null)
        .$asScalar()
        .$notNull()
        .as("recoveryCodesLeft"),
    )
    .where("staff.id", "=", staffId)
    .executeTakeFirstOrThrow();
}

export async function setLocale(db: Db, staffId: number, locale: Locale): Promise<void> {
  await db.updateTable("staff").set({ locale }).where("id", "=", staffId).execute();
}

/** Returns the id of a role by its key; null if there is none. */
export async function findRoleId(db: Db, key: string): Promise<number | null> {
  const role = await db.selectFrom("roles").select("id").where("key", "=", key).executeTakeFirst();
  return role?.id ?? null;
}

export type StaffRow = {
  id: number;
  email: string;
  name: string;
  locale: Locale;
  status: "invited" | "active" | "disabled";
  role_key: string;
  last_seen_at: Date | null;
  sessions: number;
};

/** Returns every account with its role, last use and number of open sessions, those that are not disabled first. */
export async function listStaffRows(db: Db, { now, usedAfter }: { now: Date; usedAfter: Date }): Promise<StaffRow[]> {
  return db
    .selectFrom("staff")
    .innerJoin("roles", "roles.id", "staff.role_id")
    .select(["staff.id", "staff.email", "staff.name", "roles.key as role_key"])
    .select((eb) => [
      eb.ref("staff.locale").$castTo<Locale>().as("locale"),
      eb.ref("staff.status").$castTo<StaffRow["status"]>().as("status"),
      // A session that has ended is deleted; the sign-in from its device is not.
      sql<Date | null>`greatest(
        (select max(last_seen_at) from staff_known_devices where staff_id = staff.id),
        (select max(last_seen_at) from staff_sessions where staff_id = staff.id and level = 'full'))`.as(
        "last_seen_at",
      ),
      sql<number>`(select count(*)::integer from staff_sessions where staff_id = staff.id and level = 'full'
        and expires_at > ${now} and last_seen_at > ${usedAfter})`.as("sessions"),
    ])
    .orderBy((eb) => eb("staff.status", "=", "disabled"))
    .orderBy("staff.name")
    .orderBy("staff.id")
    .execute();
}

/** Deletes ended sessions, invitations that have expired, and accounts that were never activated. */
export async function deleteExpiredStaffData(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("staff_sessions").where("expires_at", "<=", now).execute();
  await db.deleteFrom("staff_demo_links").where("expires_at", "<=", now).execute();
  await db.deleteFrom("staff_invitations").where("accepted_at", "is", null).where("expires_at", "<=", now).execute();
  await db
    .deleteFrom("staff")
    .where("status", "=", "invited")
    .where("email", "not in", (eb) =>
      eb.selectFrom("staff_invitations").select("email").where("accepted_at", "is", null),
    )
    .execute();
}

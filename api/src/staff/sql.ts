import type { Db, Tx } from "../platform/db/database.ts";

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

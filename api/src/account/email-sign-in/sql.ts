import type { Db, Tx } from "../../platform/db/database.ts";

/** Wrong codes that are accepted before a requested code ends. */
const MAX_ATTEMPTS = 5;

export type NewLoginCode = {
  tokenHash: Buffer;
  email: string;
  encryptedCode: Buffer;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertLoginCode(db: Tx, code: NewLoginCode): Promise<void> {
  await db
    .insertInto("login_codes")
    .values({
      token_hash: code.tokenHash,
      email: code.email,
      encrypted_code: code.encryptedCode,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    })
    .execute();
}

/** Returns the encrypted code of a request that can still be used, or null. */
export async function findLoginCode(db: Db, tokenHash: Buffer, now: Date): Promise<Buffer | null> {
  const row = await db
    .selectFrom("login_codes")
    .select("encrypted_code")
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.encrypted_code ?? null;
}

/**
 * Counts an attempt at a code in one statement, so that parallel attempts are counted one after the other.
 * @returns the code that was sent; null if it is used, expired or unknown, or has had its attempts
 */
export async function countCodeAttempt(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ email: string; encryptedCode: Buffer } | null> {
  const row = await db
    .updateTable("login_codes")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("attempts", "<", MAX_ATTEMPTS)
    .returning(["email", "encrypted_code as encryptedCode"])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Marks a code as used and deletes the other codes of the email.
 * @returns true for the first caller only
 */
export async function consumeLoginCode(db: Tx, tokenHash: Buffer, email: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("login_codes")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db.deleteFrom("login_codes").where("email", "=", email).where("used_at", "is", null).execute();
  return true;
}

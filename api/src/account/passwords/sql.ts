import type { Db, Tx } from "../../platform/db/database.ts";

/** `passwordHash` is null if the customer has not set a password yet. */
export type Credentials = { id: number; passwordHash: string | null; hasSecondFactor: boolean };

/** Returns what a sign-in needs, or null if no customer has this email. */
export async function findCredentials(db: Db, email: string): Promise<Credentials | null> {
  const credentials = await db
    .selectFrom("customers")
    .select(["id", "password_hash as passwordHash"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("second_factors")
            .select("customer_id")
            .whereRef("second_factors.customer_id", "=", "customers.id")
            .where("confirmed_at", "is not", null),
        )
        .$castTo<boolean>()
        .as("hasSecondFactor"),
    )
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return credentials ?? null;
}

/** Returns the stored password hash of a customer; null if they have no password. */
export async function getPasswordHash(db: Db, customerId: number): Promise<string | null> {
  const { password_hash } = await db
    .selectFrom("customers")
    .select("password_hash")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return password_hash;
}

/**
 * Replaces a password; with `expectedHash` only if the current hash is still that one.
 * @returns whether it was replaced. The row stays locked, so that no session is opened with the old password meanwhile.
 */
export async function replacePassword(db: Tx, customerId: number, passwordHash: string, expectedHash?: string) {
  const result = await db
    .updateTable("customers")
    .set({ password_hash: passwordHash })
    .where("id", "=", customerId)
    .where("deleted_at", "is", null)
    .$if(expectedHash !== undefined, (query) => query.where("password_hash", "=", expectedHash ?? ""))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Sets the password of a customer who has none.
 * @returns whether they had none
 */
export async function setFirstPassword(db: Tx, customerId: number, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("customers")
    .set({ password_hash: passwordHash })
    .where("id", "=", customerId)
    .where("password_hash", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores a password reset link. */
export async function insertPasswordReset(
  db: Tx,
  reset: { tokenHash: Buffer; customerId: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto("password_resets")
    .values({
      token_hash: reset.tokenHash,
      customer_id: reset.customerId,
      created_at: reset.createdAt,
      expires_at: reset.expiresAt,
    })
    .execute();
}

/** Returns the customer of an unexpired, unused reset link, or null. */
export async function findPasswordReset(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ customerId: number; email: string; name: string } | null> {
  const row = await db
    .selectFrom("password_resets")
    .innerJoin("customers", "customers.id", "password_resets.customer_id")
    .select(["customers.id as customerId", "customers.email", "customers.name"])
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Marks a reset link as used.
 * @returns true for the first caller only
 */
export async function consumePasswordReset(db: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes the customer's unused reset links. */
export async function deletePasswordResets(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("password_resets").where("customer_id", "=", customerId).where("used_at", "is", null).execute();
}

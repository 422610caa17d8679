import type { Db, Tx } from "../../platform/db/database.ts";

/**
 * Stores an unconfirmed key, replacing an earlier unconfirmed one.
 * @returns false if the customer has a confirmed key
 */
export async function insertUnconfirmedSecondFactor(
  db: Tx,
  customerId: number,
  encryptedKey: Buffer,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("second_factors")
    .values({ customer_id: customerId, encrypted_key: encryptedKey, started_at: now })
    .onConflict((on) =>
      on
        .column("customer_id")
        .doUpdateSet({ encrypted_key: encryptedKey, started_at: now, last_step: 0 })
        .where("second_factors.confirmed_at", "is", null),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Returns the customer's encrypted key; with `startedAfter` the unconfirmed one whose setup started after that moment.
 * Null if there is none.
 */
export async function findEncryptedKey(db: Db, customerId: number, startedAfter?: Date): Promise<Buffer | null> {
  const keys = db.selectFrom("second_factors").select("encrypted_key").where("customer_id", "=", customerId);
  const row = await (
    startedAfter
      ? keys.where("confirmed_at", "is", null).where("started_at", ">", startedAfter)
      : keys.where("confirmed_at", "is not", null)
  ).executeTakeFirst();
  return row?.encrypted_key ?? null;
}

/**
 * Marks the code of a time step as used, and every older one.
 * @returns true for the first caller only
 */
export async function consumeStep(db: Tx, customerId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("customer_id", "=", customerId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Marks a recovery code as used.
 * @returns true for the first caller only
 */
export async function consumeRecoveryCode(db: Tx, customerId: number, codeHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("customer_id", "=", customerId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function confirmSecondFactor(db: Tx, customerId: number, now: Date): Promise<void> {
  await db
    .updateTable("second_factors")
    .set({ confirmed_at: now })
    .where("customer_id", "=", customerId)
    .where("confirmed_at", "is", null)
    .execute();
}

/** Replaces all recovery codes of a customer. */
export async function replaceRecoveryCodes(db: Tx, customerId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom("recovery_codes").where("customer_id", "=", customerId).execute();
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ customer_id: customerId, code_hash })))
    .execute();
}

/**
 * Deletes the second factor with its recovery codes.
 * @returns whether it was confirmed
 */
export async function deleteSecondFactor(db: Tx, customerId: number): Promise<boolean> {
  const row = await db
    .deleteFrom("second_factors")
    .where("customer_id", "=", customerId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return (row?.confirmed_at ?? null) !== null;
}

/** Returns when the second factor was enabled and how many recovery codes are left; null if it is not enabled. */
export async function findSecondFactorStatus(
  db: Db,
  customerId: number,
): Promise<{ enabledAt: Date; codesLeft: number } | null> {
  const secondFactor = await db
    .selectFrom("second_factors")
    .select("confirmed_at")
    .select((eb) =>
      eb
        .selectFrom("recovery_codes")
        .select((code) => code.fn.countAll<number>().as("left"))
        .whereRef("recovery_codes.customer_id", "=", "second_factors.customer_id")
        .where("used_at", "is", null)
        .as("codesLeft"),
    )
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return secondFactor?.confirmed_at
    ? { enabledAt: secondFactor.confirmed_at, codesLeft: Number(secondFactor.codesLeft) }
    : null;
}

/**
 * Deletes keys whose setup started at or before a moment and was never confirmed.
 * @returns how many
 */
export async function deleteUnconfirmedSecondFactors(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("second_factors")
    .where("confirmed_at", "is", null)
    .where("started_at", "<=", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

import type { Db, Tx } from "../platform/db.ts";

/** Puts a key down that its owner has not confirmed yet, in place of an earlier one. @returns false where one is confirmed. */
export async function beginSecondFactor(db: Tx, customerId: number, sealedKey: Buffer, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("second_factors")
    .values({ customer_id: customerId, sealed_key: sealedKey, begun_at: at })
    .onConflict((on) =>
      on
        .column("customer_id")
        .doUpdateSet({ sealed_key: sealedKey, begun_at: at, last_step: 0 })
        .where("second_factors.confirmed_at", "is", null),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The sealed key of a customer; with `begunAfter` the one that he is about to confirm. Null for none. */
export async function findSealedKey(db: Db, customerId: number, begunAfter?: Date): Promise<Buffer | null> {
  const keys = db.selectFrom("second_factors").select("sealed_key").where("customer_id", "=", customerId);
  const found = await (
    begunAfter
      ? keys.where("confirmed_at", "is", null).where("begun_at", ">", begunAfter)
      : keys.where("confirmed_at", "is not", null)
  ).executeTakeFirst();
  return found?.sealed_key ?? null;
}

/** Uses the code of a half-minute up, and every older one: true for the first who comes. */
export async function takeStep(db: Tx, customerId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("customer_id", "=", customerId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses a recovery code up: true for the first who comes. */
export async function takeRecoveryCode(db: Tx, customerId: number, codeHash: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("recovery_codes")
    .set({ used_at: at })
    .where("customer_id", "=", customerId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function confirmSecondFactor(db: Tx, customerId: number, at: Date): Promise<void> {
  await db
    .updateTable("second_factors")
    .set({ confirmed_at: at })
    .where("customer_id", "=", customerId)
    .where("confirmed_at", "is", null)
    .execute();
}

/** Puts new recovery codes in the place of all that were. */
export async function replaceRecoveryCodes(db: Tx, customerId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom("recovery_codes").where("customer_id", "=", customerId).execute();
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ customer_id: customerId, code_hash })))
    .execute();
}

/** Takes the second factor away, with its recovery codes. @returns whether one was confirmed. */
export async function deleteSecondFactor(db: Tx, customerId: number): Promise<boolean> {
  const gone = await db
    .deleteFrom("second_factors")
    .where("customer_id", "=", customerId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return (gone?.confirmed_at ?? null) !== null;
}

/** Since when sign-ins ask for a code, and how many recovery codes are left; null where they do not. */
export async function secondFactorOf(db: Db, customerId: number): Promise<{ since: Date; codesLeft: number } | null> {
  const found = await db
    .selectFrom("second_factors")
    .select("confirmed_at")
    .select((row) =>
      row
        .selectFrom("recovery_codes")
        .select((code) => code.fn.countAll<number>().as("left"))
        .whereRef("recovery_codes.customer_id", "=", "second_factors.customer_id")
        .where("used_at", "is", null)
        .as("codesLeft"),
    )
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return found?.confirmed_at ? { since: found.confirmed_at, codesLeft: Number(found.codesLeft) } : null;
}

/** Drops keys that were begun before `at` and never confirmed. @returns how many. */
export async function deleteBegunSecondFactors(db: Db, at: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("second_factors")
    .where("confirmed_at", "is", null)
    .where("begun_at", "<=", at)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

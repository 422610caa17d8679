import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export type PasskeyRow = {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  isBackedUp: boolean;
  credentialId: Buffer;
  userHandle: Buffer;
  transports: string[];
};

/** Returns the passkeys of a customer, the oldest first. */
export async function listPasskeyRows(db: Db, customerId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkeys")
    .select(["id", "name", "transports"])
    .select(["created_at as createdAt", "last_used_at as lastUsedAt", "is_backed_up as isBackedUp"])
    .select(["credential_id as credentialId", "user_handle as userHandle"])
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();
}

export type NewPasskey = {
  customerId: number;
  credentialId: Buffer;
  userHandle: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
  isBackedUp: boolean;
  name: string;
  createdAt: Date;
};

/**
 * Stores a passkey.
 * @returns its id; null if the credential is stored already
 */
export async function insertPasskey(db: Tx, passkey: NewPasskey): Promise<number | null> {
  const row = await db
    .insertInto("passkeys")
    .values({
      customer_id: passkey.customerId,
      credential_id: passkey.credentialId,
      user_handle: passkey.userHandle,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports,
      is_backed_up: passkey.isBackedUp,
      name: passkey.name,
      created_at: passkey.createdAt,
    })
    .onConflict((on) => on.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export type SignInPasskey = {
  id: number;
  customerId: number;
  publicKey: Buffer;
  signCount: number;
  userHandle: Buffer;
  passwordHash: string | null;
  hasSecondFactor: boolean;
};

/**
 * Returns the passkey of a sign-in with its customer, both locked, so that two sign-ins with one signature count are
 * checked one after the other; null if it is unknown or was removed.
 */
export async function lockPasskey(db: Tx, credentialId: Buffer): Promise<SignInPasskey | null> {
  const { rows } = await sql<SignInPasskey>`
    select p.id, p.customer_id as "customerId", p.public_key as "publicKey", p.sign_count::float8 as "signCount",
      p.user_handle as "userHandle", c.password_hash as "passwordHash",
      exists (select from second_factors f where f.customer_id = c.id and f.confirmed_at is not null) as "hasSecondFactor"
    from customers c join passkeys p on p.customer_id = c.id
    where p.credential_id = ${credentialId} and c.deleted_at is null
    for no key update of c, p`.execute(db);
  return rows[0] ?? null;
}

export async function recordPasskeyUse(
  db: Tx,
  id: number,
  use: { signCount: number; isBackedUp: boolean; usedAt: Date },
): Promise<void> {
  await db
    .updateTable("passkeys")
    .set({ sign_count: use.signCount, is_backed_up: use.isBackedUp, last_used_at: use.usedAt })
    .where("id", "=", id)
    .execute();
}

/** @returns false if the customer has no such passkey */
export async function updatePasskeyName(db: Db, customerId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns the name of the deleted passkey; null if the customer has no such passkey */
export async function deletePasskey(db: Tx, customerId: number, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .returning("name")
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Deletes all passkeys of a customer. */
export async function deletePasskeys(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("passkeys").where("customer_id", "=", customerId).execute();
}

export type NewChallenge = {
  challengeHash: Buffer;
  /** Of the passkey to be added; null for a sign-in. */
  registration: { customerId: number; userHandle: Buffer } | null;
  expiresAt: Date;
};

export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db
    .insertInto("passkey_challenges")
    .values({
      challenge_hash: challenge.challengeHash,
      customer_id: challenge.registration?.customerId ?? null,
      user_handle: challenge.registration?.userHandle ?? null,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/**
 * Deletes a challenge, so that it is used once.
 * @returns what it was made for; null if it is unknown or used
 */
export async function deleteChallenge(db: Db, challengeHash: Buffer) {
  const row = await db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", challengeHash)
    .returning(["customer_id as customerId", "user_handle as userHandle", "expires_at as expiresAt"])
    .executeTakeFirst();
  return row ?? null;
}

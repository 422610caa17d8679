import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Db, withTransaction } from "./db.ts";
import { freshWithin } from "./fresh.ts";

const KEY_BYTES = 32;
/** A token of another process is accepted at once: an unknown signature has the keys read again. */
const FRESH_MS = 60 * 60 * 1000;

/** The key that signs, and those before it whose signatures are still accepted. */
type SigningKeys = { current: Buffer; retired: readonly Buffer[] };

const signingKeys = freshWithin(FRESH_MS, async (db): Promise<SigningKeys> => {
  await db
    .insertInto("signing_keys")
    .values({ key: randomBytes(KEY_BYTES) })
    .onConflict((on) => on.column("is_only").doNothing())
    .execute();
  const { key: current } = await db.selectFrom("signing_keys").select("key").executeTakeFirstOrThrow();
  const retired = await db.selectFrom("retired_signing_keys").select("key").orderBy("id", "desc").execute();
  return { current, retired: retired.map(({ key }) => key) };
});

/** A text that only this shop can have written, and only for this purpose: for links that need no row of their own. */
export async function signText(db: Db, purpose: string, text: string): Promise<string> {
  const { current } = await signingKeys.get(db);
  return `${Buffer.from(text).toString("base64url")}.${signatureOf(current, purpose, text).toString("base64url")}`;
}

/** The text that was signed for this purpose; null for one that this shop did not sign, or for something else. */
export async function readSigned(db: Db, purpose: string, token: string): Promise<string | null> {
  const [, encoded, signature] = /^([\w-]{1,2000})\.([\w-]{43})$/.exec(token) ?? [];
  if (encoded === undefined || signature === undefined) return null;
  const text = Buffer.from(encoded, "base64url").toString();
  const given = Buffer.from(signature, "base64url");
  const isSigned = ({ current, retired }: SigningKeys) =>
    [current, ...retired].some((key) => timingSafeEqual(given, signatureOf(key, purpose, text)));
  if (isSigned(await signingKeys.get(db))) return text;
  // Another process may have replaced the key.
  signingKeys.forget(db);
  return isSigned(await signingKeys.get(db)) ? text : null;
}

/**
 * Replaces the signing key. Other processes sign with the old one for up to an hour.
 * @param revokeRetired no token that was signed before is accepted any more: for a key that became known.
 */
export async function rotateSigningKey(db: Db, { now, revokeRetired }: { now: Date; revokeRetired: boolean }) {
  await signingKeys.get(db);
  await withTransaction(db, async (db) => {
    const { key } = await db.selectFrom("signing_keys").select("key").forUpdate().executeTakeFirstOrThrow();
    if (revokeRetired) await db.deleteFrom("retired_signing_keys").execute();
    else await db.insertInto("retired_signing_keys").values({ key, retired_at: now }).execute();
    await db
      .updateTable("signing_keys")
      .set({ key: randomBytes(KEY_BYTES) })
      .execute();
  });
  signingKeys.forget(db);
}

function signatureOf(key: Buffer, purpose: string, text: string): Buffer {
  return createHmac("sha256", key).update(`${purpose}\0${text}`).digest();
}

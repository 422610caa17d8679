import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Db, withTransaction } from "../db/database.ts";
import { cachedFor } from "../cache/cache.ts";

const KEY_BYTES = 32;
/**
 * The time to live of the cached keys. Tokens with a new key of another process are accepted immediately, since an
 * unknown signature causes the keys to be read again.
 */
const CACHE_TTL_MS = 60 * 60 * 1000;

/** The current key, and previous ones whose signatures are still accepted. */
type SigningKeys = { current: Buffer; retired: readonly Buffer[] };

const signingKeys = cachedFor(CACHE_TTL_MS, async (db): Promise<SigningKeys> => {
  await db
    .insertInto("signing_keys")
    .values({ key: randomBytes(KEY_BYTES) })
    .onConflict((on) => on.column("is_only").doNothing())
    .execute();
  const { key: current } = await db.selectFrom("signing_keys").select("key").executeTakeFirstOrThrow();
  const retired = await db.selectFrom("retired_signing_keys").select("key").orderBy("id", "desc").execute();
  return { current, retired: retired.map(({ key }) => key) };
});

/** Creates a token with a text, signed with HMAC-SHA256 for one purpose: for links that need no row in the database. */
export async function createSignedToken(db: Db, purpose: string, text: string): Promise<string> {
  const { current } = await signingKeys.get(db);
  return `${Buffer.from(text).toString("base64url")}.${createSignature(current, purpose, text).toString("base64url")}`;
}

/** Verifies a token and returns its text; null if the signature is invalid or for another purpose. */
export async function verifySignedToken(db: Db, purpose: string, token: string): Promise<string | null> {
  const [, encoded, signature] = /^([\w-]{1,2000})\.([\w-]{43})$/.exec(token) ?? [];
  if (encoded === undefined || signature === undefined) return null;
  const text = Buffer.from(encoded, "base64url").toString();
  const signatureBytes = Buffer.from(signature, "base64url");
  const isSigned = ({ current, retired }: SigningKeys) =>
    [current, ...retired].some((key) => timingSafeEqual(signatureBytes, createSignature(key, purpose, text)));
  if (isSigned(await signingKeys.get(db))) return text;
  // Another process may have replaced the key.
  signingKeys.invalidate(db);
  return isSigned(await signingKeys.get(db)) ? text : null;
}

/**
 * Replaces the signing key. Other processes sign with the old one for up to an hour.
 * @param options.revokeRetired true to reject every token that was signed before, if the key was leaked
 */
export async function rotateSigningKey(db: Db, { now, revokeRetired }: { now: Date; revokeRetired: boolean }) {
  await signingKeys.get(db);
  await withTransaction(db, async (tx) => {
    const { key } = await tx.selectFrom("signing_keys").select("key").forUpdate().executeTakeFirstOrThrow();
    if (revokeRetired) await tx.deleteFrom("retired_signing_keys").execute();
    else await tx.insertInto("retired_signing_keys").values({ key, retired_at: now }).execute();
    await tx
      .updateTable("signing_keys")
      .set({ key: randomBytes(KEY_BYTES) })
      .execute();
  });
  signingKeys.invalidate(db);
}

function createSignature(key: Buffer, purpose: string, text: string): Buffer {
  return createHmac("sha256", key).update(`${purpose}\0${text}`).digest();
}

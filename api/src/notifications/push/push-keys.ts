import { createECDH } from "node:crypto";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { decrypt, encrypt } from "../../platform/crypto/encryption.ts";
import { findPushKeys, insertPushKeys } from "./sql.ts";

/** The context of the encryption. It must not change. */
const ENCRYPTION_CONTEXT = "push key";

/** A key pair for P-256 in base64url: the public key uncompressed, as push services expect it. */
export type PushKeys = { publicKey: string; privateKey: string };

/** Generates a key pair. */
export function generatePushKeys(): PushKeys {
  const ecdh = createECDH("prime256v1");
  const publicKey = ecdh.generateKeys("base64url");
  // The private key has leading zeros only if it is padded.
  const privateKey = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString("base64url");
  return { publicKey, privateKey };
}

/**
 * Returns the keys of the environment or, if it has none, those of the database, which are generated on first use.
 * Browsers are subscribed for these keys: with others they have to be subscribed again.
 * @throws Error if the stored key was encrypted with another SHOP_SECRET
 */
export async function getPushKeys({
  db,
  config,
  clock,
}: Pick<AppContext, "db" | "config" | "clock">): Promise<PushKeys> {
  if (config.pushKeys) return config.pushKeys;
  if (!(await findPushKeys(db))) {
    const { publicKey, privateKey } = generatePushKeys();
    const encrypted = encrypt(config, ENCRYPTION_CONTEXT, Buffer.from(privateKey));
    await insertPushKeys(db, { public_key: publicKey, encrypted_private_key: encrypted, created_at: clock.now() });
  }
  const stored = await findPushKeys(db);
  const privateKey = stored && decrypt(config, ENCRYPTION_CONTEXT, stored.encrypted_private_key);
  if (!privateKey) throw new Error("the private key of web push was encrypted with another SHOP_SECRET");
  return { publicKey: stored.public_key, privateKey: privateKey.toString() };
}

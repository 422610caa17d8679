import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Config } from "../config.ts";
import { loadInstallationSecret } from "./installation-secret.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The HKDF `info` parameter. It must not change, since stored secrets could not be decrypted any more. */
const KEY_INFO = "furoshiki encryption";

/** Why something that was encrypted a moment ago cannot be decrypted. */
export const OTHER_SECRET = "it was encrypted with another SHOP_SECRET: all processes need the same";

type EncryptionConfig = Pick<Config, "secret" | "dataDir">;

/**
 * Encrypts secrets that are stored in the database, with AES-256-GCM. The key is derived from SHOP_SECRET, which no
 * copy of the database contains.
 * @param context the context (additional authenticated data): what the content is and whose; it does not decrypt with
 * another context
 */
export function encrypt(config: EncryptionConfig, context: string, content: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(config, KEY_INFO), nonce).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts content; null if it was encrypted with another secret or context, or was modified. */
export function decrypt(config: EncryptionConfig, context: string, encrypted: Buffer): Buffer | null {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, deriveKey(config, KEY_INFO), nonce)
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  const content = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([content, decipher.final()]);
  } catch {
    return null;
  }
}

/**
 * Derives a key of 32 bytes from SHOP_SECRET, or from the secret of the installation if there is none.
 * @param info what the key is for (the HKDF `info` parameter); another one gives another key
 */
export function deriveKey({ secret, dataDir }: EncryptionConfig, info: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret ?? loadInstallationSecret(dataDir, "shop"), "", info, 32));
}

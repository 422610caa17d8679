import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { type Config, installationSecret } from "./config.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Keyed = Pick<Config, "secret" | "dataDir">;

/**
 * Hides what the database must keep but not tell: the key comes from SHOP_SECRET, which no copy of the database holds.
 * @param what it is and whose: sealed for one, it does not open as another.
 */
export function seal(config: Keyed, what: string, content: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(config), nonce).setAAD(Buffer.from(what));
  const hidden = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

/** What was sealed; null where it was sealed with another secret, for something else, or has been changed. */
export function unseal(config: Keyed, what: string, sealed: Buffer): Buffer | null {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, keyOf(config), nonce).setAAD(Buffer.from(what)).setAuthTag(tag);
  const content = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([content, decipher.final()]);
  } catch {
    return null;
  }
}

function keyOf({ secret, dataDir }: Keyed): Buffer {
  return Buffer.from(hkdfSync("sha256", secret ?? installationSecret(dataDir, "shop"), "", "furoshiki sealing", 32));
}

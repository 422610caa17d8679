import type { Config } from "../../platform/config.ts";
import { decrypt, encrypt } from "../../platform/crypto/encryption.ts";
import { type RecipientIdentity, recipientIdentity } from "./schema.ts";

type EncryptionConfig = Pick<Config, "secret" | "dataDir">;

/** The encryption context: the identity of one order does not decrypt as that of another. */
const getContext = (orderId: number) => `recipient identity of order ${orderId}`;

export function encryptIdentity(config: EncryptionConfig, orderId: number, identity: RecipientIdentity): Buffer {
  return encrypt(config, getContext(orderId), Buffer.from(JSON.stringify(identity)));
}

/** Decrypts the identity of an order's recipient; null if it was encrypted with another secret or for another order. */
export function decryptIdentity(
  config: EncryptionConfig,
  orderId: number,
  encrypted: Buffer,
): RecipientIdentity | null {
  const content = decrypt(config, getContext(orderId), encrypted);
  return content && recipientIdentity.parse(JSON.parse(content.toString()));
}

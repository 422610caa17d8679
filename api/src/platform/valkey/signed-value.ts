import { createHmac, timingSafeEqual } from "node:crypto";

const MAC_BYTES = 32;

/**
 * Signs a value that other processes of the store read from Valkey, so that nobody who can write there without the secret
 * of the store can change what it shows.
 * @param context what the value is, such as its key: it is not valid as anything else
 */
export function signValue(signingKey: Buffer, context: string, content: Buffer): Buffer {
  return Buffer.concat([createMac(signingKey, context, content), content]);
}

/** Returns the content of a signed value; null if the signature is not valid. */
export function openSignedValue(signingKey: Buffer, context: string, value: Buffer): Buffer | null {
  if (value.byteLength < MAC_BYTES) return null;
  const content = value.subarray(MAC_BYTES);
  const isValid = timingSafeEqual(value.subarray(0, MAC_BYTES), createMac(signingKey, context, content));
  return isValid ? content : null;
}

function createMac(signingKey: Buffer, context: string, content: Buffer): Buffer {
  return createHmac("sha256", signingKey).update(`${context}\0`).update(content).digest();
}

import { createHash } from "node:crypto";

/**
 * Returns a SHA-256 hash of a stored password hash, in base64url. Tokens contain it so that they end when the password
 * changes.
 */
export function getPasswordFingerprint(passwordHash: string): string {
  return createHash("sha256").update(passwordHash).digest("base64url");
}

import { createHash, randomBytes } from "node:crypto";

/** Generates an unguessable token: 256 random bits, 43 characters. */
export function generateToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a token for storage. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Whether text has the form of a token; anything else needs no database query. */
export function isWellFormedToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

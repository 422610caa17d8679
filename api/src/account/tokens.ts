import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A token that nobody can guess: 256 random bits, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database keeps of a token. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** True for text that may be a token at all; anything else is not worth a question to the database. */
export function isTokenShaped(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** What a browser write that is known by its cookie carries in the `csrf-token` header. */
export function csrfTokenOf(token: string): string {
  return csrfTokenOfSession(tokenHash(token));
}

/** The same, from what the database keeps of the session's token. */
export function csrfTokenOfSession(sessionHash: Buffer): string {
  return createHmac("sha256", sessionHash).update("csrf-token").digest("base64url");
}

/** True when the header is the session's own csrf token; a wrong guess takes as long as any other. */
export function isCsrfTokenOf(sessionHash: Buffer, header: string | undefined): boolean {
  const expected = Buffer.from(csrfTokenOfSession(sessionHash));
  const given = Buffer.from(header ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

import { createHmac, timingSafeEqual } from "node:crypto";
import { hashToken } from "../platform/crypto/tokens.ts";

/** Derives the CSRF token of a session, which write requests with a cookie send in the `csrf-token` header. */
export function deriveCsrfToken(token: string): string {
  return deriveCsrfTokenFromHash(hashToken(token));
}

/** Derives the CSRF token from the stored hash of the session's token. */
export function deriveCsrfTokenFromHash(sessionHash: Buffer): string {
  return createHmac("sha256", sessionHash).update("csrf-token").digest("base64url");
}

/** Whether the header is the CSRF token of the session. The comparison takes constant time. */
export function isValidCsrfToken(sessionHash: Buffer, header: string | undefined): boolean {
  const expected = Buffer.from(deriveCsrfTokenFromHash(sessionHash));
  const provided = Buffer.from(header ?? "");
  return provided.length === expected.length && timingSafeEqual(provided, expected);
}

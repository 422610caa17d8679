import { readCookie, serializeCookie } from "../../http/cookies.ts";

const COOKIE = "giver";
const COOKIE_SECONDS = 365 * 24 * 3600;
const KEY_BYTES = 32;

/** Returns the random key of a giver, which only their browser knows; null before their first choice. */
export function readGiverKey(cookieHeader: string | null): string | null {
  const key = readCookie(cookieHeader, COOKIE);
  return key !== null && /^[A-Za-z0-9_-]{43}$/.test(key) ? key : null;
}

/** Generates the key of a giver: 256 random bits. */
export function generateGiverKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function serializeGiverKey(key: string, secure: boolean): string {
  return serializeCookie(COOKIE, key, { httpOnly: true, secure, maxAge: COOKIE_SECONDS });
}
